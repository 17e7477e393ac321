import { userRoutes } from '../../../src/emulator/users/index.ts';
import { toIsoTime } from '../../../src/emulator/world/index.ts';
import { createCaller } from '../support/call-route.ts';
import { createTestWorld } from '../support/test-world.ts';

function setUp() {
  const world = createTestWorld();
  return { world, call: createCaller(world, userRoutes) };
}

/** A property set of exactly that many bytes as JSON. */
function propertiesOf(bytes: number): Record<string, string> {
  return { note: 'x'.repeat(bytes - JSON.stringify({ note: '' }).length) };
}

describe('creating an app user', () => {
  it('answers exactly the fields of the recorded answer in v1', async () => {
    const { world, call } = setUp();
    const { status, body } = await call(
      'POST',
      '/appusers',
      { userId: 'customer-7', surname: 'Okafor', givenName: 'Imani' },
      'v1',
    );
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      appUser: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        userId: 'customer-7',
        surname: 'Okafor',
        givenName: 'Imani',
        signedUpAt: toIsoTime(world.clock.now()),
        hasPaymentInfo: false,
        conversationStarted: false,
        credentialRequired: false,
        clients: [],
        devices: [],
        pendingClients: [],
        properties: {},
      },
    });
  });

  it('leaves the old copy of the clients out in v1.1', async () => {
    const { call } = setUp();
    const { body } = await call('POST', '/appusers', { userId: 'customer-7' });
    expect(new Set(Object.keys(body['appUser'] as object))).toEqual(
      new Set([
        '_id',
        'clients',
        'conversationStarted',
        'hasPaymentInfo',
        'pendingClients',
        'properties',
        'signedUpAt',
        'userId',
      ]),
    );
  });

  it('keeps every field that is given, falsy ones too', async () => {
    const { call } = setUp();
    const given = {
      userId: 'customer-7',
      givenName: '',
      surname: 'Ünal',
      email: 'a@example.com',
      avatarUrl: 'https://example.com/a.png',
      toBeRetained: false,
      properties: { visits: 0, vip: false, plan: '' },
    };
    const { body, warnings } = await call('POST', '/appusers', given);
    expect(body['appUser']).toMatchObject(given);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00.000Z'],
    ['2023-11-14T22:13:20.123Z', '2023-11-14T22:13:20.123Z'],
    ['2024-01-01T02:00:00+02:00', '2024-01-01T00:00:00.000Z'],
  ])('reads signedUpAt %s as %s', async (given, answered) => {
    const { call } = setUp();
    const { body } = await call('POST', '/appusers', { userId: 'a', signedUpAt: given });
    expect(body['appUser']).toMatchObject({ signedUpAt: answered });
  });

  it.each([
    ['no userId', {}, 'userId'],
    ['an empty userId', { userId: '' }, 'userId'],
    ['a userId that is no text', { userId: 7 }, 'userId'],
    ['a signedUpAt that is no time', { userId: 'a', signedUpAt: 'yesterday' }, 'signedUpAt'],
    ['a signedUpAt on a day that is not', { userId: 'a', signedUpAt: '2023-02-29T00:00:00Z' }, 'signedUpAt'],
    ['a toBeRetained that is no flag', { userId: 'a', toBeRetained: 'yes' }, 'toBeRetained'],
    ['properties that are a list', { userId: 'a', properties: [] }, 'properties'],
    ['a property with depth', { userId: 'a', properties: { deep: { value: 1 } } }, 'properties.deep'],
    ['properties of 4,097 bytes', { userId: 'a', properties: propertiesOf(4_097) }, 'properties'],
  ])('refuses %s, and makes no user', async (_, body, field) => {
    const { world, call } = setUp();
    await expect(call('POST', '/appusers', body)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(`${field}:`),
    });
    expect(world.app.users.size).toBe(0);
    expect(world.app.userIds.size).toBe(0);
  });

  it('has room for 4,096 bytes of properties', async () => {
    const { call } = setUp();
    const properties = propertiesOf(4_096);
    expect((await call('POST', '/appusers', { userId: 'a', properties })).body['appUser']).toMatchObject({
      properties,
    });
  });

  it('counts bytes of properties, not letters', async () => {
    const { call } = setUp();
    const properties = { note: 'ü'.repeat(2_100) };
    await expect(call('POST', '/appusers', { userId: 'a', properties })).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  it('drops properties that are null', async () => {
    const { call } = setUp();
    const { body } = await call('POST', '/appusers', { userId: 'a', properties: { plan: null, vip: true } });
    expect((body['appUser'] as { properties: object }).properties).toStrictEqual({ vip: true });
  });

  it('answers conflict for a userId that is taken, and keeps the first user', async () => {
    const { world, call } = setUp();
    await call('POST', '/appusers', { userId: 'customer-7', givenName: 'Imani' });
    await expect(call('POST', '/appusers', { userId: 'customer-7' })).rejects.toMatchObject({
      code: 'conflict',
      status: 409,
    });
    expect((await call('GET', '/appusers/customer-7')).body['appUser']).toMatchObject({ givenName: 'Imani' });
    expect(world.app.users.size).toBe(1);
  });

  it('answers conflict for a userId that is the _id of another user', async () => {
    const { world, call } = setUp();
    await call('POST', '/appusers', { userId: 'customer-7' });
    const [taken] = world.app.users.keys();
    await expect(call('POST', '/appusers', { userId: taken })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('lets unknown fields pass with a warning', async () => {
    const { call } = setUp();
    const { status, warnings } = await call('POST', '/appusers', { userId: 'a', nickname: 'x' });
    expect(status).toBe(201);
    expect(warnings).toEqual([expect.stringContaining('nickname')]);
  });

  it('fires nothing', async () => {
    const { world, call } = setUp();
    await call('POST', '/appusers', { userId: 'a' });
    world.settle();
    expect(world.happenings).toEqual([]);
  });
});

describe('getting an app user', () => {
  it('finds it by both of its ids', async () => {
    const { world, call } = setUp();
    const created = await call('POST', '/appusers', { userId: 'a/b?c' });
    const [id] = world.app.users.keys();
    expect((await call('GET', `/appusers/${id}`)).body).toEqual(created.body);
    expect((await call('GET', `/appusers/${encodeURIComponent('a/b?c')}`)).body).toEqual(created.body);
  });

  it('answers user_not_found for neither', async () => {
    const { call } = setUp();
    await expect(call('GET', '/appusers/nobody')).rejects.toMatchObject({
      code: 'user_not_found',
      status: 404,
    });
  });
});
