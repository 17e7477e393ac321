import { known, refusedAt } from './known.ts';
import { sampleBody } from './samples.ts';

test('merge:appUser has no appUser', () => {
  const body = sampleBody('merge:appUser');
  expect(body).not.toHaveProperty('appUser');
  expect(known('merge:appUser', body).discarded).toHaveLength(1);
});

test('merge:appUser may discard nothing but users', () => {
  const body = sampleBody('merge:appUser', {
    discardedProperties: undefined,
    discardedConversationId: undefined,
  });
  expect(known('merge:appUser', body)).toEqual(body);
});

test('discarded is a list', () => {
  expect(refusedAt(sampleBody('merge:appUser', { discarded: { _id: 'u' } }))).toEqual(['discarded']);
});

test('appUser:delete needs its user', () => {
  expect(refusedAt(sampleBody('appUser:delete', { appUser: undefined }))).toEqual(['appUser']);
});
