import { type ApiCall, createApiLog } from '../../../src/emulator/api/log/api-log.ts';
import { closeAll } from '../support/listen.ts';
import { startApi, toBasic } from './support.ts';

afterEach(closeAll);

describe('the log of calls', () => {
  it('keeps what was asked and what was answered', async () => {
    const api = await startApi();
    const seen: ApiCall[] = [];
    const stop = api.log.onCall((call) => seen.push(call));
    await api.call('POST', `/v1.1${api.full}/shown?x=1`, { json: { a: 'ü' } });
    const expected: ApiCall = {
      id: 1,
      atMs: api.world.clock.now(),
      method: 'POST',
      path: `/v1.1${api.full}/shown?x=1`,
      version: 'v1.1',
      appId: api.world.app._id,
      keyId: api.appKey._id,
      status: 201,
      durationMs: expect.any(Number),
      warnings: ['shown'],
      requestBody: '{"a":"ü"}',
      answerBody: '{"body":{"a":"ü"}}',
    };
    expect(api.log.list()).toEqual([expected]);
    expect(seen).toEqual([expected]);
    stop();
    await api.call('DELETE', '/v1/shown');
    expect(seen).toHaveLength(1);
    const [, second] = api.log.list();
    expect(second).toMatchObject({ id: 2, method: 'DELETE', version: 'v1', status: 200, warnings: [] });
    expect(Object.keys(second ?? {})).not.toEqual(expect.arrayContaining(['answerBody']));
  });

  it('keeps calls that were not let in, and those of no route', async () => {
    const api = await startApi();
    await api.call('GET', '/v1.1/shown/u', { auth: null });
    await api.call('GET', '/v1.1/none');
    const calls = api.log.list();
    expect(calls.map(({ status }) => status)).toEqual([401, 404]);
    expect(calls[0]).not.toHaveProperty('keyId');
    expect(calls[1]).not.toHaveProperty('version');
    expect(calls[0]?.answerBody).toContain('invalid_auth');
  });

  it('warns of an endpoint that the document advises against', async () => {
    const api = await startApi();
    await api.call('GET', '/v1/old');
    expect(api.log.list()[0]?.warnings).toEqual(['deprecated endpoint: GET /apps/:appId/old']);
  });

  it('holds neither credentials nor secrets', async () => {
    const api = await startApi();
    const { accountKey: auth, full } = api;
    const json = { target: 'http://a.test/', triggers: ['*'] };
    const secrets = [toBasic(auth).slice(6), auth.secret, toBasic(api.appKey).slice(6), api.appKey.secret];
    const keep = ({ body }: { body: unknown }, pick: (body: never) => string) =>
      secrets.push(pick(body as never));
    keep(
      await api.call('POST', '/v1.1/webhooks', { json }),
      (body: { webhook: { secret: string } }) => body.webhook.secret,
    );
    await api.call('GET', '/v1.1/webhooks');
    keep(
      await api.call('POST', `/v1.1${full}/keys`, { auth, json: { name: 'n' } }),
      (body: { key: { secret: string } }) => body.key.secret,
    );
    keep(
      await api.call('GET', `/v1.1${full}/keys/${api.appKey._id}/jwt`, { auth }),
      (body: { jwt: string }) => body.jwt,
    );
    const given = {
      appSecret: 's-0001',
      token: 's-0002',
      password: 's-0003',
      accessTokenKey: 's-0004',
      nested: [{ serverKey: 's-0005' }],
    };
    secrets.push(...['s-0001', 's-0002', 's-0003', 's-0004', 's-0005']);
    await api.call('POST', '/v1.1/shown', { json: { ...given, key: { name: 'kept' } } });
    const text = JSON.stringify(api.log.list());
    expect(secrets).toHaveLength(12);
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain('kept');
  });

  it('shows an upload by its fields', async () => {
    const api = await startApi();
    const form = new FormData();
    form.set('role', 'appMaker');
    form.set('source', new File(['12345'], 'a.png', { type: 'image/png' }));
    await api.call('POST', '/v1.1/uploads', { body: form });
    expect(JSON.parse(api.log.list()[0]?.requestBody ?? '')).toEqual({
      role: 'appMaker',
      source: 'a.png (image/png, 5 bytes)',
    });
  });

  it('cuts a long body', async () => {
    const api = await startApi();
    await api.call('POST', '/v1.1/shown', { json: { text: 'x'.repeat(8_192 - '{"text":""}'.length) } });
    await api.call('POST', '/v1.1/shown', { json: { text: 'x'.repeat(8_193 - '{"text":""}'.length) } });
    const [whole, cut] = api.log.list().map(({ requestBody }) => requestBody);
    expect(whole).toHaveLength(8_192);
    expect(whole?.endsWith('"}')).toBe(true);
    expect(cut).toHaveLength(8_193);
    expect(cut?.endsWith('x"…')).toBe(true);
  });

  it('forgets the oldest calls above its size', () => {
    const log = createApiLog(3);
    const call = { atMs: 0, method: 'GET', path: '/', durationMs: 0, warnings: [] };
    for (let count = 0; count < 5; count++) log.add(call);
    expect(log.list().map(({ id }) => id)).toEqual([3, 4, 5]);
    log.clear();
    expect(log.list()).toEqual([]);
    log.add(call);
    expect(log.list().map(({ id }) => id)).toEqual([6]);
  });
});
