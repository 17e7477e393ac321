import { addClient } from '../../../src/emulator/users/index.ts';
import { createRandom } from '../../../src/testing/random.ts';
import { postMany, refusal, setUp } from './support.ts';

const path = 'POST /appusers/customer-7/messages';
const text = { type: 'text', text: 'Hello' };
const fromMaker = { role: 'appMaker', ...text };
const fromUser = { role: 'appUser', ...text };
const buy = { type: 'buy', text: 'Buy', amount: 450 };

describe('posting a message', () => {
  it('answers 201 with the message and the conversation that begins with it', async () => {
    const { world, user, call } = setUp();
    const { status, body } = await call(path, { body: fromMaker });
    expect(status).toBe(201);
    expect(Object.keys(body ?? {})).toEqual(['message', 'conversation']);
    expect(body?.['conversation']).toStrictEqual({
      _id: user.conversation?._id,
      unreadCount: 1,
      appMakerLastRead: world.clock.now() / 1_000,
    });
    expect(user.conversationStarted).toBe(true);
    expect(user.conversation?.messages).toEqual([body?.['message']]);
  });

  it('finds the user by its _id too, and no unknown one', async () => {
    const { user, call } = setUp();
    const byId = await call(`POST /appusers/${user._id}/messages`, { body: fromMaker });
    expect(byId.status).toBe(201);
    const unknown = call('POST /appusers/nobody/messages', { body: fromMaker });
    await expect(unknown).rejects.toEqual(refusal('user_not_found'));
  });

  it('keeps the books on what is read', async () => {
    const { world, user, post } = setUp();
    const state = () => {
      const { unreadCount, appMakerLastRead, appUserLastRead } = user.conversation ?? {};
      return [unreadCount, appMakerLastRead, appUserLastRead];
    };
    const first = await post(fromMaker);
    await world.clock.advance(1_500);
    const second = await post(fromMaker);
    expect(state()).toEqual([2, second.received, undefined]);
    expect(second.received - first.received).toBeCloseTo(1.5, 6);
    await world.clock.advance(1_500);
    const third = await post(fromUser);
    expect(state()).toEqual([0, second.received, third.received]);
    const fourth = await post(fromMaker);
    expect(state()).toEqual([1, fourth.received, third.received]);
  });

  it('gives no two messages of a conversation the same time', async () => {
    const scene = setUp();
    await postMany(scene, 3);
    const times = scene.user.conversation?.messages.map(({ received }) => received);
    expect(times).toEqual([1_700_000_000, 1_700_000_000.001, 1_700_000_000.002]);
  });

  it('tells of a message of the business, and then of its delivery', async () => {
    const { world, user, post } = setUp();
    const message = await post(fromMaker);
    expect(world.happenings[0]).toEqual({ type: 'message', user, message });
    expect(world.happenings[1]).toMatchObject({ type: 'messageDelivery', message: { _id: message._id } });
  });

  it('tells of a message in the name of the user without a client, and delivers nothing', async () => {
    const { world, user, client, post } = setUp();
    const { lastSeen } = client;
    await world.clock.advance(1_000);
    const message = await post(fromUser);
    world.settle();
    expect(world.happenings).toEqual([{ type: 'message', user, message }]);
    expect(message).toMatchObject({ role: 'appUser', authorId: user._id, source: { type: 'api' } });
    expect(client.lastSeen).toBe(lastSeen);
  });

  it('delivers to the destination', async () => {
    const { world, user, post } = setUp();
    addClient(world, world.app, user, { platform: 'telegram', integrationId: 'other', primary: false });
    await post({ ...fromMaker, destination: { integrationType: 'telegram' } });
    await post({ ...fromMaker, destination: { integrationId: 'other' } });
    const types = world.happenings.flatMap((one) =>
      one.type === 'messageDelivery' ? [one.destination.type] : [],
    );
    expect(new Set(types)).toEqual(new Set(['telegram']));
  });

  it('refuses a destination without a client before anything is stored', async () => {
    const { user, post } = setUp();
    const posted = post({ ...fromMaker, destination: { integrationType: 'viber' } });
    await expect(posted).rejects.toEqual(refusal('client_not_found'));
    expect(user.conversation).toBeUndefined();
  });

  it('carries payload and quoted messages, which need their _id alone', async () => {
    const { post } = setUp();
    const first = await post(fromMaker);
    const second = await post({
      ...fromUser,
      payload: 'YES',
      quotedMessage: { type: 'message', content: { _id: first._id } },
    });
    expect(second).toMatchObject({ payload: 'YES', quotedMessage: { type: 'message', content: first } });
    const quotedMessage = { type: 'externalMessageId', externalMessageId: '7' };
    expect(await post({ ...fromMaker, quotedMessage })).toMatchObject({ quotedMessage });
  });
});

