import { createHmac } from 'node:crypto';
import { signToken } from '../../../src/client/auth/sign-token.ts';
import { createApp } from '../../../src/emulator/api/create-app.ts';
import { createKey } from '../../../src/emulator/api/create-key.ts';
import { closeAll } from '../support/listen.ts';
import { errorOf, startApi, type TestApi, toBasic } from './support.ts';

afterEach(closeAll);

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A token with any head, signed with any algorithm of HMAC. */
function forge(head: object, payload: unknown, secret: string, hash = 'sha256'): string {
  const signed = `${encode(head)}.${encode(payload)}`;
  return `Bearer ${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}

const nowS = (api: TestApi) => api.world.clock.now() / 1_000;

/** Headers that let nobody in. */
const refused: Record<string, (api: TestApi) => string | null> = {
  'no header': () => null,
  'an empty header': () => '',
  'another scheme': ({ appKey }) => toBasic(appKey).replace('Basic', 'Digest'),
  'a scheme alone': () => 'Basic',
  'what is no base64': () => 'Basic %%%%',
  'Basic without a colon': ({ appKey }) => `Basic ${btoa(appKey._id)}`,
  'Basic with another secret': ({ appKey }) => toBasic({ ...appKey, secret: `${appKey.secret}x` }),
  'Basic with an empty secret': ({ appKey }) => toBasic({ ...appKey, secret: '' }),
  'Basic with an unknown key': ({ appKey }) => toBasic({ ...appKey, _id: 'app_000000000000000000000000' }),
  'Basic with a name of Object': () => toBasic({ _id: '__proto__', secret: 'undefined' }),
  'a token of two parts': () => 'Bearer a.b',
  'a token of four parts': ({ appKey }) =>
    `${forge({ alg: 'HS256', kid: appKey._id }, { scope: 'app' }, appKey.secret)}.x`,
  'a token that is no JSON': () => 'Bearer !!!.???.xxx',
  'a token of alg none': ({ appKey }) =>
    `Bearer ${encode({ alg: 'none', typ: 'JWT', kid: appKey._id })}.${encode({ scope: 'app' })}.`,
  'a token of alg None with a signature': ({ appKey }) =>
    forge({ alg: 'None', kid: appKey._id }, { scope: 'app' }, appKey.secret),
  'a token of alg HS512': ({ appKey }) =>
    forge({ alg: 'HS512', kid: appKey._id }, { scope: 'app' }, appKey.secret, 'sha512'),
  'a token without alg': ({ appKey }) => forge({ kid: appKey._id }, { scope: 'app' }, appKey.secret),
  'a token of another typ': ({ appKey }) =>
    forge({ alg: 'HS256', typ: 'JWE', kid: appKey._id }, { scope: 'app' }, appKey.secret),
  'a token without kid': ({ appKey }) => forge({ alg: 'HS256' }, { scope: 'app' }, appKey.secret),
  'a token of an unknown kid': ({ appKey }) =>
    forge({ alg: 'HS256', kid: 'app_0' }, { scope: 'app' }, appKey.secret),
  'a token signed with another secret': ({ appKey }) =>
    forge({ alg: 'HS256', kid: appKey._id }, { scope: 'app' }, 'other'),
  'a token whose signature is cut': ({ appKey }) =>
    forge({ alg: 'HS256', kid: appKey._id }, { scope: 'app' }, appKey.secret).slice(0, -1),
  'a token whose payload was changed': ({ appKey }) =>
    forge({ alg: 'HS256', kid: appKey._id }, { scope: 'app' }, appKey.secret).replace(
      encode({ scope: 'app' }),
      encode({ scope: 'app', exp: 9e9 }),
    ),
  'a token without scope': ({ appKey }) => forge({ alg: 'HS256', kid: appKey._id }, {}, appKey.secret),
  'a token whose payload is a list': ({ appKey }) =>
    forge({ alg: 'HS256', kid: appKey._id }, ['app'], appKey.secret),
  'a token whose time is over just now': (api) =>
    forge({ alg: 'HS256', kid: api.appKey._id }, { scope: 'app', exp: nowS(api) }, api.appKey.secret),
  'a token whose exp is a text': ({ appKey }) =>
    forge({ alg: 'HS256', kid: appKey._id }, { scope: 'app', exp: '9999999999' }, appKey.secret),
};

describe('the authentication of the emulated API', () => {
  it.each(Object.keys(refused))('answers 401 invalid_auth for %s', async (name) => {
    const api = await startApi();
    const { status, body } = await api.call('GET', '/v1.1/shown/u', { auth: refused[name]?.(api) ?? null });
    expect({ status, body }).toEqual({ status: 401, body: errorOf('invalid_auth') });
  });

  it.each([
    ['app', 'account'],
    ['app', 'appUser'],
    ['account', 'app'],
  ])('answers 401 unauthorized for a key of the %s that signs for the scope %s', async (owner, scope) => {
    const api = await startApi();
    const key = owner === 'app' ? api.appKey : api.accountKey;
    const auth = `Bearer ${signToken(key._id, key.secret, { scope })}`;
    const { status, body } = await api.call('GET', `/v1.1${api.full}/shown/u`, { auth });
    expect({ status, body }).toEqual({ status: 401, body: errorOf('unauthorized') });
  });

  it.each(['app', 'account'] as const)(
    'lets in a key of the %s with either kind of credentials',
    async (scope) => {
      const api = await startApi();
      const key = scope === 'app' ? api.appKey : api.accountKey;
      const bearer = (payload: object) => `Bearer ${signToken(key._id, key.secret, payload)}`;
      const headers = [
        toBasic(key),
        toBasic(key).replace('Basic', 'basic'),
        bearer({ scope }),
        bearer({ scope, exp: nowS(api) + 0.001 }),
        forge({ alg: 'HS256', kid: key._id }, { scope }, key.secret),
      ];
      for (const auth of headers) {
        const { status, headers: answered } = await api.call('GET', `/v1.1${api.full}/shown/u`, { auth });
        expect(status).toBe(200);
        expect(answered.get('x-smooch-jwt-scope')).toBe(scope);
      }
    },
  );

  it('takes a secret that holds colons and letters of other scripts', async () => {
    const api = await startApi();
    const key = { ...api.appKey, _id: 'app_odd', secret: 'a:b:ü' };
    api.world.state.keys.set(key._id, key);
    const auth = `Basic ${Buffer.from(`${key._id}:${key.secret}`).toString('base64')}`;
    expect((await api.call('GET', '/v1.1/shown/u', { auth })).status).toBe(200);
  });

  it('takes the key of a service account for one of the account', async () => {
    const api = await startApi();
    const key = { ...api.accountKey, _id: 'svc_5723a347f82ba0516cb4ea34' };
    api.world.state.keys.set(key._id, key);
    expect((await api.call('GET', '/v1.1/apps', { auth: key })).status).toBe(200);
  });

  it('ends a token when both the clock and the real time are past its end', async () => {
    const api = await startApi();
    const auth = `Bearer ${signToken(api.appKey._id, api.appKey.secret, { scope: 'app', exp: nowS(api) + 60 })}`;
    expect((await api.call('GET', '/v1.1/shown/u', { auth })).status).toBe(200);
    await api.world.clock.advance('59s');
    expect((await api.call('GET', '/v1.1/shown/u', { auth })).status).toBe(200);
    await api.world.clock.advance('1s');
    expect((await api.call('GET', '/v1.1/shown/u', { auth })).status).toBe(401);
  });

  it('keeps a token that the real time has not ended, however far the clock is turned', async () => {
    const api = await startApi();
    const exp = Date.now() / 1_000 + 60;
    const auth = `Bearer ${signToken(api.appKey._id, api.appKey.secret, { scope: 'app', exp })}`;
    await api.world.clock.advance(10 * 365 * 86_400_000);
    expect((await api.call('GET', '/v1.1/shown/u', { auth })).status).toBe(200);
  });

  it('answers by whose key calls which app', async () => {
    const api = await startApi();
    const other = createApp(api.world, { name: 'Other' });
    const calls = [
      [api.appKey, `${api.full}/shown/u`, 200, undefined],
      [api.appKey, '/shown/u', 200, undefined],
      [api.appKey, `/apps/${other._id}/shown/u`, 403, 'forbidden'],
      [api.appKey, '/apps/unknown/shown/u', 403, 'forbidden'],
      [api.appKey, '/apps', 401, 'unauthorized'],
      [api.appKey, api.full, 401, 'unauthorized'],
      [api.appKey, `${api.full}/keys`, 401, 'unauthorized'],
      [createKey(api.world, other, 'key'), `${api.full}/shown/u`, 403, 'forbidden'],
      [api.accountKey, `${api.full}/shown/u`, 200, undefined],
      [api.accountKey, `/apps/${other._id}/shown/u`, 200, undefined],
      [api.accountKey, '/apps', 200, undefined],
      [api.accountKey, '/apps/unknown/shown/u', 404, 'app_not_found'],
      [api.accountKey, '/apps/unknown', 404, 'app_not_found'],
      [api.accountKey, '/shown/u', 404, 'app_not_found'],
    ] as const;
    for (const [auth, path, status, code] of calls) {
      const answer = await api.call('GET', `/v1.1${path}`, { auth });
      expect([auth.name, path, answer.status]).toEqual([auth.name, path, status]);
      if (code !== undefined) expect(answer.body).toEqual(errorOf(code));
    }
  });
});
