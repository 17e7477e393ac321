import { createApp } from '../../../src/emulator/api/create-app.ts';
import { closeAll } from '../support/listen.ts';
import { errorOf, type Reply, startApi, type TestApi } from './support.ts';

afterEach(closeAll);

interface Answered {
  readonly _id: string;
  readonly name: string;
  readonly secret: string;
}
const keyOf = ({ body }: Reply) => (body as { key: Answered }).key;

/** A call about the keys of the app, with the key of the account. */
function call(api: TestApi, method: string, path = '', json?: unknown): Promise<Reply> {
  return api.call(method, `/v1.1${api.full}/keys${path}`, {
    auth: api.accountKey,
    ...(json !== undefined && { json }),
  });
}

describe('the keys of the emulated API', () => {
  it('let their holder in from their creation to their end', async () => {
    const api = await startApi();
    const created = await call(api, 'POST', '', { name: 'key1' });
    expect({ status: created.status, body: created.body }).toEqual({
      status: 201,
      body: {
        key: {
          _id: expect.stringMatching(/^app_[0-9a-f]{24}$/),
          name: 'key1',
          secret: expect.stringMatching(/^[\w-]{86}$/),
        },
      },
    });
    const { _id, secret } = keyOf(created);
    const auth = `Basic ${btoa(`${_id}:${secret}`)}`;
    expect((await api.call('GET', '/v1.1/webhooks', { auth })).status).toBe(200);
    const deleted = await call(api, 'DELETE', `/${_id}`);
    expect({ status: deleted.status, body: deleted.body }).toEqual({ status: 200, body: {} });
    expect((await api.call('GET', '/v1.1/webhooks', { auth })).body).toEqual(errorOf('invalid_auth'));
  });

  it('are listed and got with their secrets, those of the app alone', async () => {
    const api = await startApi();
    const created = keyOf(await call(api, 'POST', '', { name: 'key1' }));
    const { _id, name, secret } = api.appKey;
    expect((await call(api, 'GET')).body).toEqual({ keys: [{ _id, name, secret }, created] });
    expect((await call(api, 'GET', `/${created._id}`)).body).toEqual({ key: created });
  });

  it('give a token that lets in', async () => {
    const api = await startApi();
    const { status, body } = await call(api, 'GET', `/${api.appKey._id}/jwt`);
    expect(status).toBe(200);
    const { jwt } = body as { jwt: string };
    const [head, payload] = jwt
      .split('.', 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown);
    expect(head).toEqual({ alg: 'HS256', typ: 'JWT', kid: api.appKey._id });
    expect(payload).toEqual({ scope: 'app', iat: Math.floor(api.world.clock.now() / 1_000) });
    expect((await api.call('GET', '/v1.1/webhooks', { auth: `Bearer ${jwt}` })).status).toBe(200);
  });

  it('are ten at most', async () => {
    const api = await startApi();
    for (let count = 2; count <= 10; count++)
      expect((await call(api, 'POST', '', { name: `key${count}` })).status).toBe(201);
    const refused = await call(api, 'POST', '', { name: 'key11' });
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 400,
      body: errorOf('bad_request'),
    });
    const other = createApp(api.world, { name: 'Other' });
    const elsewhere = await api.call('POST', `/v1.1/apps/${other._id}/keys`, {
      auth: api.accountKey,
      json: { name: 'key1' },
    });
    expect(elsewhere.status).toBe(201);
  });

  it.each([{}, { name: '' }, { name: 7 }])('are not created with %j', async (json) => {
    const api = await startApi();
    expect((await call(api, 'POST', '', json)).body).toEqual(errorOf('bad_request'));
  });

  it('of another app, of the account or of nobody are not found', async () => {
    const api = await startApi();
    const other = createApp(api.world, { name: 'Other' });
    const path = `/v1.1/apps/${other._id}/keys`;
    for (const id of [api.appKey._id, api.accountKey._id, 'app_none'])
      for (const [method, rest] of [
        ['GET', ''],
        ['GET', '/jwt'],
        ['DELETE', ''],
      ] as const) {
        const { status, body } = await api.call(method, `${path}/${id}${rest}`, { auth: api.accountKey });
        expect({ status, body }).toEqual({ status: 404, body: errorOf('not_found') });
      }
    expect(api.world.state.keys.size).toBe(2);
  });
});
