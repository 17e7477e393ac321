import { comeBack, deliverTo, goAway } from '../../../src/emulator/channels/index.ts';
import { setIntegrationStatus } from '../../../src/emulator/integrations/index.ts';
import { readConversation } from '../../../src/emulator/messages/index.ts';
import { blockClient, touchClient } from '../../../src/emulator/users/index.ts';
import type { ClientRecord, Happening } from '../../../src/emulator/world/index.ts';
import { setUpChannels } from './support.ts';

describe('the delivery of a message', () => {
  it.each([
    ['web', ['web channel', 'web user final']],
    ['ios', ['ios channel', 'ios user final']],
    ['whatsapp', ['whatsapp channel', 'whatsapp user final']],
    ['telegram', ['telegram channel final']],
    ['line', ['line channel final']],
    ['something', ['something channel final']],
  ])('is told as far as %s reports it', (platform, steps) => {
    const { post, takeSteps } = setUpChannels(platform);
    post();
    expect(takeSteps()).toEqual(steps);
  });

  it('tells of the user only after the call', () => {
    const { world, post } = setUpChannels('web');
    post();
    expect(world.happenings.map(({ type }) => type)).toEqual(['message', 'messageDelivery']);
  });

  it('names the message, the user, the destination and the ids of the channel, the same at each stage', () => {
    const { world, user, post } = setUpChannels('whatsapp');
    const message = post();
    world.settle();
    const deliveries = world.happenings.filter(({ type }) => type === 'messageDelivery');
    expect(deliveries).toHaveLength(2);
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({
        user,
        message,
        destination: { type: 'whatsapp', integrationId: 'whatsapp' },
        externalMessages: [{ id: Buffer.from(message._id).toString('base64url') }],
      });
    }
  });

  it('has no ids on SDKs', () => {
    const { world, post } = setUpChannels('web');
    post();
    expect(world.happenings[1]).not.toHaveProperty('externalMessages');
  });

  it('does not happen for a user without clients', () => {
    const { post, takeSteps } = setUpChannels();
    post();
    expect(takeSteps()).toEqual([]);
  });

  it('does not happen for messages in the name of the user', () => {
    const { post, takeSteps } = setUpChannels('web');
    post({ role: 'appUser' });
    expect(takeSteps()).toEqual([]);
  });

  it('ends at the channel while the user is away, and goes on when they are back', () => {
    const { world, user, post, takeSteps } = setUpChannels('whatsapp');
    const [client] = user.clients as [ClientRecord];
    goAway(world.app, client);
    post();
    post();
    expect(takeSteps()).toEqual(['whatsapp channel', 'whatsapp channel']);
    comeBack(world, world.app, user, client);
    expect(takeSteps()).toEqual(['whatsapp user final', 'whatsapp user final']);
    comeBack(world, world.app, user, client);
    expect(takeSteps()).toEqual([]);
  });
});

describe('where a message goes on its own', () => {
  it('is the primary client', () => {
    const { world, user, post, takeSteps } = setUpChannels('telegram', 'line');
    post();
    expect(takeSteps()).toEqual(['line channel final']);
    touchClient(world, user, user.clients[0] as ClientRecord);
    post();
    expect(takeSteps()).toEqual(['telegram channel final']);
  });

  it('is the one last used when none is primary', async () => {
    const { world, user, post, takeSteps } = setUpChannels('telegram', 'line');
    await world.clock.advance('1m');
    touchClient(world, user, user.clients[0] as ClientRecord);
    for (const client of user.clients) client.primary = false;
    post();
    expect(takeSteps()).toEqual(['telegram channel final']);
  });

  it('is no pending and no inactive client', () => {
    const { user, post, takeSteps } = setUpChannels('telegram', 'web');
    const [telegram, web] = user.clients as [ClientRecord, ClientRecord];
    user.clients = [web];
    user.pendingClients = [{ ...telegram, status: 'pending' }];
    web.status = 'inactive';
    post();
    expect(takeSteps()).toEqual([]);
  });

  it('is not a blocked client as long as there is another', () => {
    const { world, user, post, takeSteps } = setUpChannels('telegram', 'line');
    blockClient(world, world.app, user, user.clients[1] as ClientRecord);
    post();
    expect(takeSteps()).toEqual(['telegram channel final']);
    blockClient(world, world.app, user, user.clients[0] as ClientRecord);
    post();
    expect(takeSteps()).toEqual([expect.stringMatching(/ failure blocked final$/)]);
  });
});

