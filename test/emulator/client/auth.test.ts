import {
  basicAuth,
  bearerAuth,
  type ClientOptions,
  jwtAuth,
  signUserToken,
} from '../../../src/client/index.ts';
import { createManualClock } from '../../../src/testing/manual-clock.ts';
import { failureOf } from '../../client/support/client.ts';
import { endAll, start } from './support/start.ts';

afterEach(endAll);

const refused = { name: 'AuthError', status: 401, code: 'invalid_auth' };

/** What a call with these credentials gives or fails with. */
async function tryWith(
  make: (key: { keyId: string; secret: string }) => ClientOptions['auth'],
): Promise<unknown> {
  const { emulator, makeClient } = await start({ clock: 'manual' });
  const client = makeClient({ auth: make(emulator.credentials) });
  return await client.menu.get().catch((error: unknown) => error);
}

describe('the emulator, called with a key', () => {
  it('knows the key of the app, on short paths and full ones, and no other app', async () => {
    const { emulator, makeClient } = await start();
    await expect(makeClient().webhooks.list()).resolves.toEqual([]);
    await expect(makeClient({ appId: emulator.appId }).webhooks.list()).resolves.toEqual([]);
    const account = makeClient({ auth: basicAuth(emulator.accountCredentials) });
    const { _id } = await account.apps.create({ name: 'Another' });
    const error = await failureOf(makeClient({ appId: _id }).webhooks.list());
    expect(error).toMatchObject({ name: 'ForbiddenError', status: 403, code: 'forbidden' });
  });

  it('knows the key of the account, for each app of it', async () => {
    const { emulator, makeClient } = await start();
    const account = makeClient({ auth: basicAuth(emulator.accountCredentials), appId: emulator.appId });
    const { _id } = await account.apps.create({ name: 'Another' });
    for (const client of [account, account.forApp(_id)])
      await expect(client.webhooks.list()).resolves.toEqual([]);
  });

  it.each<[string, (key: { keyId: string; secret: string }) => ClientOptions['auth']]>([
    ['a wrong secret', ({ keyId }) => basicAuth({ keyId, secret: 'not-the-secret' })],
    ['an unknown key', ({ secret }) => basicAuth({ keyId: 'app_5f3a6c1e9b1d4a0012ab34c0', secret })],
    [
      'a token signed with a wrong secret',
      ({ keyId }) => jwtAuth({ keyId, secret: 'not-the-secret', scope: 'app' }),
    ],
    [
      'a token of an unknown key',
      ({ secret }) => jwtAuth({ keyId: 'app_5f3a6c1e9b1d4a0012ab34c0', secret, scope: 'app' }),
    ],
    ['a token that is none', () => bearerAuth(() => 'not-a-token')],
  ])('refuses %s', async (_, make) => {
    expect(await tryWith(make)).toMatchObject(refused);
  });

  it('refuses the token of a user, which is for the login of an SDK', async () => {
    const answer = await tryWith((key) => bearerAuth(() => signUserToken({ ...key, userId: 'jane' })));
    expect(answer).toMatchObject({ name: 'AuthError', status: 401, code: 'unauthorized' });
  });
});

describe('the emulator, called with a token', () => {
  it('takes one without an end, also of the account', async () => {
    expect(await tryWith((key) => jwtAuth({ ...key, scope: 'app' }))).toEqual({ items: [] });
    const { emulator, makeClient } = await start();
    const auth = jwtAuth({ ...emulator.accountCredentials, scope: 'account' });
    expect(await makeClient({ auth }).apps.list().toArray()).toHaveLength(1);
  });

  it('takes one until its end, which the client is never late for', async () => {
    const clock = createManualClock();
    const { emulator, makeClient } = await start({ clock });
    const once = jwtAuth({ ...emulator.credentials, scope: 'app', expiresInSeconds: 600, clock });
    const token = (await once.authorize()).replace('Bearer ', '');
    const fixed = makeClient({ auth: bearerAuth(() => token) });
    const renewing = makeClient({ auth: once });
    await clock.advance(599_999);
    for (const client of [fixed, renewing]) expect(await client.menu.get()).toEqual({ items: [] });
    await clock.advance(1);
    expect(await failureOf(fixed.menu.get())).toMatchObject({ ...refused, attempts: 2 });
    expect(await renewing.menu.get().withResponse()).toMatchObject({ attempts: 1 });
  });

  it('refuses one of a key that was deleted, until the client has asked for another', async () => {
    const { emulator, makeClient } = await start();
    const { keys } = makeClient({ auth: basicAuth(emulator.accountCredentials) });
    const old = await keys.create(emulator.appId, { name: 'old' });
    const fresh = await keys.create(emulator.appId, { name: 'fresh' });
    const tokens = [
      await keys.jwt.get(emulator.appId, old._id),
      await keys.jwt.get(emulator.appId, fresh._id),
    ];
    const client = makeClient({ auth: bearerAuth(() => tokens.shift() ?? 'none-is-left') });
    expect(await client.menu.get().withResponse()).toMatchObject({ attempts: 1 });
    await keys.delete(emulator.appId, old._id);
    // A POST as well: a refused one was not carried out.
    const message = { role: 'appMaker', type: 'text', text: 'Hello' } as const;
    const posted = client.templates.create({ name: 'once', message }).withResponse();
    expect(await posted).toMatchObject({ status: 201, attempts: 2 });
    expect(await client.templates.list().toArray()).toHaveLength(1);
    await keys.delete(emulator.appId, fresh._id);
    expect(await failureOf(client.menu.get())).toMatchObject({ ...refused, attempts: 2 });
  });
});
