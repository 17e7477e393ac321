import { basicAuth, type ClientOptions, createClient, jwtAuth } from '../../src/client/index.ts';
import { OptionsError } from '../../src/errors/index.ts';
import { appId, basic, failureOf, keyId, makeClient, secret } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

const auth = basicAuth({ keyId, secret });

/** The URL that a client with these options calls. */
async function urlOf(options: Partial<ClientOptions>): Promise<string> {
  let called = '';
  const fetch: typeof globalThis.fetch = async (input) => {
    called = String(input);
    return Response.json({});
  };
  await createClient({ auth, fetch, ...options }).request('GET', '/webhooks');
  return called;
}

describe('the place that a client calls', () => {
  it.each([
    [{}, 'https://api.smooch.io/v1.1/webhooks'],
    [{ region: 'us' }, 'https://api.smooch.io/v1.1/webhooks'],
    [{ region: 'eu' }, 'https://api.eu-1.smooch.io/v1.1/webhooks'],
    [{ apiVersion: 'v1' }, 'https://api.smooch.io/v1/webhooks'],
    [{ appId }, `https://api.smooch.io/v1.1/apps/${appId}/webhooks`],
    [{ baseUrl: 'https://own.example' }, 'https://own.example/v1.1/webhooks'],
    [{ baseUrl: 'https://own.example/sc/' }, 'https://own.example/sc/v1.1/webhooks'],
    [{ baseUrl: 'http://localhost:8080/a/b' }, 'http://localhost:8080/a/b/v1.1/webhooks'],
  ] as const)('with %j is %s', async (options, url) => {
    expect(await urlOf(options)).toBe(url);
  });

  it('is refused for an account key without an app, and right with forApp', async () => {
    const account = basicAuth({ keyId: 'act_5f3a6c1e9b1d4a0012ab34c0', secret });
    await expect(urlOf({ auth: account })).rejects.toThrow(/appId or with forApp/);
    expect(await urlOf({ auth: account, appId: 'one' })).toContain('/v1.1/apps/one/webhooks');
  });
});

describe('the options of a client', () => {
  const signal = {} as AbortSignal;
  it.each([
    [{ auth: undefined }, /auth must be made by/],
    [{ auth: { keyId, secret } }, /auth must be made by/],
    [{ appId: '' }, /appId must be/],
    [{ region: 'ue' }, /region must be us or eu/],
    [{ region: 'us', baseUrl: 'https://own.example' }, /cannot be given together/],
    [{ baseUrl: 'own.example' }, /baseUrl must be a URL/],
    [{ baseUrl: 'https://a:b@own.example' }, /no credentials/],
    [{ baseUrl: 'https://own.example?x=1' }, /no query/],
    [{ baseUrl: 'https://own.example/v1.1' }, /end before the version/],
    [{ apiVersion: 'v2' }, /apiVersion must be one of v1, v1.1/],
    [{ timeoutMs: 0 }, /timeoutMs/],
    [{ deadlineMs: 0.5 }, /deadlineMs/],
    [{ maxRetries: -1 }, /maxRetries/],
    [{ fetch: 'fetch' }, /fetch must be a function/],
    [{ logger: {} }, /logger must have debug/],
    [{ hooks: { onrequest: () => {} } }, /hooks has no option 'onrequest'/],
    [{ hooks: { onRequest: 1 } }, /hooks.onRequest must be a function/],
    [{ signal }, /signal must be an AbortSignal/],
    [{ retries: 3 }, /createClient has no option 'retries'/],
  ])('%j are refused', (options, message) => {
    const create = () => createClient({ auth, ...options } as unknown as ClientOptions);
    expect(create).toThrow(OptionsError);
    expect(create).toThrow(message);
  });

  it.each([{ timeoutMs: 1, deadlineMs: 1, maxRetries: 0 }])('%j are the least that pass', (options) => {
    expect(() => createClient({ auth, ...options })).not.toThrow();
  });
});

