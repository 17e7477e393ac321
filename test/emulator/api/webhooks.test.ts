import { createApp } from '../../../src/emulator/api/create-app.ts';
import type { EmulatorState, WebhookRecord } from '../../../src/emulator/world/index.ts';
import { closeAll, listen } from '../support/listen.ts';
import { errorOf, type Reply, startApi, type TestApi } from './support.ts';

afterEach(closeAll);

const target = 'https://receiver.test/hook';
const path = '/v1.1/webhooks';

type Answered = Omit<WebhookRecord, 'triggers'> & { readonly triggers: readonly string[] };
const webhookOf = ({ body }: Reply) => (body as { webhook: Answered }).webhook;

function create(api: TestApi, json: object = { target, triggers: ['message:appUser'] }): Promise<Reply> {
  return api.call('POST', path, { json });
}

/** A receiver that answers `HEAD` by path, and keeps what it was asked. */
async function startTarget(statuses: Readonly<Record<string, number>>) {
  const calls: string[] = [];
  const origin = await listen((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.writeHead(statuses[request.url ?? ''] ?? 404, { location: '/good' }).end();
  });
  return { origin, calls };
}

describe('the webhooks of the emulated API', () => {
  it('are created with a secret of their own, and answered as they were', async () => {
    const api = await startApi();
    const created = await create(api, {
      target,
      triggers: ['message:appUser', 'postback', 'postback'],
      includeClient: true,
    });
    const webhook = webhookOf(created);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      webhook: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        version: 'v1.1',
        secret: expect.stringMatching(/^[\w-]{86}$/),
        target,
        triggers: ['message:appUser', 'postback'],
        includeClient: true,
        includeFullAppUser: false,
      },
    });
    const second = webhookOf(await create(api));
    expect(second.secret).not.toBe(webhook.secret);
    const list = await api.call('GET', path);
    expect({ status: list.status, body: list.body }).toEqual({
      status: 200,
      body: { webhooks: [webhook, second] },
    });
    const got = await api.call('GET', `${path}/${webhook._id}`);
    expect({ status: got.status, body: got.body }).toEqual({ status: 200, body: { webhook } });
  });

  it('have the version of the path they were created with', async () => {
    const api = await startApi();
    const json = { target, triggers: ['message:appUser'] };
    const old = webhookOf(await api.call('POST', '/v1/webhooks', { json }));
    expect(old.version).toBe('v1');
    const changed = webhookOf(await api.call('PUT', `${path}/${old._id}`, { json: { includeClient: true } }));
    expect(changed).toEqual({ ...old, includeClient: true });
    expect((await api.call('GET', path)).body).toEqual({ webhooks: [changed] });
  });

  it('change in the fields that are given', async () => {
    const api = await startApi();
    const webhook = webhookOf(await create(api));
    const changes = [
      { triggers: ['*', 'typing:appUser'] },
      { includeClient: true },
      { includeFullAppUser: true },
      { target: 'http://other.test' },
      { includeClient: false, includeFullAppUser: false },
      {},
    ];
    let expected = webhook;
    for (const json of changes) {
      expected = { ...expected, ...json };
      const { status, body } = await api.call('PUT', `${path}/${webhook._id}`, { json });
      expect({ status, body }).toEqual({ status: 200, body: { webhook: expected } });
    }
  });

  it('are gone when they were deleted', async () => {
    const api = await startApi();
    const [first, second] = [webhookOf(await create(api)), webhookOf(await create(api))];
    const { status, text } = await api.call('DELETE', `${path}/${first._id}`);
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect((await api.call('GET', path)).body).toEqual({ webhooks: [second] });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await api.call(method, `${path}/${first._id}`, method === 'PUT' ? { json: {} } : {});
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 404,
        body: errorOf('webhook_not_found'),
      });
    }
  });

  it('are those of their app alone', async () => {
    const api = await startApi();
    const webhook = webhookOf(await create(api));
    const other = createApp(api.world, { name: 'Other' });
    const answer = await api.call('GET', `/v1.1/apps/${other._id}/webhooks/${webhook._id}`, {
      auth: api.accountKey,
    });
    expect(answer.body).toEqual(errorOf('webhook_not_found'));
  });

  it.each([
    ['no target', { triggers: ['*'] }, 'target'],
    ['a target that is no text', { target: 1, triggers: ['*'] }, 'target'],
    ['a target without a scheme', { target: 'receiver.test/hook', triggers: ['*'] }, 'target'],
    ['a target of another scheme', { target: 'ftp://receiver.test', triggers: ['*'] }, 'target'],
    ['a target that is no URL', { target: 'http://', triggers: ['*'] }, 'target'],
    ['no triggers in the list', { target, triggers: [] }, 'triggers'],
    ['triggers that are no list', { target, triggers: 'message' }, 'triggers'],
    ['an empty trigger', { target, triggers: [''] }, 'triggers'],
    ['triggers that are null', { target, triggers: null }, 'triggers'],
    ['a flag that is no flag', { target, triggers: ['*'], includeClient: 'yes' }, 'includeClient'],
    [
      'another flag that is no flag',
      { target, triggers: ['*'], includeFullAppUser: 1 },
      'includeFullAppUser',
    ],
  ])('are refused with %s, new ones and changes alike', async (_, json, field) => {
    const api = await startApi();
    const refused = await create(api, json);
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 400,
      body: { error: { code: 'bad_request', description: expect.stringContaining(field) } },
    });
    if (!('target' in json)) return;
    const webhook = webhookOf(await create(api));
    const unchanged = await api.call('PUT', `${path}/${webhook._id}`, { json });
    expect(unchanged.body).toEqual(errorOf('bad_request'));
    expect((await api.call('GET', path)).body).toEqual({ webhooks: [webhook] });
  });

  it.each([10, 2])('are %i at most', async (webhooksPerApp) => {
    const api = await startApi({ options: { limits: { webhooksPerApp } } });
    for (let count = 0; count < webhooksPerApp; count++) expect((await create(api)).status).toBe(201);
    const refused = await create(api);
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 400,
      body: errorOf('bad_request'),
    });
    await api.call('DELETE', `${path}/${api.world.app.webhooks[0]?._id}`);
    expect((await create(api)).status).toBe(201);
  });
});

