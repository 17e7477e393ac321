import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { basicAuth, bearerAuth, jwtAuth, signUserToken } from '../../src/client/index.ts';
import { OptionsError } from '../../src/errors/index.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import { basic, failureOf, keyId, makeClient, secret } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

/** The parts of a token, with its signature checked apart from the code under test. */
function openToken(token: string): { header: unknown; payload: unknown } {
  const [header = '', payload = '', signature] = token.replace('Bearer ', '').split('.');
  expect(signature).toBe(createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url'));
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { header: read(header), payload: read(payload) };
}

describe('basicAuth', () => {
  it('sends the key id as user and the secret as password', () => {
    expect(basicAuth({ keyId, secret }).authorize()).toBe(basic);
  });
});

describe('jwtAuth', () => {
  it('signs a token without an end, once', async () => {
    const auth = jwtAuth({ keyId, secret, scope: 'app' });
    const token = await auth.authorize();
    expect(openToken(token)).toEqual({
      header: { alg: 'HS256', typ: 'JWT', kid: keyId },
      payload: { scope: 'app' },
    });
    expect(auth.authorize()).toBe(token);
  });

  it('renews a token a minute before it ends, and not before', async () => {
    const clock = createManualClock();
    const auth = jwtAuth({ keyId, secret, scope: 'app', expiresInSeconds: 3600, clock });
    const first = await auth.authorize();
    expect(openToken(first).payload).toEqual({ scope: 'app', exp: 1_700_000_000 + 3600 });
    await clock.advance(3_540_000 - 1);
    expect(auth.authorize()).toBe(first);
    await clock.advance(1);
    expect(openToken(await auth.authorize()).payload).toEqual({ scope: 'app', exp: 1_700_003_540 + 3600 });
  });

  it('renews a short token at half its life', async () => {
    const clock = createManualClock();
    const auth = jwtAuth({ keyId, secret, scope: 'app', expiresInSeconds: 10, clock });
    const first = await auth.authorize();
    await clock.advance(4_999);
    expect(auth.authorize()).toBe(first);
    await clock.advance(1);
    expect(auth.authorize()).not.toBe(first);
  });

  it.each([
    ['app', 'act_1', /scope must be account/],
    ['app', 'svc_1', /scope must be account/],
    ['account', 'app_1', /scope must be app/],
    ['appUser', 'app_1', /signUserToken/],
    [undefined, 'app_1', /scope must be/],
  ])('refuses scope %s for key %s', (scope, id, message) => {
    expect(() => jwtAuth({ keyId: id, secret, scope: scope as 'app' })).toThrow(message);
  });

  it.each([
    ['app', 'app_1'],
    ['account', 'act_1'],
    ['account', 'svc_1'],
    ['account', 'new_1'],
    ['app', 'new_1'],
  ] as const)('takes scope %s for key %s', (scope, id) => {
    expect(jwtAuth({ keyId: id, secret, scope }).scope).toBe(scope);
  });
});

describe('signUserToken', () => {
  it('signs the user id with scope appUser', () => {
    expect(openToken(signUserToken({ keyId, secret, userId: 'a/b' })).payload).toEqual({
      scope: 'appUser',
      userId: 'a/b',
    });
  });

  it('ends the token when it is told to', () => {
    const clock = createManualClock();
    const token = signUserToken({ keyId, secret, userId: 'u', expiresInSeconds: 60, clock });
    expect(openToken(token).payload).toEqual({ scope: 'appUser', userId: 'u', exp: 1_700_000_060 });
  });

  it('refuses a number as user id, and the key of an account', () => {
    expect(() => signUserToken({ keyId, secret, userId: 7 as unknown as string })).toThrow(
      /userId must be a text/,
    );
    expect(() => signUserToken({ keyId: 'act_1', secret, userId: 'u' })).toThrow(/app key/);
  });
});

describe('a key', () => {
  it.each([
    [{ keyId, secret: undefined }, /secret is missing/],
    [{ keyId, secret: ' ' }, /secret is missing/],
    [{ keyId, secret: 'hush-hush \n' }, /copy it again/],
    [{ keyId: undefined, secret: 'hush-hush' }, /keyId must be/],
    [{ keyId: 'a:b', secret: 'hush-hush' }, /keyId must be/],
    [{ keyId: 'hush-hush', secret: 'hush-hush' }, /are the same/],
    [{ keyId, secret: 'hush-hush', 'hush-hush': 1 }, /no such option/],
  ])('%# is refused without showing the secret', (key, message) => {
    for (const make of [
      () => basicAuth(key),
      () => jwtAuth({ ...key, scope: 'app' }),
      () => signUserToken({ ...key, userId: 'u' }),
    ]) {
      expect(make).toThrow(OptionsError);
      expect(make).toThrow(message);
      expect(make).not.toThrow(/hush/);
    }
  });
});

describe('bearerAuth', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(() => server.close());

  it('asks for a token once, and calls at the same time share the question', async () => {
    const provider = jest.fn(async () => 'token-1');
    const client = makeClient(server.baseUrl, { auth: bearerAuth(provider) });
    await Promise.all([client.request('GET', '/menu'), client.request('GET', '/menu')]);
    await client.request('GET', '/menu');
    expect(provider).toHaveBeenCalledTimes(1);
    expect(server.calls.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer token-1'));
  });

  it('asks again after a 401, once, even for a POST and without retries', async () => {
    let count = 0;
    const auth = bearerAuth(() => `token-${++count}`);
    server.answer(({ headers }) =>
      headers.authorization === 'Bearer token-2' ? { status: 201, body: {} } : { status: 401, body: {} },
    );
    const client = makeClient(server.baseUrl, { auth, maxRetries: 0 });
    const answer = await client.request('POST', '/webhooks', { json: {} }).withResponse();
    expect(answer).toMatchObject({ status: 201, attempts: 2 });
    expect(count).toBe(2);
  });

  it('gives up after the second 401', async () => {
    server.script({ status: 401, body: { error: { code: 'invalid_auth' } } });
    const provider = jest.fn(() => 'old');
    const error = await failureOf(
      makeClient(server.baseUrl, { auth: bearerAuth(provider) }).request('GET', '/menu'),
    );
    expect(error).toMatchObject({ name: 'AuthError', code: 'invalid_auth', status: 401, attempts: 2 });
    expect(provider).toHaveBeenCalledTimes(2);
  });

  it('asks once for several calls that were answered 401 together', async () => {
    let count = 0;
    const auth = bearerAuth(async () => `token-${++count}`);
    server.answer(({ headers }) => ({
      status: headers.authorization === 'Bearer token-1' ? 401 : 200,
      body: {},
    }));
    const client = makeClient(server.baseUrl, { auth });
    await Promise.all([1, 2, 3].map(() => client.request('GET', '/menu')));
    expect(count).toBe(2);
  });

  it('fails the call with what the provider throws, and asks again at the next', async () => {
    const provider = jest.fn<Promise<string>, []>(async () => 'token');
    provider.mockRejectedValueOnce(new Error('the vault is closed'));
    const client = makeClient(server.baseUrl, { auth: bearerAuth(provider) });
    await expect(client.request('GET', '/menu')).rejects.toThrow('the vault is closed');
    await expect(client.request('GET', '/menu')).resolves.toEqual({});
  });

  it('refuses a token that no header can carry, without showing it', async () => {
    const client = makeClient(server.baseUrl, { auth: bearerAuth(() => 'hush\nhush') });
    const error = await failureOf(client.request('GET', '/menu'));
    expect(error).toBeInstanceOf(OptionsError);
    expect(inspect(error)).not.toContain('hush');
    expect(() => bearerAuth('token' as never)).toThrow(OptionsError);
  });
});

describe('auth of another make', () => {
  it('fails the call without showing credentials that no header can carry', async () => {
    const auth = { scope: undefined, authorize: () => 'hush\nhush', renew: () => false };
    const error = await failureOf(makeClient('http://localhost:1', { auth }).request('GET', '/menu'));
    expect(error).toBeInstanceOf(OptionsError);
    expect(inspect(error)).not.toContain('hush');
  });
});

describe('credentials', () => {
  it('show no secret and no token when they are printed or turned into JSON', async () => {
    const token = 'tok-0123456789';
    for (const auth of [
      basicAuth({ keyId, secret }),
      jwtAuth({ keyId, secret, scope: 'app' }),
      bearerAuth(() => token),
    ]) {
      const sent = (await auth.authorize()).split(' ')[1] ?? '';
      const client = makeClient('http://localhost:1', { auth });
      for (const thing of [auth, client, { auth }]) {
        const shown = inspect(thing, { depth: 10, showHidden: true }) + JSON.stringify(thing);
        for (const hidden of [secret, token, sent]) expect(shown).not.toContain(hidden);
      }
    }
  });
});
