import {
  pay,
  readConversation,
  referConversation,
  setTyping,
  startConversation,
  tapPostback,
} from '../../../src/emulator/messages/index.ts';
import type { Action, Message } from '../../../src/events/index.ts';
import { refusal, setUp } from './support.ts';

const postback = { type: 'postback', text: 'Ring me', payload: 'RING' };
const buy = { type: 'buy', text: 'Buy', amount: 450 };
const withActions = (...actions: object[]) => ({ role: 'appMaker', type: 'text', text: 'So?', actions });

function firstAction(message: Message): Action {
  return message.actions?.[0] as Action;
}

/** Without what posting has fired. */
async function setUpPosted(actions: object[]) {
  const scene = setUp();
  const message = await scene.post(withActions(...actions));
  scene.world.settle();
  scene.world.happenings.length = 0;
  return { ...scene, app: scene.world.app, message };
}

describe('what the user does in a conversation', () => {
  it('is a postback, with its message or from a menu', async () => {
    const { world, app, user, client, message } = await setUpPosted([postback]);
    const action = firstAction(message);
    tapPostback(world, app, user, client, action, message);
    tapPostback(world, app, user, client, action, undefined);
    const source = { type: 'web', id: client.deviceId, integrationId: client.integrationId };
    expect(world.happenings).toEqual([
      { type: 'postback', user, action, message, client, source },
      { type: 'postback', user, action, client, source },
    ]);
    expect(user.conversation?.messages).toEqual([message]);
  });

  it('is a payment, after which the stored action is paid, once', async () => {
    const { world, app, user, client, message } = await setUpPosted([buy, buy]);
    const before = structuredClone(message);
    const settled = pay(world, app, user, client, firstAction(message), message);
    const paid = { ...firstAction(message), state: 'paid' };
    expect(settled.actions).toEqual([paid, message.actions?.[1]]);
    expect(user.conversation?.messages).toEqual([settled]);
    expect(message).toEqual(before);
    expect(user.hasPaymentInfo).toBe(true);
    expect(world.happenings).toEqual([
      {
        type: 'payment',
        user,
        source: { type: 'web', id: client.deviceId, integrationId: client.integrationId },
        message: settled,
        action: paid,
        charge: { id: expect.stringMatching(/^ch_[0-9a-f]{24}$/) },
      },
    ]);
    const again = () => pay(world, app, user, client, firstAction(message), message);
    expect(again).toThrow(refusal('conflict') as Error);
    expect(world.happenings).toHaveLength(1);
  });

  it('is a payment for an item', async () => {
    const scene = setUp();
    const items = [
      { title: 'a', actions: [postback] },
      { title: 'b', actions: [postback, buy] },
    ];
    const message = await scene.post({ role: 'appMaker', type: 'carousel', items });
    const action = message.items?.[1]?.actions?.[1] as Action;
    const settled = pay(scene.world, scene.world.app, scene.user, scene.client, action, message);
    expect(settled.items?.[1]?.actions?.[1]).toMatchObject({ state: 'paid' });
    expect(settled.items?.[0]).toEqual(message.items?.[0]);
  });

  it('is no payment for another action', async () => {
    const { world, app, user, client, message } = await setUpPosted([postback]);
    const attempt = () => pay(world, app, user, client, firstAction(message), message);
    expect(attempt).toThrow(refusal('bad_request') as Error);
  });

  it('is reading, which leaves nothing unread', async () => {
    const { world, app, user, client } = await setUpPosted([postback]);
    await world.clock.advance(2_000);
    readConversation(world, app, user, client);
    expect(user.conversation).toMatchObject({ unreadCount: 0, appUserLastRead: 1_700_000_002 });
    expect(world.happenings).toMatchObject([{ type: 'conversationRead', client, source: { type: 'web' } }]);
  });

  it('is no reading where there is no conversation', () => {
    const { world, user, client } = setUp();
    const read = () => readConversation(world, world.app, user, client);
    expect(read).toThrow(refusal('conversation_not_found') as Error);
    expect(world.happenings).toEqual([]);
  });

  it('is typing, a start with or without a referral, and a referral', () => {
    const { world, user, client } = setUp({ platform: 'messenger' });
    const referral = { code: 'SUMMER', details: { source: 'ADS' } };
    setTyping(world, world.app, user, client, 'typing:start');
    expect(user.conversation).toBeUndefined();
    startConversation(world, world.app, user, client);
    const id = user.conversation?._id;
    startConversation(world, world.app, user, client, referral);
    referConversation(world, world.app, user, client, referral);
    const source = { type: 'messenger', integrationId: client.integrationId };
    expect(world.happenings).toEqual([
      { type: 'typing', user, client, source, activity: 'typing:start' },
      { type: 'conversationStart', user, client, source },
      { type: 'conversationStart', user, client, source, referral },
      { type: 'conversationReferral', user, client, source, referral },
    ]);
    expect(user.conversation?._id).toBe(id);
    expect(user.conversationStarted).toBe(false);
  });
});

