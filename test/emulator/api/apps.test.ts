import { createApp } from '../../../src/emulator/api/create-app.ts';
import { createKey } from '../../../src/emulator/api/create-key.ts';
import { closeAll } from '../support/listen.ts';
import { errorOf, type Reply, startApi, type TestApi } from './support.ts';

afterEach(closeAll);

interface Answered {
  readonly _id: string;
  readonly name: string;
}
const appOf = ({ body }: Reply) => (body as { app: Answered }).app;

/** A call with the key of the account. */
function call(api: TestApi, method: string, path: string, json?: unknown): Promise<Reply> {
  return api.call(method, `/v1.1${path}`, { auth: api.accountKey, ...(json !== undefined && { json }) });
}

/** Metadata whose JSON has exactly so many bytes. */
const metadataOf = (bytes: number) => ({ a: 'ü'.repeat((bytes - 8) / 2) });

describe('the apps of the emulated API', () => {
  it('are created with what was given', async () => {
    const api = await startApi();
    const json = { name: 'Mine', settings: { echoPostback: true }, metadata: { plan: 'a', n: 1, on: false } };
    const { status, body } = await call(api, 'POST', '/apps', json);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        app: {
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          appToken: expect.stringMatching(/^[0-9a-z]{25}$/),
          ...json,
        },
      },
    });
    const created = appOf({ body } as Reply);
    expect((await call(api, 'GET', `/apps/${created._id}`)).body).toEqual(body);
    const bare = await call(api, 'POST', '/apps', { name: 'Bare' });
    expect(bare.body).toMatchObject({ app: { name: 'Bare', settings: {}, metadata: {} } });
  });

  it('change in the fields that are given', async () => {
    const api = await startApi();
    const { _id } = appOf(
      await call(api, 'POST', '/apps', {
        name: 'A',
        settings: { echoPostback: true, useAnimalNames: true },
        metadata: { a: 1 },
      }),
    );
    const update = async (json: object) => (await call(api, 'PUT', `/apps/${_id}`, json)).body;
    expect(await update({ settings: { useAnimalNames: false } })).toMatchObject({
      app: { name: 'A', settings: { echoPostback: true, useAnimalNames: false }, metadata: { a: 1 } },
    });
    expect(await update({ name: 'B', metadata: { b: 2 } })).toEqual({
      app: expect.objectContaining({
        name: 'B',
        settings: { echoPostback: true, useAnimalNames: false },
        metadata: { b: 2 },
      }),
    });
  });

  it('are listed page by page, in the order of their creation', async () => {
    const api = await startApi();
    for (let count = 2; count <= 26; count++) createApp(api.world, { name: `App ${count}` });
    const list = async (query: string) => {
      const { body } = await call(api, 'GET', `/apps${query}`);
      const { apps, ...rest } = body as { apps: Answered[] };
      return { names: [apps[0]?.name, apps.at(-1)?.name], count: apps.length, ...rest };
    };
    expect(await list('')).toEqual({ names: ['Test', 'App 25'], count: 25, hasMore: true, offset: 0 });
    expect(await list('?offset=25')).toEqual({
      names: ['App 26', 'App 26'],
      count: 1,
      hasMore: false,
      offset: 25,
    });
    expect(await list('?limit=26')).toEqual({
      names: ['Test', 'App 26'],
      count: 26,
      hasMore: false,
      offset: 0,
    });
    expect(await list('?limit=100&offset=99')).toMatchObject({ count: 0, hasMore: false });
    expect(await list('?limit=1&offset=1')).toMatchObject({ names: ['App 2', 'App 2'], hasMore: true });
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'limit=', 'limit=1.5', 'offset=-1', 'offset=1e3'])(
    'are not listed by %s',
    async (query) => {
      const api = await startApi();
      const { status, body } = await call(api, 'GET', `/apps?${query}`);
      expect({ status, body }).toEqual({ status: 400, body: errorOf('bad_request') });
    },
  );

  it('warn of what the emulator does not know', async () => {
    const api = await startApi();
    await call(api, 'POST', '/apps', { name: 'A', settings: { other: 1 }, more: 2 });
    await call(api, 'GET', '/apps?serviceAccountId=5');
    expect(api.log.list().map(({ warnings }) => warnings)).toEqual([
      ["unknown field 'more'", "unknown field 'settings.other'"],
      ['serviceAccountId is ignored: the emulator has no service accounts'],
    ]);
  });

  it.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a name that is no text', { name: 5 }, 'name'],
    ['settings that are no object', { name: 'A', settings: [] }, 'settings'],
    ['a setting of another type', { name: 'A', settings: { echoPostback: 'yes' } }, 'settings.echoPostback'],
    [
      'a retention that is no whole number',
      { name: 'A', settings: { conversationRetentionSeconds: 1.5 } },
      'settings.conversationRetentionSeconds',
    ],
    ['metadata that are not flat', { name: 'A', metadata: { a: {} } }, 'metadata.a'],
    ['metadata with null', { name: 'A', metadata: { a: null } }, 'metadata.a'],
    ['metadata above 4096 bytes', { name: 'A', metadata: metadataOf(4_098) }, 'metadata'],
  ])('are refused with %s', async (_, json, field) => {
    const api = await startApi();
    const { status, body } = await call(api, 'POST', '/apps', json);
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: { code: 'bad_request', description: expect.stringContaining(field) } },
    });
    expect(api.world.state.apps.size).toBe(1);
    if (!('name' in json)) return;
    expect((await call(api, 'PUT', api.full, json)).status).toBe(400);
  });

  it('take metadata of 4096 bytes', async () => {
    const api = await startApi();
    const metadata = metadataOf(4_096);
    expect(Buffer.byteLength(JSON.stringify(metadata))).toBe(4_096);
    expect((await call(api, 'POST', '/apps', { name: 'A', metadata })).status).toBe(201);
  });

  it('are gone with all that is theirs when they were deleted', async () => {
    const api = await startApi();
    const other = createApp(api.world, { name: 'Other' });
    const otherKey = createKey(api.world, other, 'other');
    const file = { mediaType: 'image/png', bytes: new Uint8Array(1), userId: undefined, forMessage: false };
    api.world.state.attachments.set('mine', { ...file, appId: api.world.app._id });
    api.world.state.attachments.set('others', { ...file, appId: other._id });
    const { status, body } = await call(api, 'DELETE', api.full);
    expect({ status, body }).toEqual({ status: 200, body: {} });
    expect((await call(api, 'GET', api.full)).body).toEqual(errorOf('app_not_found'));
    expect((await api.call('GET', '/v1.1/webhooks')).body).toEqual(errorOf('invalid_auth'));
    expect([...api.world.state.keys.keys()]).toEqual([api.accountKey._id, otherKey._id]);
    expect([...api.world.state.attachments.keys()]).toEqual(['others']);
    expect((await call(api, 'DELETE', api.full)).body).toEqual(errorOf('app_not_found'));
  });
});