describe('the triggers of a webhook', () => {
  it('are the default ones when they are missing, which v1.1 is warned of', async () => {
    const api = await startApi();
    expect(webhookOf(await create(api, { target })).triggers).toEqual(['message']);
    const old = await api.call('POST', '/v1/webhooks', { json: { target } });
    expect(webhookOf(old).triggers).toEqual(['message']);
    expect(api.log.list().map(({ warnings }) => warnings.length)).toEqual([1, 0]);
  });

  it('must be given to v1.1 when the emulator is strict', async () => {
    const api = await startApi({ options: { strict: true } });
    expect((await create(api, { target })).body).toEqual(errorOf('bad_request'));
    expect((await api.call('POST', '/v1/webhooks', { json: { target } })).status).toBe(201);
  });

  it.each([
    ['v1.1', 'message:appuser', "'message:appuser' is no trigger; did you mean 'message:appUser'?"],
    ['v1.1', 'delivery:failure', "'delivery:failure' is never sent to webhooks of v1.1"],
    ['v1', 'appUser:delete', "'appUser:delete' is never sent to webhooks of v1"],
    ['v1.1', '*', null],
    ['v1.1', 'message', null],
    ['v1.1', 'typing:appUser', null],
    ['v1', 'delivery:failure', null],
  ])('get a warning in %s where it is due: %s', async (version, trigger, warning) => {
    const api = await startApi();
    const { status } = await api.call('POST', `/${version}/webhooks`, {
      json: { target, triggers: [trigger] },
    });
    expect(status).toBe(201);
    expect(api.log.list()[0]?.warnings).toEqual(warning === null ? [] : [warning]);
  });

  it('may stand beside a field that webhooks do not have, which gets a warning', async () => {
    const api = await startApi();
    expect((await create(api, { target, triggers: ['*'], trigger: 'x' })).status).toBe(201);
    expect(api.log.list()[0]?.warnings).toEqual(["unknown field 'trigger'"]);
  });

  it('are checked by the version of the webhook when it is changed', async () => {
    const api = await startApi();
    const old = webhookOf(await api.call('POST', '/v1/webhooks', { json: { target } }));
    await api.call('PUT', `${path}/${old._id}`, { json: { triggers: ['delivery:success'] } });
    expect(api.log.list()[1]?.warnings).toEqual([]);
  });

  it('must exist when the emulator is strict', async () => {
    const api = await startApi({ options: { strict: true } });
    const refused = await create(api, { target, triggers: ['*', 'message:appuser'] });
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 400,
      body: errorOf('bad_request'),
    });
    const webhook = webhookOf(await create(api));
    const answer = await api.call('PUT', `${path}/${webhook._id}`, { json: { triggers: ['none'] } });
    expect(answer.status).toBe(400);
  });
});

