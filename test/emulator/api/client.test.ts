import { basicAuth, createClient, isApiError, jwtAuth } from '../../../src/client/index.ts';
import { closeAll } from '../support/listen.ts';
import { startApi, type TestApi } from './support.ts';

afterEach(closeAll);

function clientOf({ origin, accountKey, world }: TestApi) {
  const auth = basicAuth({ keyId: accountKey._id, secret: accountKey.secret });
  return createClient({ auth, baseUrl: origin, appId: world.app._id, maxRetries: 0 });
}

const wanted = { target: 'http://receiver.test/hook', triggers: ['message:appUser'] };

describe('the typed client and the emulated API', () => {
  it('agree about webhooks', async () => {
    const { webhooks } = clientOf(await startApi());
    const created = await webhooks.create(wanted);
    expect(await webhooks.list()).toEqual([created]);
    expect(await webhooks.update(created._id, { includeClient: true })).toEqual({
      ...created,
      includeClient: true,
    });
    expect(await webhooks.get(created._id)).toMatchObject({ includeClient: true });
    expect(await webhooks.delete(created._id)).toBeUndefined();
    expect(await webhooks.list()).toEqual([]);
  });

  it('ensure a webhook once, and beside it one of the other version', async () => {
    const { webhooks } = clientOf(await startApi());
    expect(await webhooks.ensure(wanted)).toMatchObject({ action: 'created' });
    expect(await webhooks.ensure(wanted)).toMatchObject({ action: 'unchanged' });
    expect(await webhooks.ensure({ ...wanted, triggers: ['*'] })).toMatchObject({ action: 'updated' });
    expect(await webhooks.ensure({ ...wanted, apiVersion: 'v1' })).toMatchObject({
      action: 'created',
      webhook: { version: 'v1' },
    });
    expect((await webhooks.list()).map(({ version }) => version)).toEqual(['v1.1', 'v1']);
  });

  it('agree about apps and their pages', async () => {
    const { apps } = clientOf(await startApi());
    const created = await apps.create({ name: 'Mine', metadata: { a: 1 } });
    await apps.create({ name: 'Third' });
    const names: unknown[] = [];
    for await (const { name } of apps.list({ limit: 1 })) names.push(name);
    expect(names).toEqual(['Test', 'Mine', 'Third']);
    expect(await apps.update(created._id, { name: 'Yours' })).toEqual({ ...created, name: 'Yours' });
    expect(await apps.delete(created._id)).toBeUndefined();
    await expect(apps.get(created._id)).rejects.toMatchObject({ code: 'app_not_found' });
  });

  it('agree about keys, and about the tokens that are made of them', async () => {
    const api = await startApi();
    const { keys } = clientOf(api);
    const key = await keys.create(api.world.app._id, { name: 'key' });
    expect(await keys.list(api.world.app._id)).toContainEqual(key);
    expect(await keys.get(api.world.app._id, key._id)).toEqual(key);
    expect(await keys.jwt.get(api.world.app._id, key._id)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const auth = jwtAuth({ keyId: key._id, secret: key.secret, scope: 'app' });
    const client = createClient({ auth, baseUrl: api.origin, maxRetries: 0 });
    expect(await client.webhooks.list()).toEqual([]);
    await keys.delete(api.world.app._id, key._id);
    const refusal = await client.webhooks.list().catch((error: unknown) => error);
    expect(isApiError(refusal) && [refusal.status, refusal.code]).toEqual([401, 'invalid_auth']);
  });
});