describe('a client', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(() => {
    server.calls.length = 0;
    server.script({ status: 200, body: { app: { _id: appId } } });
  });
  afterAll(() => server.close());

  it('sends a body as JSON with its headers, byte for byte', async () => {
    const json = { role: 'appMaker', text: 'Grüße' };
    await makeClient(server.baseUrl, { appId }).request('POST', ['appusers', 'a b', 'messages'], { json });
    const [call] = server.calls;
    expect(call?.method).toBe('POST');
    expect(call?.url).toBe(`/v1.1/apps/${appId}/appusers/a%20b/messages`);
    expect(call?.body).toBe('{"role":"appMaker","text":"Grüße"}');
    expect(call?.headers).toMatchObject({
      authorization: basic,
      accept: 'application/json',
      'content-type': 'application/json',
      'content-length': '36',
    });
  });

  it('sends no content-type without a body', async () => {
    await makeClient(server.baseUrl).request('DELETE', '/webhooks/1');
    expect(server.calls[0]?.headers).not.toHaveProperty('content-type');
    expect(server.calls[0]?.body).toBe('');
  });

  it('gives the answer, and with withResponse() what surrounds it', async () => {
    const client = makeClient(server.baseUrl);
    expect(await client.request('GET', '/webhooks')).toEqual({ app: { _id: appId } });
    const whole = await client.request('GET', '/webhooks').withResponse();
    expect(whole).toMatchObject({ data: { app: { _id: appId } }, status: 200, attempts: 1 });
    expect(whole.headers.get('content-type')).toBe('application/json');
  });

  it('leaves no rejection unheard when only withResponse() is awaited', async () => {
    server.script({ status: 404, body: { error: { code: 'not_found' } } });
    const unheard = jest.fn();
    process.on('unhandledRejection', unheard);
    const error = await failureOf(makeClient(server.baseUrl).request('GET', '/webhooks').withResponse());
    await new Promise(setImmediate);
    process.off('unhandledRejection', unheard);
    expect(error).toMatchObject({ code: 'not_found' });
    expect(unheard).not.toHaveBeenCalled();
  });

  it('calls paths of the account, of another app and of another version', async () => {
    const client = makeClient(server.baseUrl, { appId });
    await client.request('GET', '/apps', { base: 'account', query: { limit: 0 } });
    await client.forApp('other/app').request('GET', ['webhooks']);
    await client.withOptions({ apiVersion: 'v1' }).request('GET', ['webhooks']);
    await client.request('GET', ['webhooks'], { apiVersion: 'v1' });
    expect(server.calls.map(({ url }) => url)).toEqual([
      '/v1.1/apps?limit=0',
      '/v1.1/apps/other%2Fapp/webhooks',
      `/v1/apps/${appId}/webhooks`,
      `/v1/apps/${appId}/webhooks`,
    ]);
  });

  it('changes the host with withOptions, whichever way the first was named', async () => {
    const client = createClient({ auth, region: 'eu' }).withOptions({ baseUrl: server.baseUrl });
    await client.request('GET', '/webhooks');
    expect(server.calls).toHaveLength(1);
    expect(() => client.withOptions({ region: 'us' })).not.toThrow();
  });

  it.each([
    ['webhooks', /begin with a slash/],
    ['/appusers/a?b', /holds \? or #/],
    ['/appusers/a#b', /holds \? or #/],
    ['/appusers/100%', /% that encodes nothing/],
    ['/v1.1/webhooks', /begins after the version/],
    ['/appusers//messages', /after appusers is empty/],
    ['/appusers/../webhooks', /after appusers is \.\./],
    ['/appusers/%2e%2E/webhooks', /after appusers is \.\./],
    [['appusers', '.'], /after appusers is \., which no URL can carry/],
    [['appusers', '\ud800'], /half a character/],
    [['appusers', 7], /must be a text/],
  ])('refuses the path %j before the call', async (path, message) => {
    const error = await failureOf(makeClient(server.baseUrl).request('GET', path as string));
    expect(error).toBeInstanceOf(OptionsError);
    expect((error as Error).message).toMatch(message);
    expect(server.calls).toEqual([]);
  });

  it.each([
    [{ headers: { Authorization: 'x' } }, /set by the client itself/],
    [{ headers: { 'content-type': 'x' } }, /set by the client itself/],
    [{ headers: { 'x-a': 'secret\nvalue' } }, /no header can have/],
    [{ timeoutMs: 0 }, /timeoutMs/],
    [{ deadlineMs: 0 }, /deadlineMs/],
    [{ maxRetries: -1 }, /maxRetries/],
    [{ signal: 1 }, /AbortSignal/],
    [{ timeout: 1 }, /no option 'timeout'/],
  ])('refuses the options %j of a call', async (options, message) => {
    const error = await failureOf(
      makeClient(server.baseUrl).request('GET', '/webhooks', {}, options as unknown as object),
    );
    expect(error).toBeInstanceOf(OptionsError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain('secret');
  });

  it('refuses a body with GET and a body that is no JSON', async () => {
    const client = makeClient(server.baseUrl);
    const circular: { self?: unknown } = {};
    circular.self = circular;
    await expect(client.request('GET', '/webhooks', { json: {} })).rejects.toThrow(/GET sends no body/);
    await expect(client.request('POST', '/webhooks', { json: circular })).rejects.toThrow(/written as JSON/);
    await expect(client.request('PATCH' as 'PUT', '/webhooks')).rejects.toThrow(/method must be one of/);
  });

  it('adds the headers of a call', async () => {
    await makeClient(server.baseUrl).request('GET', '/webhooks', {}, { headers: { 'x-trace': '17' } });
    expect(server.calls[0]?.headers).toMatchObject({ 'x-trace': '17', authorization: basic });
  });

  it('works with a token in place of a key', async () => {
    await makeClient(server.baseUrl, { auth: jwtAuth({ keyId, secret, scope: 'app' }) }).request(
      'GET',
      '/menu',
    );
    expect(server.calls[0]?.headers.authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  });
});