describe('the probe of a target', () => {
  it.each([
    ['the target is good', { '/hook': 200 }, 201, ['HEAD /hook']],
    ['the target answers 204', { '/hook': 204 }, 201, ['HEAD /hook']],
    ['the root alone is good', { '/hook': 405, '/': 200 }, 201, ['HEAD /hook', 'HEAD /']],
    ['the target redirects', { '/hook': 302, '/good': 200 }, 400, ['HEAD /hook', 'HEAD /']],
    ['neither is good', { '/hook': 500, '/': 404 }, 400, ['HEAD /hook', 'HEAD /']],
  ])('goes to the target, then to the root of its domain: %s', async (_, statuses, status, calls) => {
    const api = await startApi({ options: { probe: true } });
    const receiver = await startTarget(statuses);
    const answer = await create(api, { target: `${receiver.origin}/hook`, triggers: ['*'] });
    expect(answer.status).toBe(status);
    expect(receiver.calls).toEqual(calls);
    expect(api.world.app.webhooks).toHaveLength(status === 201 ? 1 : 0);
  });

  it('refuses a target that cannot be reached, and says why', async () => {
    const api = await startApi({ options: { probe: true } });
    const origin = await listen(() => {});
    await closeAll();
    const again = await startApi({ options: { probe: true } });
    const answer = await create(again, { target: `${origin}/hook`, triggers: ['*'] });
    expect(api.world.app.webhooks).toEqual([]);
    expect(answer.body).toEqual({
      error: { code: 'bad_request', description: expect.stringContaining('no connection came about') },
    });
  });

  it('happens again when the target changes, and only then', async () => {
    const api = await startApi({ options: { probe: true } });
    const receiver = await startTarget({ '/a': 200, '/b': 200 });
    const webhook = webhookOf(await create(api, { target: `${receiver.origin}/a`, triggers: ['*'] }));
    const update = (json: object) => api.call('PUT', `${path}/${webhook._id}`, { json });
    expect((await update({ target: `${receiver.origin}/a`, includeClient: true })).status).toBe(200);
    expect(receiver.calls).toEqual(['HEAD /a']);
    expect((await update({ target: `${receiver.origin}/c`, includeClient: false })).status).toBe(400);
    expect(api.world.app.webhooks).toMatchObject([{ target: `${receiver.origin}/a`, includeClient: true }]);
    expect((await update({ target: `${receiver.origin}/b` })).status).toBe(200);
    expect(receiver.calls).toEqual(['HEAD /a', 'HEAD /c', 'HEAD /', 'HEAD /b']);
  });

  it('lets no eleventh webhook through that came while the tenth was probed', async () => {
    const api = await startApi({ options: { probe: true, limits: { webhooksPerApp: 1 } } });
    const receiver = await startTarget({ '/hook': 200 });
    const json = { target: `${receiver.origin}/hook`, triggers: ['*'] };
    const answers = await Promise.all([create(api, json), create(api, json), create(api, json)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(api.world.app.webhooks).toHaveLength(1);
  });

  it('finds a webhook that was deleted meanwhile gone, and an app that was replaced', async () => {
    const api = await startApi({ options: { probe: true } });
    let meanwhile = () => {};
    const origin = await listen((_, response) => {
      meanwhile();
      response.end();
    });
    const webhook = webhookOf(await create(api, { target: origin, triggers: ['*'] }));
    meanwhile = () => {
      api.world.app.webhooks = [];
    };
    const json = { target: `${origin}/b`, triggers: ['*'] };
    const update = await api.call('PUT', `${path}/${webhook._id}`, { json });
    expect(update.body).toEqual(errorOf('webhook_not_found'));
    const { app, state } = api.world;
    const other = webhookOf(await create(api, { target: origin, triggers: ['*'] }));
    const replace = () => {
      const copy: EmulatorState = { ...state, apps: new Map([[app._id, { ...app }]]) };
      api.world.replaceState(copy);
    };
    meanwhile = replace;
    expect((await create(api, json)).body).toEqual(errorOf('app_not_found'));
    api.world.replaceState(state);
    const late = await api.call('PUT', `${path}/${other._id}`, { json });
    expect(late.body).toEqual(errorOf('app_not_found'));
    expect(app.webhooks).toMatchObject([{ target: origin }]);
  });
});
