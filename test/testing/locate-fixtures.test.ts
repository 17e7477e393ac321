import { resolve } from 'node:path';
import { locateFixtures } from '../../src/testing/locate-fixtures.ts';

describe('locateFixtures', () => {
  it('finds the folder of this repository from the source', () => {
    expect(locateFixtures()).toBe(resolve(__dirname, '../../fixtures'));
  });
});
