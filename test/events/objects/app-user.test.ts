import { known, refusedAt } from '../known.ts';
import { messageBody, sampleBody } from '../samples.ts';

const withUser = (appUser: unknown, version = 'v1') =>
  messageBody({ type: 'text', text: 'x' }, { appUser, version });

test.each(['v1', 'v1.1'])('a user needs _id alone in %s', (version) => {
  expect(known('message:appUser', withUser({ _id: 'u' }, version)).appUser).toEqual({ _id: 'u' });
  expect(refusedAt(withUser({ userId: 'u' }, version))).toEqual(['appUser._id']);
});

test('a v1 user may have devices and clients', () => {
  const appUser = {
    _id: 'u',
    devices: [{ id: 'd' }],
    clients: [{ id: 'd' }],
    pendingClients: [],
    credentialRequired: true,
  };
  expect(known('message:appUser', withUser(appUser)).appUser).toEqual(appUser);
});

test('a v1 user may have devices alone, as in 2016', () => {
  const appUser = { _id: 'u', devices: [{ id: 'd', platform: 'ios' }] };
  expect(known('message:appUser', withUser(appUser)).appUser).toEqual(appUser);
});

test('the full user keeps its clients in v1.1 too', () => {
  const appUser = { _id: 'u', clients: [{ anything: 1 }] };
  expect(known('message:appUser', withUser(appUser, 'v1.1')).appUser).toEqual(appUser);
});

test('properties may be empty and hold any value', () => {
  const appUser = { _id: 'u', properties: { a: 1, b: 'x', c: false, d: null, e: {} } };
  expect(known('message:appUser', withUser(appUser)).appUser).toEqual(appUser);
  known('message:appUser', withUser({ _id: 'u', properties: {} }));
});

test.each(['2020-08-17T14:58:06Z', '2020-08-17T14:58:06.123Z'])('signedUpAt %s', (signedUpAt) => {
  expect(known('message:appUser', withUser({ _id: 'u', signedUpAt })).appUser.signedUpAt).toBe(signedUpAt);
});

test('ids have no form', () => {
  for (const _id of ['u', '5f3a6c1e9b1d4a0012ab', '5f3a6c1e9b1d4a0012ab34c2a', 'x'.repeat(255)])
    expect(known('appUser:delete', sampleBody('appUser:delete', { appUser: { _id } })).appUser._id).toBe(_id);
});
