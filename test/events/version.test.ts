import { isV2Body, readVersion } from '../../src/events/version.ts';

test.each([
  [{}, 'v1'],
  [{ version: 'v1' }, 'v1'],
  [{ version: '1' }, 'v1'],
  [{ version: 'v1.1' }, 'v1.1'],
  [{ version: '1.1' }, 'v1.1'],
  [{ version: 'v2' }, null],
  [{ version: null }, null],
  [{ version: 1.1 }, null],
  [{ version: 'v1.1', events: [], webhook: {} }, null],
  [{ version: 'v1.1', webhook: {} }, 'v1.1'],
  [{ version: 'v1.1', events: [] }, 'v1.1'],
])('%j is read as %s', (payload, version) => {
  expect(readVersion(payload)).toBe(version);
});

test('the default is for a body without a version', () => {
  expect(readVersion({}, 'v1.1')).toBe('v1.1');
  expect(readVersion({ version: '1' }, 'v1.1')).toBe('v1');
});

test('a v2 body has both events and a webhook', () => {
  expect(isV2Body({ events: [], webhook: {} })).toBe(true);
  expect(isV2Body({ events: [] })).toBe(false);
  expect(isV2Body({ webhook: {} })).toBe(false);
});