describe('the author of a posted message', () => {
  it('is the app maker, the same for the same e-mail address', async () => {
    const { post } = setUp();
    const one = await post({ ...fromMaker, email: 'Priya@example.com', name: 'Priya' });
    const same = await post({ ...fromMaker, email: ' priya@example.com' });
    const other = await post({ ...fromMaker, email: 'sam@example.com' });
    const [none, noneAgain] = [await post(fromMaker), await post(fromMaker)];
    expect(one.authorId).toBe(same.authorId);
    expect(none.authorId).toBe(noneAgain.authorId);
    expect(new Set([one.authorId, other.authorId, none.authorId]).size).toBe(3);
    expect(one).toMatchObject({
      name: 'Priya',
      email: 'Priya@example.com',
      // The MD5 of priya@example.com.
      avatarUrl: 'https://www.gravatar.com/avatar/2bacdfcca57fe971855e69336ffe9a31.png?s=200&d=mm',
    });
    expect('name' in none).toBe(false);
  });

  it('has the picture that the call gives, else that of its e-mail address, else that of the profile', async () => {
    const { user, post } = setUp();
    user.avatarUrl = 'https://e.com/profile.png';
    const own = 'https://e.com/own.png';
    expect((await post({ ...fromMaker, avatarUrl: own, email: 'a@e.com' })).avatarUrl).toBe(own);
    expect((await post({ ...fromUser, avatarUrl: own, email: 'a@e.com' })).avatarUrl).toBe(own);
    expect((await post({ ...fromUser, email: 'a@e.com' })).avatarUrl).toMatch(/gravatar/);
    expect((await post(fromUser)).avatarUrl).toBe('https://e.com/profile.png');
  });

  it('is called as the call says, else by the profile, else by an animal if the app wants it', async () => {
    const { world, user, post } = setUp();
    expect('name' in (await post(fromUser))).toBe(false);
    world.app.settings = { useAnimalNames: true };
    const { name } = await post(fromUser);
    expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
    expect((await post(fromUser)).name).toBe(name);
    user.surname = 'Okafor';
    expect((await post(fromUser)).name).toBe('Okafor');
    user.givenName = 'Imani';
    expect((await post(fromUser)).name).toBe('Imani Okafor');
    expect((await post({ ...fromUser, name: 'I.' })).name).toBe('I.');
  });
});

describe('a full conversation', () => {
  it('takes the last message and refuses the next one with 423', async () => {
    const scene = setUp({ limits: { messagesPerConversation: 3 } });
    await postMany(scene, 3);
    const before = structuredClone(scene.user.conversation);
    await expect(scene.post(fromMaker)).rejects.toEqual(refusal('locked'));
    await expect(scene.post(fromUser)).rejects.toEqual(refusal('locked'));
    expect(scene.user.conversation).toEqual(before);
  });

  it('refuses a text of several messages as a whole', async () => {
    const scene = setUp({ limits: { messagesPerConversation: 2 } });
    await postMany(scene, 1);
    const posted = scene.post({ ...fromMaker, text: 'a ![](https://e.com/a.png)' });
    await expect(posted).rejects.toEqual(refusal('locked'));
    expect(scene.user.conversation?.messages).toHaveLength(1);
  });

  it('has room again when all messages are deleted', async () => {
    const scene = setUp({ limits: { messagesPerConversation: 1 } });
    await scene.post(fromMaker);
    await scene.call('DELETE /appusers/customer-7/messages');
    await expect(scene.post(fromMaker)).resolves.toBeDefined();
  });
});

describe('something to buy', () => {
  const item = { title: 'a', actions: [buy] };

  it('is refused when no channel of the user takes payments', async () => {
    const { user, post } = setUp({ platform: 'twilio' });
    const refused = refusal('payments_not_configured');
    await expect(post({ ...fromMaker, actions: [buy] })).rejects.toEqual(refused);
    await expect(post({ role: 'appMaker', type: 'list', items: [item] })).rejects.toEqual(refused);
    expect(user.conversation).toBeUndefined();
  });

  it('is taken when one does, but not for a destination that does not', async () => {
    const { world, user, post } = setUp({ platform: 'twilio' });
    addClient(world, world.app, user, { platform: 'web' });
    await expect(post({ ...fromMaker, actions: [buy] })).resolves.toBeDefined();
    const destined = post({ ...fromMaker, actions: [buy], destination: { integrationType: 'twilio' } });
    await expect(destined).rejects.toEqual(refusal('payments_not_configured'));
  });

  it('is taken for a user without any channel', async () => {
    const { user, post } = setUp();
    user.clients = [];
    await expect(post({ ...fromMaker, actions: [buy] })).resolves.toBeDefined();
  });
});

it('keeps received ascending and the count of unread true, whatever is posted', async () => {
  const scene = setUp();
  const random = createRandom(7);
  let unread = 0;
  for (let round = 0; round < 200; round++) {
    if (random.chance(0.3)) await scene.world.clock.advance(Math.floor(random.between(0, 3)));
    const isUser = random.chance(0.3);
    unread = isUser ? 0 : unread + 1;
    await scene.post(isUser ? fromUser : fromMaker);
    expect(scene.user.conversation?.unreadCount).toBe(unread);
  }
  const times = scene.user.conversation?.messages.map(({ received }) => Math.round(received * 1_000)) ?? [];
  expect(times).toHaveLength(200);
  expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true);
});
