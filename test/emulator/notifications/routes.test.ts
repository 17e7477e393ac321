import { orderFailure } from '../../../src/emulator/channels/index.ts';
import { notificationRoutes } from '../../../src/emulator/notifications/index.ts';
import { addClient, createUser } from '../../../src/emulator/users/index.ts';
import type { Happening } from '../../../src/emulator/world/index.ts';
import { createCaller } from '../support/call-route.ts';
import { createTestWorld } from '../support/test-world.ts';

function setUp() {
  const world = createTestWorld();
  for (const type of ['whatsapp', 'telegram', 'web'])
    world.app.integrations.push({ _id: type, type, status: 'active' });
  const call = createCaller(world, notificationRoutes);
  return {
    world,
    post: (fields: object = {}, version: 'v1' | 'v1.1' = 'v1.1') =>
      call('POST', '/notifications', { ...notification, ...fields }, version),
    takeSteps() {
      world.settle();
      return world.happenings.splice(0) as Extract<Happening, { type: 'notificationDelivery' }>[];
    },
  };
}

const notification = {
  destination: { integrationId: 'whatsapp', destinationId: '+1 555-000-1111' },
  author: { role: 'appMaker', name: 'Tea' },
  message: { type: 'text', text: 'Your order is here' },
};

describe('POST notifications', () => {
  it.each(['v1', 'v1.1'] as const)('answers a UUID in %s', async (version) => {
    const { status, body } = await setUp().post({}, version);
    expect(status).toBe(201);
    expect(body).toEqual({
      notification: { _id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) },
    });
  });

  it('tells of the way to an address that nobody has, after the answer', async () => {
    const { world, post, takeSteps } = setUp();
    const { body } = await post();
    expect(world.happenings).toEqual([]);
    const steps = takeSteps();
    expect(steps.map(({ stage, isFinalEvent }) => [stage, isFinalEvent])).toEqual([
      ['channel', false],
      ['user', true],
    ]);
    for (const step of steps) {
      expect(step).toMatchObject({
        type: 'notificationDelivery',
        ...body,
        destination: { type: 'whatsapp', integrationId: 'whatsapp', destinationId: '+1 555-000-1111' },
        externalMessages: [{ id: expect.stringMatching(/./) }],
      });
      expect(step).not.toHaveProperty('matched');
    }
  });

  it('ends at a channel that does not report more', async () => {
    const { post, takeSteps } = setUp();
    await post({ destination: { integrationId: 'telegram', destinationId: '7' } });
    expect(takeSteps().map(({ stage, isFinalEvent }) => [stage, isFinalEvent])).toEqual([['channel', true]]);
  });

  it('names the user who has that address on that integration', async () => {
    const { world, post, takeSteps } = setUp();
    const fields = { platform: 'whatsapp', externalId: '15550001111' };
    addClient(world, world.app, createUser(world, world.app, {}), { ...fields, integrationId: 'other' });
    const user = createUser(world, world.app, {});
    const client = addClient(world, world.app, user, { ...fields, integrationId: 'whatsapp' });
    await post();
    for (const step of takeSteps()) expect(step).toMatchObject({ matched: user, matchedClient: client });
    expect(user.conversation).toBeUndefined();
  });

  it('fails on order, and at a blocked client', async () => {
    const { world, post, takeSteps } = setUp();
    orderFailure(world.app, { code: 'not_found' });
    await post();
    expect(takeSteps()).toMatchObject([
      { stage: 'failure', isFinalEvent: true, error: { code: 'not_found' } },
    ]);
    const user = createUser(world, world.app, {});
    const client = addClient(world, world.app, user, {
      platform: 'whatsapp',
      externalId: '15550001111',
      integrationId: 'whatsapp',
    });
    client.status = 'blocked';
    await post();
    expect(takeSteps()).toMatchObject([{ stage: 'failure', error: { code: 'blocked' }, matched: user }]);
  });

  it('takes a message in the native form of the channel', async () => {
    const { status } = await setUp().post({
      messageSchema: 'whatsapp',
      message: { type: 'template', template: { name: 'order_ready' } },
    });
    expect(status).toBe(201);
  });

  it.each([
    [{ destination: undefined }, 'destination'],
    [{ destination: { integrationId: 'whatsapp' } }, 'destination.destinationId'],
    [{ destination: { integrationId: 'whatsapp', destinationId: '' } }, 'destination.destinationId'],
    [{ destination: { integrationId: 'web', destinationId: '1' } }, 'destination.integrationId'],
    [{ author: undefined }, 'author'],
    [{ author: { role: 'appUser' } }, 'author.role'],
    [{ message: undefined }, 'message'],
    [{ message: 'Hello' }, 'message'],
    [{ message: { type: 'text' } }, 'text'],
    [{ message: { text: 'Hello' } }, 'type'],
    [{ messageSchema: 'whatsapp', message: {} }, 'message'],
  ])('refuses %j because of %s', async (fields, place) => {
    const { post, takeSteps } = setUp();
    await expect(post(fields)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(`${place}:`),
    });
    expect(takeSteps()).toEqual([]);
  });

  it('does not find an unknown integration', async () => {
    const destination = { integrationId: 'nothing', destinationId: '1' };
    await expect(setUp().post({ destination })).rejects.toMatchObject({ code: 'integration_not_found' });
  });
});