describe('the endpoints of the conversation', () => {
  const path = '/appusers/customer-7/conversation';

  it('answer the conversation', async () => {
    const { call, user, post } = setUp();
    await expect(call(`GET ${path}`)).rejects.toEqual(refusal('conversation_not_found'));
    await post(withActions(postback));
    const { body } = await call(`GET ${path}`);
    expect(body).toStrictEqual({
      conversation: { _id: user.conversation?._id, unreadCount: 1, appMakerLastRead: 1_700_000_000 },
    });
  });

  it('reset what is unread, without a body either way', async () => {
    const { call, user, post } = setUp();
    await expect(call(`POST ${path}/read`)).rejects.toEqual(refusal('conversation_not_found'));
    await post(withActions(postback));
    expect(await call(`POST ${path}/read`)).toEqual({ status: 200, body: undefined, warnings: [] });
    expect(user.conversation?.unreadCount).toBe(0);
  });

  it('let the business read up to the last message', async () => {
    const scene = await setUpPosted([postback]);
    await scene.world.clock.advance(1_000);
    const { received } = await scene.post({ role: 'appUser', type: 'text', text: 'a' });
    await scene.world.clock.advance(1_000);
    const options = { body: { role: 'appMaker', type: 'conversation:read' } };
    const { status, body } = await scene.call(`POST ${path}/activity`, options);
    expect(status).toBe(200);
    expect(body).toMatchObject({ conversation: { appMakerLastRead: received, appUserLastRead: received } });
  });

  it('let the business type, which changes nothing', async () => {
    const { call, user, world } = await setUpPosted([postback]);
    const before = structuredClone(user.conversation);
    for (const type of ['typing:start', 'typing:stop']) {
      const body = { role: 'appMaker', type, name: 'Ada', avatarUrl: 'https://e.com/a.png' };
      const answer = await call(`POST ${path}/activity`, { body });
      expect(answer).toMatchObject({ status: 200, warnings: [] });
    }
    expect(user.conversation).toEqual(before);
    expect(world.happenings).toEqual([]);
  });

  it.each([
    ['role', { role: 'appUser', type: 'typing:start' }],
    ['role', { type: 'typing:start' }],
    ['type', { role: 'appMaker', type: 'typing' }],
    ['type', { role: 'appMaker' }],
  ])('refuse an activity with a wrong %s: %j', async (place, body) => {
    const { call } = await setUpPosted([postback]);
    await expect(call(`POST ${path}/activity`, { body })).rejects.toEqual(refusal('bad_request', place));
  });

  it('know no activity where there is no conversation', async () => {
    const body = { role: 'appMaker', type: 'typing:start' };
    const answer = setUp().call(`POST ${path}/activity`, { body });
    await expect(answer).rejects.toEqual(refusal('conversation_not_found'));
  });

  it('take a postback by the id of its action, of a message or an item', async () => {
    const { call, client, message, post, world } = await setUpPosted([postback]);
    const list = await post({ role: 'appMaker', type: 'list', items: [{ title: 'a', actions: [postback] }] });
    world.settle();
    world.happenings.length = 0;
    const inList = list.items?.[0]?.actions?.[0]?._id;
    for (const actionId of [firstAction(message)._id, inList]) {
      const answer = await call(`POST ${path}/postback`, { body: { actionId } });
      expect(answer).toMatchObject({ status: 200, body: {} });
    }
    expect(world.happenings).toMatchObject([
      { type: 'postback', client, message: { _id: message._id }, action: { payload: 'RING' } },
      { type: 'postback', client, message: { _id: list._id }, action: { _id: inList } },
    ]);
  });

  it('refuse a postback of an unknown action, of no postback, and without an id', async () => {
    const { call, message } = await setUpPosted([{ type: 'reply', text: 'a', payload: 'b' }]);
    const send = (body: object) => call(`POST ${path}/postback`, { body });
    await expect(send({ actionId: '7' })).rejects.toEqual(refusal('not_found'));
    const { _id } = firstAction(message);
    await expect(send({ actionId: _id })).rejects.toEqual(refusal('bad_request', 'no postback'));
    await expect(send({})).rejects.toEqual(refusal('bad_request', 'actionId'));
  });
});
