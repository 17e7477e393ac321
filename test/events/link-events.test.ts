import { known, refusedAt } from './known.ts';
import { sampleBody } from './samples.ts';

test.each(['v1', 'v1.1'])('link:failure has an error in %s', (version) => {
  const error = { code: 'not_found', message: 'no such number' };
  expect(known('link:failure', sampleBody('link:failure', { version, error })).error).toEqual(error);
  expect(refusedAt(sampleBody('link:failure', { version, error: undefined }))).toEqual(['error']);
});

test('the channel is open and the criteria are kept', () => {
  const fields = { channel: 'pigeon', criteria: { ring: 7, name: { first: 'Zoë' } } };
  expect(known('link:success', sampleBody('link:success', fields))).toMatchObject(fields);
});
