import { integrationRoutes, setIntegrationStatus } from '../../../src/emulator/integrations/index.ts';
import { addClient, createUser } from '../../../src/emulator/users/index.ts';
import type { IntegrationRecord } from '../../../src/emulator/world/index.ts';
import { createCaller } from '../support/call-route.ts';
import { handleRoute } from '../support/handle-route.ts';
import { createTestWorld } from '../support/test-world.ts';

function setUp() {
  const world = createTestWorld();
  const call = createCaller(world, integrationRoutes);
  return {
    world,
    call,
    async create(body: object) {
      const { body: answer, warnings } = await call('POST', '/integrations', body);
      return { integration: answer['integration'] as IntegrationRecord, warnings };
    },
  };
}

const refused = (text: string) =>
  expect.objectContaining({ code: 'bad_request', message: expect.stringContaining(text) });

/** The required fields of each type, and those that may not come back. Source: the service's public documentation. */
const types: Readonly<Record<string, { required: Record<string, string>; secret: readonly string[] }>> = {
  web: { required: {}, secret: [] },
  messenger: {
    required: { pageAccessToken: 'SECRET', appId: '1', appSecret: 'SECRET' },
    secret: ['pageAccessToken', 'appSecret'],
  },
  instagram: {
    required: { pageAccessToken: 'SECRET', appId: '1', appSecret: 'SECRET' },
    secret: ['pageAccessToken', 'appSecret'],
  },
  twilio: {
    required: { accountSid: 'AC1', authToken: 'SECRET', phoneNumberSid: 'PN1' },
    secret: ['authToken'],
  },
  messagebird: { required: { accessKey: 'SECRET', originator: '+1' }, secret: ['accessKey'] },
  telegram: { required: { token: 'SECRET' }, secret: ['token'] },
  viber: { required: { token: 'SECRET' }, secret: ['token'] },
  line: { required: {}, secret: [] },
  wechat: { required: { appId: '1', appSecret: 'SECRET' }, secret: ['appSecret'] },
  whatsapp: { required: { deploymentId: 'd1' }, secret: [] },
  twitter: {
    required: {
      consumerKey: 'SECRET',
      consumerSecret: 'SECRET',
      accessTokenKey: 'SECRET',
      accessTokenSecret: 'SECRET',
    },
    secret: ['consumerKey', 'consumerSecret', 'accessTokenKey', 'accessTokenSecret'],
  },
  mailgun: {
    required: { apiKey: 'SECRET', domain: 'example.com', incomingAddress: 'in@example.com' },
    secret: ['apiKey'],
  },
  fcm: { required: { serverKey: 'SECRET', senderId: '1' }, secret: ['serverKey'] },
  apn: { required: { certificate: 'U0VDUkVU' }, secret: ['certificate'] },
  apple: { required: { businessId: 'b', apiSecret: 'SECRET', mspId: 'm' }, secret: ['apiSecret'] },
};

const requiredOf = (type: string): Record<string, string> => types[type]?.required ?? {};