describe('a destination', () => {
  it.each([
    [{ integrationId: 'telegram' }, 'telegram channel final'],
    [{ integrationType: 'telegram' }, 'telegram channel final'],
    [{ integrationType: 'line' }, 'line channel final'],
  ])('of %j is met in place of the primary client', (destination, step) => {
    const { post, takeSteps } = setUpChannels('telegram', 'line');
    post({ destination });
    expect(takeSteps()).toEqual([step]);
  });

  it.each([{ integrationId: 'viber' }, { integrationType: 'viber' }])(
    'of %j is refused when the user has no client there',
    (destination) => {
      const { user, post } = setUpChannels('telegram');
      expect(() => post({ destination })).toThrow(expect.objectContaining({ code: 'client_not_found' }));
      expect(user.conversation).toBeUndefined();
    },
  );

  it('that is blocked fails, one that is pending is not found', () => {
    const { world, user, post, takeSteps } = setUpChannels('telegram', 'line');
    const [telegram, line] = user.clients as [ClientRecord, ClientRecord];
    blockClient(world, world.app, user, telegram);
    post({ destination: { integrationType: 'telegram' } });
    expect(takeSteps()).toEqual(['telegram failure blocked final']);
    line.status = 'pending';
    expect(() => post({ destination: { integrationType: 'line' } })).toThrow(
      expect.objectContaining({ code: 'client_not_found' }),
    );
  });
});

describe('a message that stays unread for 5 minutes', () => {
  it('goes from web to the next best channel that can push', async () => {
    const { world, post, takeSteps } = setUpChannels('telegram', 'web');
    post();
    expect(takeSteps()).toEqual(['web channel', 'web user final']);
    await world.clock.advance(299_999);
    expect(takeSteps()).toEqual([]);
    await world.clock.advance(1);
    expect(takeSteps()).toEqual(['telegram channel final']);
  });

  it('stays where it is when it was read meanwhile', async () => {
    const { world, user, post, takeSteps } = setUpChannels('telegram', 'web');
    post();
    readConversation(world, world.app, user, user.clients[1] as ClientRecord);
    takeSteps();
    await world.clock.advance('10m');
    expect(takeSteps()).toEqual([]);
  });

  it('goes alone when one before it was read', async () => {
    const { world, user, post } = setUpChannels('telegram', 'web');
    post();
    readConversation(world, world.app, user, user.clients[1] as ClientRecord);
    const second = post();
    world.settle();
    world.happenings.length = 0;
    await world.clock.advance('10m');
    expect(world.happenings).toEqual([expect.objectContaining({ message: second })]);
  });

  it('stays on channels that push, and where there is no other', async () => {
    for (const platforms of [['web', 'telegram'], ['web']]) {
      const { world, post, takeSteps } = setUpChannels(...platforms);
      post();
      takeSteps();
      expect(world.clock.pending()).toBe(0);
    }
  });

  it('does not go to a blocked client', async () => {
    const { world, user, post, takeSteps } = setUpChannels('telegram', 'line', 'web');
    post();
    blockClient(world, world.app, user, user.clients[0] as ClientRecord);
    takeSteps();
    await world.clock.advance('10m');
    expect(takeSteps()).toEqual(['line channel final']);
  });

  it('is forgotten with the user', async () => {
    const { world, user, post, takeSteps } = setUpChannels('telegram', 'web');
    post();
    takeSteps();
    world.app.users.delete(user._id);
    await world.clock.advance('10m');
    expect(takeSteps()).toEqual([]);
  });
});

describe('deliverTo', () => {
  it('delivers to a pending client and says whether the channel took it', () => {
    const { world, user, post, takeSteps } = setUpChannels('twilio');
    const [client] = user.clients as [ClientRecord];
    const message = post();
    takeSteps();
    const pending: ClientRecord = { ...client, _id: 'pending', status: 'pending' };
    expect(deliverTo(world, world.app, user, pending, message)).toBe(true);
    expect(takeSteps()).toEqual(['twilio channel', 'twilio user final']);
    setIntegrationStatus(world.app, 'twilio', 'error');
    expect(deliverTo(world, world.app, user, pending, message)).toBe(false);
    expect(takeSteps()).toEqual(['twilio failure unauthorized final']);
  });

  it('leaves integrationId out of the destination when the client has none', () => {
    const { world, user, post } = setUpChannels('ios');
    const [{ integrationId: _, ...client }] = user.clients as [ClientRecord];
    const message = post();
    deliverTo(world, world.app, user, client as ClientRecord, message);
    const last = world.happenings.at(-1) as Extract<Happening, { type: 'messageDelivery' }>;
    expect(last.destination).toStrictEqual({ type: 'ios' });
  });
});
