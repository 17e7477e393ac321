import fc from 'fast-check';
import { addClient, createUser, toAppUser, userRoutes } from '../../../src/emulator/users/index.ts';
import { createCaller } from '../support/call-route.ts';
import { createTestWorld } from '../support/test-world.ts';

function setUp() {
  const world = createTestWorld();
  const user = createUser(world, world.app, {
    userId: 'customer-7',
    givenName: 'Imani',
    email: 'a@example.com',
    toBeRetained: true,
    properties: { plan: 'gold', visits: 3 },
  });
  return { world, user, call: createCaller(world, userRoutes) };
}

describe('updating an app user', () => {
  it('changes what is given and keeps the rest', async () => {
    const { call } = setUp();
    const before = (await call('GET', '/appusers/customer-7')).body['appUser'] as object;
    const { status, body } = await call('PUT', '/appusers/customer-7', {
      surname: 'Okafor',
      givenName: '',
      toBeRetained: false,
      signedUpAt: '2024-01-01T00:00:00Z',
      properties: { plan: null, vip: false },
    });
    expect(status).toBe(200);
    expect(body['appUser']).toStrictEqual({
      ...before,
      surname: 'Okafor',
      givenName: '',
      toBeRetained: false,
      signedUpAt: '2024-01-01T00:00:00.000Z',
      properties: { visits: 3, vip: false },
    });
  });

  it('takes a body without fields, and none', async () => {
    const { call } = setUp();
    const before = await call('GET', '/appusers/customer-7');
    expect((await call('PUT', '/appusers/customer-7', {})).body).toEqual(before.body);
    expect((await call('PUT', '/appusers/customer-7')).body).toEqual(before.body);
  });

  it('refuses, and changes nothing, when old and new properties have no room together', async () => {
    const { call } = setUp();
    const before = await call('GET', '/appusers/customer-7');
    const room = 4_096 - JSON.stringify({ plan: 'gold', visits: 3, note: '' }).length;
    const update = (length: number) =>
      call('PUT', '/appusers/customer-7', { surname: 'New', properties: { note: 'x'.repeat(length) } });
    await expect(update(room + 1)).rejects.toMatchObject({ code: 'bad_request' });
    expect((await call('GET', '/appusers/customer-7')).body).toEqual(before.body);
    expect((await update(room)).status).toBe(200);
  });

  it('has room for what replaces a property that goes', async () => {
    const { call } = setUp();
    const note = 'x'.repeat(4_000);
    await call('PUT', '/appusers/customer-7', { properties: { note } });
    const { body } = await call('PUT', '/appusers/customer-7', { properties: { note: null, other: note } });
    expect((body['appUser'] as { properties: object }).properties).toEqual({
      plan: 'gold',
      visits: 3,
      other: note,
    });
  });

  it('does not change the userId, and warns of it', async () => {
    const { call } = setUp();
    const { body, warnings } = await call('PUT', '/appusers/customer-7', { userId: 'other' });
    expect(body['appUser']).toMatchObject({ userId: 'customer-7' });
    expect(warnings).toHaveLength(1);
  });

  it('gives the same properties as one object that all updates were written into', async () => {
    const names = fc.constantFrom('a', 'b', 'ü', 'toString', '0', '');
    const values = fc.oneof(fc.string({ maxLength: 8 }), fc.integer(), fc.boolean(), fc.constant(null));
    const updates = fc.array(fc.dictionary(names, values), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(updates, async (changes) => {
        const { call } = setUp();
        const model = new Map<string, unknown>(Object.entries({ plan: 'gold', visits: 3 }));
        for (const properties of changes) {
          await call('PUT', '/appusers/customer-7', { properties: JSON.parse(JSON.stringify(properties)) });
          for (const [name, value] of Object.entries(properties))
            if (value === null) model.delete(name);
            else model.set(name, value);
        }
        const { body } = await call('GET', '/appusers/customer-7');
        expect((body['appUser'] as { properties: object }).properties).toEqual(Object.fromEntries(model));
      }),
      { numRuns: 60 },
    );
  });
});

describe('deleting the profile of an app user', () => {
  it('clears what tells who the user is, and keeps the rest', async () => {
    const { world, user, call } = setUp();
    addClient(world, world.app, user, {
      platform: 'telegram',
      integrationId: 'i1',
      externalId: '418205533',
      displayName: 'Imani',
      avatarUrl: 'https://example.com/a.png',
      info: { username: 'imani' },
      raw: { first_name: 'Imani' },
    });
    user.conversationStarted = true;
    const before = (await call('GET', '/appusers/customer-7')).body['appUser'] as Record<string, unknown>;
    const { status, body } = await call('DELETE', '/appusers/customer-7/profile');
    expect(status).toBe(200);
    const { givenName: _, email: _2, ...kept } = before;
    const [client] = before['clients'] as Record<string, unknown>[];
    const { displayName: _3, avatarUrl: _4, info: _5, raw: _6, ...keptClient } = client ?? {};
    expect(body['appUser']).toStrictEqual({ ...kept, properties: {}, clients: [keptClient] });
    expect(keptClient).toHaveProperty('externalId', '418205533');
    expect(world.happenings).toEqual([]);
  });
});

describe('the user in answers', () => {
  it('shares nothing with the state', () => {
    const { world, user } = setUp();
    const raw = { photos: [1] };
    const client = addClient(world, world.app, user, { platform: 'viber', externalId: 'x', raw });
    const answer = toAppUser(user, 'v1');
    const asAnswered = structuredClone(answer);
    raw.photos.push(2);
    expect(client.raw).toEqual({ photos: [1] });
    (client.raw as typeof raw).photos.push(3);
    client.displayName = 'later';
    user.properties['later'] = true;
    expect(answer).toEqual(asAnswered);
    expect(answer.clients?.[0]?.raw).toEqual({ photos: [1] });
    expect(answer.devices).toEqual(answer.clients);
  });

  it('tells business systems and third-party addresses', async () => {
    const { world, user, call } = setUp();
    addClient(world, world.app, user, {
      platform: 'twilio',
      integrationId: 'i1',
      externalId: '+15555550117',
    });
    addClient(world, world.app, user, { platform: 'messenger', integrationId: 'i2', externalId: '3058' });
    addClient(world, world.app, user, { platform: 'telegram', externalId: '418205533' });
    addClient(world, world.app, user, {
      platform: 'whatsapp',
      integrationId: 'i4',
      externalId: '15555550142',
    });
    addClient(world, world.app, user, { platform: 'web', integrationId: 'i5' });
    user.businessSystems.push({ type: 'hipchat', roomId: 6_543_210 });
    expect((await call('GET', '/appusers/customer-7/channels')).body).toStrictEqual({
      channels: [
        { type: 'twilio', integrationId: 'i1', phoneNumber: '+15555550117' },
        { type: 'messenger', integrationId: 'i2', userId: '3058' },
        { type: 'telegram', chatId: '418205533' },
        { type: 'whatsapp', integrationId: 'i4', username: '15555550142' },
      ],
    });
    expect((await call('GET', '/appusers/customer-7/businesssystems')).body).toStrictEqual({
      businessSystems: [{ type: 'hipchat', roomId: 6_543_210 }],
    });
  });
});