describe('POST integrations', () => {
  it.each(Object.entries(types))(
    'makes one of the type %s, without its secrets',
    async (type, { required, secret }) => {
      const { world, create } = setUp();
      const { integration, warnings } = await create({ type, ...required });
      const shown = Object.fromEntries(Object.entries(required).filter(([field]) => !secret.includes(field)));
      expect(integration).toMatchObject({ ...shown, type, status: 'active', displayName: null });
      expect(integration._id).toMatch(/^[0-9a-f]{24}$/);
      expect(JSON.stringify([...world.app.integrations, integration])).not.toMatch(/SECRET|U0VDUkVU/);
      expect(warnings).toEqual([]);
    },
  );

  const missing = Object.entries(types).flatMap(([type, { required }]) =>
    Object.keys(required).map((field) => [field, type, required] as const),
  );
  it.each(missing)('refuses to do without %s in one of the type %s', async (field, type, required) => {
    const { world, call } = setUp();
    const body = { ...required, type, [field]: undefined };
    await expect(call('POST', '/integrations', body)).rejects.toEqual(refused(`${field}: `));
    expect(world.app.integrations).toEqual([]);
  });

  it.each([
    ['messenger', ['pageId', 'userId', 'username']],
    ['instagram', ['pageId', 'userId', 'username', 'businessId', 'businessUsername']],
    ['twilio', ['phoneNumber', 'name']],
    ['messagebird', ['webhookSecret']],
    ['telegram', ['username']],
    ['viber', ['uri']],
    ['line', ['botName', 'lineId']],
    ['wechat', ['webhookSecret']],
    ['whatsapp', ['phoneNumber', 'baseUrl', 'username']],
    ['twitter', ['userId', 'username']],
  ])('answers for %s what the service learns from the channel: %j', async (type, fields) => {
    const { create } = setUp();
    const { integration } = await create({ type, ...requiredOf(type) });
    for (const field of fields) expect(integration[field]).toEqual(expect.stringMatching(/./));
  });

  it('fills in a web messenger', async () => {
    const { create } = setUp();
    const { integration } = await create({ type: 'web', brandColor: '000000' });
    expect(integration).toStrictEqual({
      _id: expect.any(String),
      type: 'web',
      status: 'active',
      displayName: null,
      brandColor: '000000',
      conversationColor: '0099ff',
      actionColor: '0099ff',
      displayStyle: 'button',
      fixedIntroPane: false,
      integrationOrder: null,
      originWhitelist: null,
    });
  });

  it.each([
    [{ type: 'web', displayStyle: 'round' }, 'displayStyle'],
    [{ type: 'web', originWhitelist: 'https://example.com' }, 'originWhitelist'],
    [{ type: 'apn', certificate: 'not base64!' }, 'certificate'],
    [{ type: 'apn', certificate: 'YWJj', production: 'yes' }, 'production'],
    [{ type: 'whatsapp', baseUrl: 'https://example.com', username: 'u' }, 'deploymentId'],
    [{ ...requiredOf('mailgun'), type: 'mailgun', incomingAddress: 'in@example.org' }, 'incomingAddress'],
    [{ ...requiredOf('twitter'), type: 'twitter', tier: 'premium' }, 'envName'],
    [{ type: 'web', displayName: 7 }, 'displayName'],
    [{ type: '' }, 'type'],
    [{ type: 7 }, 'type'],
    [{}, 'type'],
    [undefined, 'type'],
  ])('refuses %j because of %s', async (body, field) => {
    await expect(setUp().call('POST', '/integrations', body)).rejects.toEqual(refused(`${field}: `));
  });

  it('takes whatsapp without a deployment when it has an address, a name and a password', async () => {
    const { create } = setUp();
    const body = { type: 'whatsapp', baseUrl: 'https://example.com', username: 'u', password: 'SECRET' };
    const { integration } = await create(body);
    expect(integration).toMatchObject({ baseUrl: 'https://example.com', username: 'u' });
    expect(JSON.stringify(integration)).not.toContain('SECRET');
  });

  it('warns of fields that the type does not have', async () => {
    const { create } = setUp();
    const { integration, warnings } = await create({ type: 'telegram', token: 'SECRET', colour: 'red' });
    expect(warnings).toEqual(["unknown field 'colour'"]);
    expect(integration).not.toHaveProperty('colour');
  });

  it('takes a type that nobody knows with a warning, and keeps what is not secret by its name', async () => {
    const { create } = setUp();
    const body = {
      type: 'pigeon',
      loft: 'west',
      apiKey: 'SECRET',
      accessToken: 'SECRET',
      _id: 'mine',
      status: 'error',
    };
    const { integration, warnings } = await create(body);
    expect(warnings).toEqual(["the type 'pigeon' is not known here"]);
    expect(integration).toStrictEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      type: 'pigeon',
      status: 'active',
      displayName: null,
      loft: 'west',
    });
  });

  it.each(['android', 'ios', 'api', 'constructor'])('takes %s, whose fields are not known', async (type) => {
    const { integration } = await setUp().create({ type });
    expect(integration).toMatchObject({ type, status: 'active' });
  });
});

