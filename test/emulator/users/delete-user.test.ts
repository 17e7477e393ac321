import { storeAttachment } from '../../../src/emulator/attachments/index.ts';
import { createAuthCode } from '../../../src/emulator/links/index.ts';
import { postMessage } from '../../../src/emulator/messages/index.ts';
import { addClient, createUser, userRoutes } from '../../../src/emulator/users/index.ts';
import { createCaller } from '../support/call-route.ts';
import { createTestWorld } from '../support/test-world.ts';

function setUp() {
  const world = createTestWorld();
  const { app } = world;
  const user = createUser(world, app, { userId: 'customer-7' });
  return { world, app, user, call: createCaller(world, userRoutes) };
}

describe('deleting an app user', () => {
  it('is complete for callers at once, and tells of it later', async () => {
    const { world, app, user, call } = setUp();
    const clients = [
      addClient(world, app, user, { platform: 'web', integrationId: 'i1' }),
      addClient(world, app, user, { platform: 'telegram', integrationId: 'i2', externalId: '1' }),
    ];
    const { status, body } = await call('DELETE', '/appusers/customer-7');
    expect([status, body]).toEqual([200, {}]);
    for (const id of [user._id, 'customer-7'])
      await expect(call('GET', `/appusers/${id}`)).rejects.toMatchObject({ code: 'user_not_found' });
    await expect(call('DELETE', '/appusers/customer-7')).rejects.toMatchObject({ code: 'user_not_found' });
    expect(world.happenings).toEqual([]);
    world.settle();
    expect(world.happenings).toEqual([
      { type: 'clientRemove', user, clients },
      { type: 'userDelete', user },
    ]);
    expect(user.clients).toEqual([]);
  });

  it('tells of no client when there is none', async () => {
    const { world, user, call } = setUp();
    await call('DELETE', `/appusers/${user._id}`);
    world.settle();
    expect(world.happenings).toEqual([{ type: 'userDelete', user }]);
  });

  it('frees the userId for another user', async () => {
    const { world, user, call } = setUp();
    await call('DELETE', '/appusers/customer-7');
    const { body } = await call('POST', '/appusers', { userId: 'customer-7' });
    world.settle();
    expect((await call('GET', '/appusers/customer-7')).body).toEqual(body);
    expect((body['appUser'] as { _id: string })._id).not.toBe(user._id);
  });

  it('takes its conversation, its files for messages, its codes and its channels’ books with it, and those of nobody else', async () => {
    const { world, app, user, call } = setUp();
    const other = createUser(world, app, { userId: 'other' });
    for (const owner of [user, other]) {
      const message = { role: 'appMaker', type: 'text', text: 'hi' };
      postMessage(world, app, owner, message, { version: 'v1.1', warn: () => {} });
      const file = { bytes: new Uint8Array(1), mediaType: 'image/png', fileName: 'a.png', user: owner };
      storeAttachment(world, app, { ...file, forMessage: true });
      createAuthCode(world, app, owner);
      const { _id } = addClient(world, app, owner, { platform: 'telegram', externalId: owner._id });
      app.channelState.inboxes.set(_id, []);
      app.channelState.away.set(_id, []);
      app.linkCodes.set(`lr_${owner._id}`, { userId: owner._id, integrationId: 'i1' });
    }
    await call('DELETE', '/appusers/customer-7');
    world.settle();
    expect(user.conversation).toBeUndefined();
    expect(other.conversation).toBeDefined();
    expect([...world.state.attachments.values()].map(({ userId }) => userId)).toEqual([other._id]);
    expect([...app.authCodes.values()]).toEqual([other._id]);
    const [left] = other.clients;
    expect([...app.channelState.inboxes.keys()]).toEqual([left?._id]);
    expect([...app.channelState.away.keys()]).toEqual([left?._id]);
    expect([...app.linkCodes.keys()]).toEqual([`lr_${other._id}`]);
  });
});
