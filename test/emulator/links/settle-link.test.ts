import { orderFailure } from '../../../src/emulator/channels/index.ts';
import { userActed } from '../../../src/emulator/links/index.ts';
import { receiveMessage } from '../../../src/emulator/messages/index.ts';
import { addClient, createUser } from '../../../src/emulator/users/index.ts';
import { toIsoTime } from '../../../src/emulator/world/index.ts';
import { hello, setUpLinks } from './support.ts';

const phoneNumber = '+12125552368';
const criteria = { phoneNumber };

function setUp(confirmation: string, message?: object, primary?: boolean) {
  const all = setUpLinks('twilio');
  const sms = { type: 'twilio', phoneNumber, ...(primary !== undefined && { primary }) };
  return {
    ...all,
    ask: () => all.link({ ...sms, confirmation: { type: confirmation, ...(message && { message }) } }),
    answer: (answer: 'act' | 'accept' | 'deny') =>
      userActed(all.world, all.app, all.user, all.pending(), answer),
  };
}

describe('a link that is immediate', () => {
  it('without a message completes by itself: link:success, client:add', async () => {
    const { world, user, ask, pending, takeHappenings } = setUp('immediate');
    await ask();
    const client = pending();
    expect(world.happenings).toEqual([]);
    world.settle();
    expect(world.happenings).toEqual([
      { type: 'linkSuccess', user, channel: 'twilio', criteria },
      { type: 'clientAdd', user, clients: [client] },
    ]);
    expect(client).toMatchObject({
      status: 'active',
      active: true,
      primary: true,
      linkedAt: toIsoTime(world.clock.now()),
    });
    expect(user.clients).toEqual([client]);
    expect(user.pendingClients).toEqual([]);
    expect(user.links.size).toBe(0);
    world.happenings.length = 0;
    expect(takeHappenings()).toEqual([]);
  });

  it('with a message completes when it is delivered: link:match before link:success', async () => {
    const { world, user, ask, takeHappenings } = setUp('immediate', hello);
    await ask();
    expect(world.happenings.map(({ type }) => type)).toEqual(['message']);
    expect(takeHappenings()).toEqual([
      'message',
      'messageDelivery:channel',
      'linkMatch',
      'linkSuccess',
      'clientAdd',
      'messageDelivery:user',
    ]);
    expect(user.conversation?.messages.map(({ text }) => text)).toEqual(['Hello']);
  });

  it('fails when the message is not delivered: link:failure and no client', async () => {
    const { world, app, user, ask, takeHappenings } = setUp('immediate', hello);
    orderFailure(app, { code: 'not_found' });
    await ask();
    world.settle();
    expect(world.happenings.at(-1)).toEqual({
      type: 'linkFailure',
      user,
      channel: 'twilio',
      criteria,
      error: { code: expect.any(String), message: expect.any(String) },
    });
    expect(takeHappenings()).toEqual(['message', 'messageDelivery:failure', 'linkFailure']);
    expect([user.clients, user.pendingClients, user.links.size]).toEqual([[], [], 0]);
  });

  it('sends its message to the new client alone', async () => {
    const { world, app, user, ask } = setUp('immediate', hello);
    addClient(world, app, user, { platform: 'telegram', integrationId: 'telegram', externalId: '1' });
    await ask();
    world.settle();
    const reached = world.happenings.flatMap((one) =>
      one.type === 'messageDelivery' ? [one.destination.type] : [],
    );
    expect(new Set(reached)).toEqual(new Set(['twilio']));
  });

  it('is not settled by the user', async () => {
    const { ask, answer, pending, takeHappenings } = setUp('immediate');
    await ask();
    for (const given of ['act', 'accept', 'deny'] as const) answer(given);
    expect(pending().status).toBe('pending');
    expect(takeHappenings()).toEqual(['linkSuccess', 'clientAdd']);
  });
});

describe('a link by userActivity', () => {
  it('waits after its message was delivered, and completes when the user acts', async () => {
    const { world, user, ask, answer, pending, takeHappenings } = setUp('userActivity', hello);
    await ask();
    expect(takeHappenings()).toEqual(['message', 'messageDelivery:channel', 'messageDelivery:user']);
    const client = pending();
    expect(client.status).toBe('pending');
    await world.clock.advance(60_000);
    answer('act');
    expect(takeHappenings()).toEqual(['linkSuccess', 'clientAdd']);
    expect(user.clients).toEqual([client]);
    expect(client).toMatchObject({ status: 'active', primary: true, lastSeen: toIsoTime(world.clock.now()) });
  });

  it('completes when the user writes, after the message itself', async () => {
    const { world, app, user, ask, pending, takeHappenings } = setUp('userActivity', hello);
    await ask();
    takeHappenings();
    receiveMessage(world, app, user, pending(), { text: 'hi' });
    expect(takeHappenings()).toEqual(['message', 'linkSuccess', 'clientAdd']);
    receiveMessage(world, app, user, user.clients[0] as never, { text: 'again' });
    expect(takeHappenings()).toEqual(['message']);
  });

  it('fails when its message is not delivered', async () => {
    const { app, user, ask, takeHappenings } = setUp('userActivity', hello);
    orderFailure(app, { code: 'bad_request' });
    await ask();
    expect(takeHappenings()).toEqual(['message', 'messageDelivery:failure', 'linkFailure']);
    expect(user.pendingClients).toEqual([]);
  });

  it('is accepted, but not denied: there is no prompt to deny', async () => {
    const { ask, answer, pending, takeHappenings } = setUp('userActivity', hello);
    await ask();
    takeHappenings();
    answer('deny');
    expect(takeHappenings()).toEqual([]);
    expect(pending().status).toBe('pending');
    answer('accept');
    expect(takeHappenings()).toEqual(['linkSuccess', 'clientAdd']);
  });
});