describe('GET integrations', () => {
  async function setUpMany(count: number) {
    const scene = setUp();
    for (let number = 0; number < count; number++)
      await scene.create(number % 2 === 0 ? { type: 'web' } : { type: 'telegram', token: 't' });
    return scene;
  }

  it('answers 25 unless told, and whether there are more', async () => {
    const { call } = await setUpMany(26);
    const first = (await call('GET', '/integrations')).body;
    expect(first).toMatchObject({ hasMore: true, offset: 0 });
    expect(first['integrations']).toHaveLength(25);
    const second = (await call('GET', '/integrations?offset=25')).body;
    expect(second).toMatchObject({ hasMore: false, offset: 25 });
    expect(second['integrations']).toHaveLength(1);
    expect((await call('GET', '/integrations?limit=26')).body).toMatchObject({ hasMore: false });
  });

  it('answers those of the types that are asked for', async () => {
    const { call } = await setUpMany(4);
    const typesOf = async (query: string) =>
      ((await call('GET', `/integrations${query}`)).body['integrations'] as IntegrationRecord[]).map(
        ({ type }) => type,
      );
    expect(await typesOf('?types=web')).toEqual(['web', 'web']);
    expect(await typesOf('?types=telegram,web')).toEqual(['web', 'telegram', 'web', 'telegram']);
    expect(await typesOf('?types=line')).toEqual([]);
    expect(await typesOf('?types=')).toHaveLength(4);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'limit=', 'offset=-1', 'offset=1.5'])(
    'refuses %s',
    async (query) => {
      const [name] = query.split('=');
      await expect(setUp().call('GET', `/integrations?${query}`)).rejects.toEqual(refused(`${name}: `));
    },
  );
});

