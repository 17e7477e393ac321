import { html, startServer, type TestServer } from '../client/support/server.ts';
import { run } from './support.ts';

const keyId = 'app_5f3a6c1e9b1d4a0012ab34c0';
const secret = 'c2VjcmV0LW9mLXRoZS10ZXN0cw';
const appUser = { _id: '5e4a9c601b9d2e4c7a004a24' };

describe('a command with a client', () => {
  let server: TestServer;
  let env: NodeJS.ProcessEnv;

  beforeEach(async () => {
    server = await startServer();
    server.answer(() => ({ status: 200, body: { appUser } }));
    env = { SWITCHHOOK_KEY_ID: keyId, SWITCHHOOK_SECRET: secret, SWITCHHOOK_BASE_URL: server.baseUrl };
  });

  afterEach(() => server.close());

  const call = (args: readonly string[] = [], more: NodeJS.ProcessEnv = {}, tty = false) =>
    run(['users', 'get', 'u', ...args], { env: { ...env, ...more }, tty });

  it('takes key, secret and host from the environment', async () => {
    expect(await call()).toMatchObject({ code: 0, stderr: '' });
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]).toMatchObject({
      method: 'GET',
      url: '/v1.1/appusers/u',
      headers: { authorization: `Basic ${btoa(`${keyId}:${secret}`)}` },
    });
  });

  it('takes what is given before the environment', async () => {
    const other = 'act_5f3a6c1e9b1d4a0012ab34c1';
    const wrong = { SWITCHHOOK_BASE_URL: 'http://127.0.0.1:9', SWITCHHOOK_APP_ID: 'no' };
    const args = [
      '--key-id',
      other,
      '--app',
      'a/b',
      '--base-url',
      `${server.baseUrl}/sc`,
      '--api-version',
      'v1',
    ];
    expect((await call(args, wrong)).code).toBe(0);
    expect(server.calls[0]).toMatchObject({
      url: '/sc/v1/apps/a%2Fb/appusers/u',
      headers: { authorization: `Basic ${btoa(`${other}:${secret}`)}` },
    });
  });

  it('takes the app from the environment', async () => {
    await call([], { SWITCHHOOK_APP_ID: '5f' });
    expect(server.calls[0]?.url).toBe('/v1.1/apps/5f/appusers/u');
  });

  it('takes a host that is given before a region of the environment', async () => {
    const args = ['--base-url', server.baseUrl];
    expect((await call(args, { SWITCHHOOK_BASE_URL: '', SWITCHHOOK_REGION: 'eu' })).code).toBe(0);
    expect(server.calls).toHaveLength(1);
  });

  it.each([
    ['the default', [], {}, 'https://api.smooch.io/v1.1/appusers/u'],
    ['a region', ['--region', 'eu'], {}, 'https://api.eu-1.smooch.io/v1.1/appusers/u'],
    [
      'a region of the environment',
      [],
      { SWITCHHOOK_REGION: 'eu' },
      'https://api.eu-1.smooch.io/v1.1/appusers/u',
    ],
    [
      'a region that is given before a host of the environment',
      ['--region', 'us'],
      { SWITCHHOOK_BASE_URL: 'http://127.0.0.1:9' },
      'https://api.smooch.io/v1.1/appusers/u',
    ],
  ])('calls the host of %s', async (_, args, more, url) => {
    const fetching = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => Response.json({ appUser }));
    try {
      expect((await call(args, { SWITCHHOOK_BASE_URL: '', ...more })).code).toBe(0);
      expect(fetching.mock.calls.map(([called]) => called)).toEqual([url]);
    } finally {
      fetching.mockRestore();
    }
  });

  it.each([
    ['no key', [], { SWITCHHOOK_KEY_ID: '' }, '--key-id is missing: give it, or set SWITCHHOOK_KEY_ID.'],
    [
      'no secret',
      [],
      { SWITCHHOOK_SECRET: '' },
      'SWITCHHOOK_SECRET is not set: it holds the secret of the API key.',
    ],
    ['a secret with a blank', [], { SWITCHHOOK_SECRET: `${secret} ` }, 'holds a blank'],
    ['a secret on the command line', ['--secret', secret], {}, "Unknown option '--secret'"],
    ['a key that is none', ['--key-id', 'a:b'], {}, 'keyId must be the id of an API key'],
    [
      'the key of an account without an app',
      ['--key-id', 'act_5f3a6c1e9b1d4a0012ab34c1'],
      {},
      '--app is missing: give it, or set SWITCHHOOK_APP_ID.',
    ],
    ['the key of a service account without an app', ['--key-id', 'svc_5f'], {}, '--app is missing'],
    ['a region that does not exist', ['--region', 'mars'], {}, '--region must be one of us, eu.'],
    ['a version that does not exist', ['--api-version', 'v2'], {}, '--api-version must be one of v1, v1.1.'],
    ['a host that is no URL', ['--base-url', 'localhost'], {}, 'baseUrl must be a URL'],
    [
      'region and host',
      ['--region', 'eu', '--base-url', 'http://h'],
      {},
      'Give --region or --base-url, not both',
    ],
    ['region and host of the environment', [], { SWITCHHOOK_REGION: 'eu' }, 'nor both of their variables.'],
  ])('refuses %s before any call', async (_, args, more, message) => {
    const { code, stdout, stderr } = await call(args, more);
    expect({ code, stdout, calls: server.calls }).toEqual({ code: 2, stdout: '', calls: [] });
    expect(stderr).toMatch(/^switchhook: [^\n]+\n$/);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain(secret);
  });

  const failed = 'switchhook: GET /v1.1/appusers/{id} was answered';
  it.each([
    [
      'code and explanation',
      {
        status: 404,
        body: { error: { code: 'user_not_found', description: 'There is no\nuser\u001b[31m u.' } },
      },
      `${failed} 404 user_not_found: There is no user [31m u.\n`,
    ],
    ['the code alone', { status: 403, body: { error: { code: 'forbidden' } } }, `${failed} 403 forbidden.\n`],
    ['the status of a proxy', html(413), `${failed} 413 request_entity_too_large.\n`],
    [
      'an explanation without the secret that it quotes',
      { status: 401, body: { error: { code: 'invalid_auth', description: `'${secret}' is wrong` } } },
      `${failed} 401 invalid_auth: '[masked]' is wrong\n`,
    ],
    [
      'the beginning of a long explanation',
      { status: 400, body: { error: { code: 'bad_request', description: 'x'.repeat(301) } } },
      `${failed} 400 bad_request: ${'x'.repeat(300)}…\n`,
    ],
  ])('fails with one sentence that has %s', async (_, reply, stderr) => {
    server.answer(() => reply);
    expect(await call()).toMatchObject({ code: 1, stdout: '', stderr });
    expect(await call(['--json'])).toMatchObject({ code: 1, stdout: '', stderr });
  });

  it('fails with one sentence when there is no service', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    await server.close();
    const { code, stdout, stderr } = await call();
    jest.mocked(Math.random).mockRestore();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^switchhook: GET \/v1\.1\/appusers\/\{id\} found no connection \([A-Z]+\)\.\n$/);
  });

  it('tells a person why it waits, and a program nothing', async () => {
    const busy = {
      status: 429,
      headers: { 'retry-after': '0' },
      body: { error: { code: 'too_many_requests' } },
    };
    server.script(busy, { status: 200, body: { appUser } });
    const { code, stderr } = await call([], {}, true);
    expect(code).toBe(0);
    expect(stderr).toContain('was answered 429 too_many_requests; again in 0 s');
    server.script(busy, { status: 200, body: { appUser } });
    expect(await call()).toMatchObject({ code: 0, stderr: '' });
  });
});
