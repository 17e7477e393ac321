import fc from 'fast-check';
import { storeAttachment } from '../../../src/emulator/attachments/index.ts';
import { createAuthCode, redeemAuthCode } from '../../../src/emulator/links/index.ts';
import { postMessage, receiveMessage } from '../../../src/emulator/messages/index.ts';
import { addClient, createUser, type NewUser, userRoutes } from '../../../src/emulator/users/index.ts';
import type { UserRecord } from '../../../src/emulator/world/index.ts';
import { createCaller } from '../support/call-route.ts';
import { createTestWorld } from '../support/test-world.ts';

function setUp(surviving: NewUser = {}, discarded: NewUser = {}) {
  const world = createTestWorld();
  const { app } = world;
  const call = createCaller(world, userRoutes);
  const kept = createUser(world, app, surviving);
  const other = createUser(world, app, discarded);
  const post = (user: UserRecord, text: string) =>
    postMessage(
      world,
      app,
      user,
      { role: 'appMaker', type: 'text', text },
      { version: 'v1.1', warn: () => {}, deliver: false },
    ).message;
  const merge = () =>
    call('POST', '/appusers/merge', { surviving: { _id: kept._id }, discarded: { _id: other._id } });
  return { world, app, call, kept, other, post, merge };
}

describe('merging two app users', () => {
  it('answers an empty object, and tells of it later, once and alone', async () => {
    const { world, app, kept, other, merge } = setUp();
    addClient(world, app, other, { platform: 'telegram', integrationId: 'i1', externalId: '1' });
    expect(await merge()).toMatchObject({ status: 200, body: {} });
    expect(world.happenings).toEqual([]);
    world.settle();
    expect(world.happenings).toEqual([{ type: 'merge', surviving: kept, discarded: [other] }]);
    expect(world.happenings[0]).toMatchObject({
      surviving: { _id: kept._id },
      discarded: [{ _id: other._id }],
    });
  });

  it('keeps what the survivor has and fills its gaps', async () => {
    const { call, kept, merge } = setUp(
      {
        userId: 'kept',
        givenName: 'Imani',
        signedUpAt: '2020-01-01T00:00:00.000Z',
        properties: { plan: 'gold' },
      },
      {
        userId: 'other',
        givenName: 'I.',
        surname: 'Okafor',
        email: 'a@example.com',
        avatarUrl: 'https://example.com/a.png',
        toBeRetained: false,
        signedUpAt: '2019-01-01T00:00:00.000Z',
        properties: { plan: 'free', visits: 3 },
      },
    );
    await merge();
    expect((await call('GET', `/appusers/${kept._id}`)).body['appUser']).toMatchObject({
      userId: 'kept',
      givenName: 'Imani',
      surname: 'Okafor',
      email: 'a@example.com',
      avatarUrl: 'https://example.com/a.png',
      toBeRetained: false,
      signedUpAt: '2020-01-01T00:00:00.000Z',
      properties: { plan: 'gold', visits: 3 },
    });
  });

  it('takes a flag that is false for a value that the survivor has', async () => {
    const { kept, merge } = setUp({ toBeRetained: false }, { toBeRetained: true });
    await merge();
    expect(kept.toBeRetained).toBe(false);
  });

  it('leaves neither id of the discarded user, and its userId is free', async () => {
    const { call, kept, other, merge } = setUp({}, { userId: 'other' });
    await merge();
    for (const id of [other._id, 'other'])
      await expect(call('GET', `/appusers/${id}`)).rejects.toMatchObject({ code: 'user_not_found' });
    expect((await call('GET', `/appusers/${kept._id}`)).body['appUser']).not.toHaveProperty('userId');
    expect((await call('POST', '/appusers', { userId: 'other' })).status).toBe(201);
  });

  it('moves clients, and the preferred one of the survivor stays', async () => {
    const { world, app, kept, other, merge } = setUp();
    const own = addClient(world, app, kept, { platform: 'web', integrationId: 'i1' });
    const moved = addClient(world, app, other, {
      platform: 'telegram',
      integrationId: 'i2',
      externalId: '1',
    });
    await merge();
    expect(kept.clients).toEqual([own, moved]);
    expect(other.clients).toEqual([]);
    expect([own.primary, moved.primary]).toEqual([true, false]);
  });

  it('prefers the client that comes when the survivor has none', async () => {
    const { world, app, kept, other, merge } = setUp();
    const moved = addClient(world, app, other, {
      platform: 'telegram',
      integrationId: 'i2',
      externalId: '1',
    });
    await merge();
    expect(kept.clients).toEqual([moved]);
    expect(moved.primary).toBe(true);
  });

  it('joins both conversations in the order of time, and names the one that is gone', async () => {
    const { world, app, kept, other, post, merge } = setUp();
    const client = addClient(world, app, other, {
      platform: 'telegram',
      integrationId: 'i2',
      externalId: '1',
    });
    const first = post(other, 'one');
    const second = post(kept, 'two');
    expect(second.received).toBe(first.received);
    await world.clock.advance(10);
    const third = receiveMessage(world, app, other, client, { text: 'three' });
    await world.clock.advance(10);
    const fourth = post(kept, 'four');
    const ids = [kept.conversation?._id, other.conversation?._id];
    world.happenings.length = 0;
    await merge();
    world.settle();
    const messages = kept.conversation?.messages ?? [];
    expect(new Set(messages.map(({ _id }) => _id))).toEqual(
      new Set([first, second, third, fourth].map(({ _id }) => _id)),
    );
    expect(messages.map(({ text }) => text).slice(2)).toEqual(['three', 'four']);
    expect(new Set(messages.map(({ received }) => received)).size).toBe(4);
    expect(messages[2]?.authorId).toBe(kept._id);
    expect(messages[0]?.authorId).toBe(first.authorId);
    expect(kept.conversation).toMatchObject({
      _id: ids[0],
      // Two were posted to the survivor, none since the other wrote.
      unreadCount: 2,
      appMakerLastRead: fourth.received,
      appUserLastRead: third.received,
    });
    expect(world.happenings).toMatchObject([{ type: 'merge', discardedConversationId: ids[1] }]);
  });

  it('takes over the only conversation, which is not discarded', async () => {
    const { world, kept, other, post, merge } = setUp();
    post(other, 'one');
    const id = other.conversation?._id;
    world.happenings.length = 0;
    await merge();
    world.settle();
    expect(kept.conversation?._id).toBe(id);
    expect(kept.conversationStarted).toBe(true);
    expect(world.happenings).toMatchObject([{ type: 'merge', discardedConversationId: undefined }]);
  });

  it('keeps the only conversation of the survivor', async () => {
    const { world, kept, post, merge } = setUp();
    post(kept, 'one');
    const before = structuredClone(kept.conversation);
    world.happenings.length = 0;
    await merge();
    world.settle();
    expect(kept.conversation).toEqual(before);
    expect(world.happenings).toMatchObject([{ type: 'merge', discardedConversationId: undefined }]);
  });

  it('tells the properties that found no room', async () => {
    const note = 'x'.repeat(4_000);
    const { world, kept, merge } = setUp(
      { properties: { note } },
      { properties: { note: 'lost', long: 'y'.repeat(100), short: 1 } },
    );
    await merge();
    world.settle();
    expect(kept.properties).toEqual({ note, short: 1 });
    expect(world.happenings).toMatchObject([
      { type: 'merge', discardedProperties: { long: 'y'.repeat(100) } },
    ]);
    expect((world.happenings[0] as { discardedProperties: object }).discardedProperties).not.toHaveProperty(
      'note',
    );
  });

  it('has room for 4,096 bytes of combined properties and not for one more', async () => {
    for (const spare of [0, -1]) {
      const room = 4_096 - JSON.stringify({ a: '', b: '' }).length;
      const { world, merge } = setUp(
        { properties: { a: 'x'.repeat(100) } },
        { properties: { b: 'y'.repeat(room - 100 - spare) } },
      );
      await merge();
      world.settle();
      const { discardedProperties } = world.happenings[0] as { discardedProperties?: object };
      expect(discardedProperties === undefined).toBe(spare === 0);
    }
  });

  it('joins payment, business systems, codes and files', async () => {
    const { world, app, kept, other, post, merge } = setUp();
    other.hasPaymentInfo = true;
    other.businessSystems.push({ type: 'slack', channelId: 'G2' });
    const code = createAuthCode(world, app, other);
    app.linkCodes.set('lr_1', { userId: other._id, integrationId: 'i1' });
    post(other, 'hi');
    storeAttachment(world, app, {
      bytes: new Uint8Array(1),
      mediaType: 'image/png',
      fileName: 'a.png',
      user: other,
      forMessage: true,
    });
    await merge();
    expect(kept.hasPaymentInfo).toBe(true);
    expect([...app.linkCodes]).toEqual([['lr_1', { userId: kept._id, integrationId: 'i1' }]]);
    expect(kept.businessSystems).toEqual([{ type: 'slack', channelId: 'G2' }]);
    expect(redeemAuthCode(world, app, code, { platform: 'web', integrationId: 'i1' }).user).toBe(kept);
    expect([...world.state.attachments.values()].map(({ userId }) => userId)).toEqual([kept._id]);
  });

  it.each([
    ['the same user twice', 'kept', 'kept', 'bad_request'],
    ['an unknown survivor', 'nobody', 'other', 'user_not_found'],
    ['an unknown discarded user', 'kept', 'nobody', 'user_not_found'],
  ])('refuses %s, and changes nothing', async (_, surviving, discarded, code) => {
    const { world, app, call, kept, other } = setUp();
    const ids: Record<string, string> = { kept: kept._id, other: other._id, nobody: 'nobody' };
    await expect(
      call('POST', '/appusers/merge', {
        surviving: { _id: ids[surviving] },
        discarded: { _id: ids[discarded] },
      }),
    ).rejects.toMatchObject({ code });
    world.settle();
    expect(app.users.size).toBe(2);
    expect(world.happenings).toEqual([]);
  });

  it.each([
    [{}],
    [{ surviving: 'a', discarded: 'b' }],
    [{ surviving: { _id: 'a' }, discarded: [{ _id: 'b' }] }],
  ])('refuses the body %j', async (body) => {
    await expect(setUp().call('POST', '/appusers/merge', body)).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  it('names users by _id alone', async () => {
    const { call, kept } = setUp({}, { userId: 'other' });
    await expect(
      call('POST', '/appusers/merge', { surviving: { _id: kept._id }, discarded: { _id: 'other' } }),
    ).rejects.toMatchObject({ code: 'user_not_found' });
  });
});

it('loses no property in a merge: each is the survivor’s, the other’s, or told to be discarded', async () => {
  const names = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const values = fc.oneof(
    fc.integer(),
    fc.boolean(),
    fc.nat(1_300).map((length) => 'z'.repeat(length)),
  );
  const properties = fc
    .dictionary(names, values)
    .filter((all) => JSON.stringify(all).length <= 4_096)
    .map((all): Record<string, string | number | boolean> => ({ ...all }));
  await fc.assert(
    fc.asyncProperty(properties, properties, async (own, others) => {
      const { world, kept, merge } = setUp({ properties: own }, { properties: others });
      await merge();
      world.settle();
      const { discardedProperties = {} } = world.happenings[0] as { discardedProperties?: object };
      expect({ ...others, ...own }).toEqual({ ...kept.properties, ...discardedProperties });
      expect(kept.properties).toMatchObject(own);
      expect(JSON.stringify(kept.properties).length).toBeLessThanOrEqual(4_096);
      for (const name of Object.keys(discardedProperties)) expect(kept.properties).not.toHaveProperty(name);
    }),
    { numRuns: 100 },
  );
});