describe('a link by prompt', () => {
  it('asks the user, and completes when they accept', async () => {
    const { user, ask, answer, takeHappenings } = setUp('prompt');
    await ask();
    expect(takeHappenings()).toEqual(['message', 'messageDelivery:channel', 'messageDelivery:user']);
    expect(user.conversation?.messages).toHaveLength(1);
    answer('accept');
    expect(takeHappenings()).toEqual(['linkSuccess', 'clientAdd']);
    expect(user.clients[0]?.status).toBe('active');
  });

  it('fails when they deny, with link:failure alone', async () => {
    const { world, user, ask, answer, takeHappenings } = setUp('prompt');
    await ask();
    takeHappenings();
    answer('deny');
    expect(world.happenings).toEqual([
      {
        type: 'linkFailure',
        user,
        channel: 'twilio',
        criteria,
        error: { code: 'user_declined', message: 'The user declined the request' },
      },
    ]);
    expect(takeHappenings()).toEqual(['linkFailure']);
    expect([user.clients, user.pendingClients, user.links.size]).toEqual([[], [], 0]);
  });

  it('waits on while the user does something else', async () => {
    const { ask, answer, pending, takeHappenings } = setUp('prompt');
    await ask();
    takeHappenings();
    answer('act');
    expect(takeHappenings()).toEqual([]);
    expect(pending().status).toBe('pending');
  });

  it('fails when the prompt is not delivered', async () => {
    const { app, user, ask, takeHappenings } = setUp('prompt');
    orderFailure(app, { code: 'unauthorized' });
    await ask();
    expect(takeHappenings()).toEqual(['message', 'messageDelivery:failure', 'linkFailure']);
    expect(user.pendingClients).toEqual([]);
  });

  it('is answered once: the second answer changes nothing', async () => {
    const { world, app, user, ask, pending, takeHappenings } = setUp('prompt');
    await ask();
    const client = pending();
    for (const answer of ['deny', 'accept', 'deny'] as const) userActed(world, app, user, client, answer);
    expect(takeHappenings().filter((type) => type.startsWith('link'))).toEqual(['linkFailure']);
    expect(user.clients).toEqual([]);
  });
});

describe('a link that completes', () => {
  it('leaves the preferred client as it is with primary: false', async () => {
    const { world, app, user, ask } = setUp('immediate', undefined, false);
    const first = addClient(world, app, user, { platform: 'telegram', externalId: '1' });
    await ask();
    world.settle();
    expect(user.clients.map(({ primary }) => primary)).toEqual([true, false]);
    expect(first.primary).toBe(true);
  });

  it('prefers the new client by default', async () => {
    const { world, app, user, ask } = setUp('immediate');
    addClient(world, app, user, { platform: 'telegram', externalId: '1' });
    await ask();
    world.settle();
    expect(user.clients.map(({ platform, primary }) => [platform, primary])).toEqual([
      ['telegram', false],
      ['twilio', true],
    ]);
  });

  it('moves the client of another user: client:remove there, client:add here', async () => {
    const { world, app, user, ask } = setUp('immediate');
    const other = createUser(world, app, {});
    const held = addClient(world, app, other, {
      platform: 'twilio',
      integrationId: 'twilio',
      externalId: phoneNumber,
      displayName: 'Imani',
      info: { city: 'SPRINGFIELD' },
    });
    await ask();
    world.settle();
    expect(world.happenings).toMatchObject([
      { type: 'linkSuccess', user: { _id: user._id } },
      { type: 'clientRemove', user: { _id: other._id }, clients: [{ _id: held._id }] },
      { type: 'clientAdd', user: { _id: user._id }, clients: [{ _id: user.clients[0]?._id }] },
    ]);
    expect(world.happenings).toHaveLength(3);
    expect(other.clients).toEqual([]);
    expect(user.clients).toMatchObject([{ displayName: 'Imani', info: { city: 'SPRINGFIELD' } }]);
    expect(app.users.has(other._id)).toBe(true);
  });

  it('keeps the client that the user has at that address', async () => {
    const { world, app, user, ask, takeHappenings } = setUp('immediate');
    const own = addClient(world, app, user, {
      platform: 'twilio',
      integrationId: 'twilio',
      externalId: '+1 212 555 2368',
    });
    addClient(world, app, user, { platform: 'telegram', externalId: '1' });
    await ask();
    expect(takeHappenings()).toEqual(['linkSuccess']);
    expect(user.clients).toHaveLength(2);
    expect(user.clients[0]).toBe(own);
    expect(own.primary).toBe(true);
    expect(user.pendingClients).toEqual([]);
  });

  it('does not take the same number of another integration for the same client', async () => {
    const { world, app, ask, takeHappenings } = setUp('immediate');
    const other = createUser(world, app, {});
    addClient(world, app, other, { platform: 'twilio', integrationId: 'else', externalId: phoneNumber });
    await ask();
    expect(takeHappenings()).toEqual(['linkSuccess', 'clientAdd']);
    expect(other.clients).toHaveLength(1);
  });
});