describe('one integration', () => {
  it('is answered by its id', async () => {
    const { create, call } = setUp();
    const { integration } = await create({ type: 'web' });
    expect((await call('GET', `/integrations/${integration._id}`)).body).toEqual({ integration });
  });

  it.each(['GET', 'PUT', 'DELETE'] as const)('is not found by %s of another id', async (method) => {
    await expect(setUp().call(method, '/integrations/nothing', {})).rejects.toMatchObject({
      code: 'integration_not_found',
    });
  });

  it('changes only the fields that are given', async () => {
    const { create, call } = setUp();
    const { integration } = await create({ type: 'web', businessName: 'Tea' });
    const change = { brandColor: '111111', originWhitelist: ['https://example.com'], displayName: 'Shop' };
    const { body, warnings } = await call('PUT', `/integrations/${integration._id}`, change);
    expect(body['integration']).toEqual({ ...integration, ...change });
    expect(warnings).toEqual([]);
    const undone = await call('PUT', `/integrations/${integration._id}`, { originWhitelist: null });
    expect(undone.body['integration']).toMatchObject({ originWhitelist: null, brandColor: '111111' });
  });

  it.each([
    ['whatsapp', { hsmFallbackLanguage: 'fr' }],
    ['mailgun', { fromAddress: 'a@example.com', hideUnsubscribeLink: true }],
    ['apn', { production: true }],
    ['line', { channelId: 'c', serviceCode: 's', qrCodeUrl: 'https://example.com/qr' }],
  ])('of the type %s takes the change %j', async (type, change) => {
    const { create, call } = setUp();
    const { integration } = await create({ type, ...requiredOf(type) });
    const { body } = await call('PUT', `/integrations/${integration._id}`, change);
    expect(body['integration']).toEqual({ ...integration, ...change });
  });

  it('ignores what its type cannot change, with a warning, and keeps new secrets to itself', async () => {
    const { create, call } = setUp();
    const { integration } = await create({ type: 'line' });
    const change = { channelSecret: 'SECRET', lineId: 'other', status: 'error' };
    const { body, warnings } = await call('PUT', `/integrations/${integration._id}`, change);
    expect(body).toEqual({ integration });
    expect(warnings).toEqual(["unknown field 'lineId'", "unknown field 'status'"]);
  });

  it('of an unknown type changes all but its id, type and status, and has no other prototype', async () => {
    const { world, create, call } = setUp();
    const { integration } = await create({ type: 'pigeon' });
    const change = JSON.parse('{"loft":"east","_id":"x","type":"y","authToken":"z","__proto__":{"a":1}}');
    const { body, warnings } = await call('PUT', `/integrations/${integration._id}`, change);
    expect(body['integration']).toEqual({ ...integration, loft: 'east' });
    expect(warnings).toEqual(['_id, type and status cannot be changed']);
    expect(Object.getPrototypeOf(world.app.integrations[0])).toBe(Object.prototype);
  });

  it('refuses a wrong value and changes nothing', async () => {
    const { create, call } = setUp();
    const { integration } = await create({ type: 'web' });
    const path = `/integrations/${integration._id}`;
    const change = { brandColor: '222222', fixedIntroPane: 'yes' };
    await expect(call('PUT', path, change)).rejects.toEqual(refused('fixedIntroPane: '));
    expect((await call('GET', path)).body).toEqual({ integration });
  });

  it.each(['inactive', 'error'] as const)('cannot be changed while it is %s', async (status) => {
    const { world, create, call } = setUp();
    const { integration } = await create({ type: 'web' });
    setIntegrationStatus(world.app, integration._id, status);
    const path = `/integrations/${integration._id}`;
    await expect(call('PUT', path, { brandColor: '1' })).rejects.toEqual(refused(status));
    expect('error' in (world.app.integrations[0] as object)).toBe(status === 'error');
    setIntegrationStatus(world.app, integration._id, 'active');
    expect((await call('PUT', path, {})).body).toEqual({ integration });
  });

  it('is answered as a copy', async () => {
    const { world, create } = setUp();
    const { integration } = await create({ type: 'web', originWhitelist: ['https://example.com'] });
    const given = { params: { integrationId: integration._id }, body: {} };
    for (const method of ['GET', 'PUT'] as const) {
      const answer = await handleRoute(
        world,
        integrationRoutes,
        method,
        '/integrations/:integrationId',
        given,
      );
      const { body } = answer as { body: { integration: { originWhitelist: string[] } } };
      body.integration.originWhitelist.push('x');
      expect(world.app.integrations[0]).toMatchObject({ originWhitelist: ['https://example.com'] });
    }
  });
});

describe('DELETE integration', () => {
  it('takes its clients, its menu, its profile and its waiting links with it', async () => {
    const { world, create, call } = setUp();
    const { app } = world;
    const gone = (await create({ type: 'telegram', token: 't' })).integration;
    const kept = (await create({ type: 'web' })).integration;
    const user = createUser(world, app, {});
    const web = addClient(world, app, user, { platform: 'web', integrationId: kept._id });
    const telegram = addClient(world, app, user, { platform: 'telegram', integrationId: gone._id });
    user.pendingClients = [{ ...telegram, _id: 'waits', status: 'pending' }];
    user.links.set('waits', {
      channel: 'telegram',
      integrationId: gone._id,
      confirmation: 'prompt',
      criteria: {},
      primary: true,
    });
    app.linkCodes.set('lr_1', { userId: user._id, integrationId: gone._id });
    app.integrationMenus.set(gone._id, { items: [], settings: { inputEnabled: true } });
    app.channelState.profiles.set(gone._id, {});

    const { status, body } = await call('DELETE', `/integrations/${gone._id}`);
    expect({ status, body }).toEqual({ status: 200, body: {} });
    expect(app.integrations.map(({ _id }) => _id)).toEqual([kept._id]);
    expect([app.integrationMenus.size, app.channelState.profiles.size, app.linkCodes.size]).toEqual([
      0, 0, 0,
    ]);
    expect([user.pendingClients, user.links.size]).toEqual([[], 0]);
    expect(world.happenings).toEqual([]);
    world.settle();
    expect(world.happenings).toEqual([{ type: 'clientRemove', user, clients: [telegram] }]);
    expect(user.clients).toEqual([web]);
  });
});
