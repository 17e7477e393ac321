import { known } from './known.ts';
import { sampleBody } from './samples.ts';

test('client:remove may have clients with an id alone', () => {
  const body = sampleBody('client:remove', { clients: [{ id: 'd' }] });
  expect(known('client:remove', body).clients).toEqual([{ id: 'd' }]);
});

test('client:add comes in v1 too', () => {
  expect(known('client:add', sampleBody('client:add', { version: undefined })).version).toBe('v1');
});

test.each([
  {},
  { appUser: { _id: 'u' } },
  { client: { _id: 'c' } },
  { clients: [{ id: 'd' }] },
  { conversation: { _id: 'c' }, timestamp: 1.5 },
  { client: {}, reason: 'blocked' },
])('client:block may have %j', (fields) => {
  const body = { trigger: 'client:block', version: 'v1.1', app: { _id: 'a' }, ...fields };
  expect(known('client:block', body)).toEqual(body);
});
