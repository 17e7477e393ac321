import { closeServers } from '../receiver/support.ts';
import { idOf, meet, post } from './support/effects.ts';
import { closeEmulators, startEmulator } from './support/start-emulator.ts';
import { startTold } from './support/start-told.ts';

afterEach(async () => {
  await closeEmulators();
  await closeServers();
});

describe('users', () => {
  it('who arise from a first message are told by that alone', async () => {
    const stage = await startTold();
    meet(stage, 'telegram');
    expect(await stage.take()).toEqual(['message:appUser']);
  });

  it('who are merged are told by merge:appUser and no client:add', async () => {
    const stage = await startTold();
    const [one, other] = [meet(stage, 'web'), meet(stage, 'telegram')];
    const [surviving, discarded] = [idOf(one), idOf(other)];
    await stage.take();
    await stage.client.appUsers.merge({ surviving: { _id: surviving }, discarded: { _id: discarded } });
    const told = await stage.takeAll();
    expect(told.map(({ trigger }) => trigger)).toEqual(['merge:appUser', 'merge:appUser']);
    expect(told[0]?.body).toMatchObject({ surviving: { _id: surviving }, discarded: [{ _id: discarded }] });
    expect(told[0]?.body).not.toHaveProperty('discardedProperties');
    expect(idOf(other)).toBe(surviving);
  });

  it('who are deleted are gone at once, and told of later', async () => {
    const stage = await startTold();
    const id = idOf(meet(stage, 'telegram'));
    await stage.take();
    await stage.client.appUsers.delete(id);
    await expect(stage.client.appUsers.get(id)).rejects.toMatchObject({ code: 'user_not_found' });
    expect(await stage.take()).toEqual(['client:remove', 'appUser:delete']);
  });

  it('who log in are merged into the user that they are', async () => {
    const stage = await startTold();
    const { _id } = await stage.client.appUsers.create({ userId: 'customer-1' });
    const web = meet(stage, 'web');
    await stage.take();
    web.login('customer-1');
    expect(await stage.take()).toEqual(['merge:appUser']);
    expect(idOf(web)).toBe(_id);
  });
});

describe('messages', () => {
  it('that the API posts for the user are told like those of the user', async () => {
    const stage = await startTold();
    const id = idOf(meet(stage, 'web'));
    await stage.take();
    await stage.client.messages.create(id, { role: 'appUser', type: 'text', text: 'hi' });
    expect(await stage.take()).toEqual(['message:appUser']);
  });

  it.each([
    ['web', ['message:delivery:channel', 'message:delivery:user']],
    ['whatsapp', ['message:delivery:channel', 'message:delivery:user']],
    ['telegram', ['message:delivery:channel']],
  ])('are delivered as %s can tell', async (channel, reports) => {
    const stage = await startTold();
    const person = meet(stage, channel);
    await stage.take();
    await post(stage, person);
    const told = (await stage.takeAll()).filter(({ version }) => version === 'v1.1');
    expect(told.map(({ trigger }) => trigger)).toEqual(['message:appMaker', ...reports]);
    const finals = told.slice(1).map(({ body }) => body['isFinalEvent']);
    expect(finals).toEqual(reports.map((_, index) => index === reports.length - 1));
  });

  it('have no delivery event of v1 on web', async () => {
    const stage = await startTold();
    const person = meet(stage, 'web');
    await stage.take();
    await post(stage, person);
    expect(await stage.take('v1')).toEqual(['message:appMaker']);
  });

  it('are told once for each destination, however often that is tried', async () => {
    const stage = await startTold();
    const person = meet(stage, 'whatsapp');
    person.goOffline();
    await stage.take();
    await post(stage, person);
    expect(await stage.take()).toEqual(['message:appMaker', 'message:delivery:channel']);
    person.goOnline();
    person.goOffline();
    person.goOnline();
    expect(await stage.take()).toEqual(['message:delivery:user']);
  });

  it('fail once the user has unsubscribed, and arrive after they have written again', async () => {
    const stage = await startTold();
    const person = meet(stage, 'whatsapp');
    person.block();
    expect(await stage.take()).toEqual(['message:appUser', 'client:block']);
    await post(stage, person);
    expect(await stage.take()).toEqual(['message:appMaker', 'message:delivery:failure']);
    person.say('hello?');
    await post(stage, person);
    expect(await stage.take()).toEqual([
      'message:appUser',
      'message:appMaker',
      'message:delivery:channel',
      'message:delivery:user',
    ]);
  });
});

describe('acts of the user', () => {
  it('are told one by one', async () => {
    const stage = await startTold();
    const person = meet(stage, 'messenger');
    await post(stage, person, {
      actions: [
        { type: 'postback', text: 'More', payload: 'MORE' },
        { type: 'reply', text: 'Yes', payload: 'YES' },
        { type: 'buy', text: 'Buy', amount: 1_000 },
      ],
    });
    await stage.take();
    const acts = [
      () => person.tap('More'),
      () => person.reply('Yes'),
      () => person.pay('Buy'),
      () => person.read(),
      () => person.refer('poster'),
    ];
    const told: string[][] = [];
    for (const act of acts) {
      act();
      told.push(await stage.take());
    }
    expect(told).toEqual([
      ['postback'],
      ['message:appUser'],
      ['payment:success'],
      ['conversation:read'],
      ['conversation:referral'],
    ]);
  });

  it('on a menu are told without a message', async () => {
    const stage = await startTold();
    const person = meet(stage, 'messenger');
    await stage.client.menu.update({ items: [{ type: 'postback', text: 'Help', payload: 'HELP' }] });
    await stage.take();
    person.tapMenu('Help');
    const [tap] = await stage.takeAll();
    expect(tap?.body).toMatchObject({ postbacks: [{ action: { payload: 'HELP' } }] });
    expect(JSON.stringify(tap?.body)).not.toContain('"message"');
  });

  it('of typing are told only to webhooks that name it', async () => {
    const stage = await startTold();
    const person = meet(stage, 'web');
    await stage.take();
    person.typing();
    expect(await stage.takeAll()).toEqual([]);
    const [webhook] = await stage.client.webhooks.list();
    await stage.client.webhooks.update(webhook?._id ?? '', { triggers: ['*', 'typing:appUser'] });
    person.typing(false);
    const [typing, ...more] = await stage.takeAll();
    expect(typing?.body).toMatchObject({ trigger: 'typing:appUser', activity: { type: 'typing:stop' } });
    expect(more).toEqual([]);
  });

  it('of somebody new who comes through a code begin the conversation with it', async () => {
    const stage = await startTold();
    stage.emulator.user({ channel: 'telegram' }).refer('poster');
    const [start] = await stage.takeAll();
    expect(start?.body).toMatchObject({ trigger: 'conversation:start', referral: { code: 'poster' } });
  });
});

describe('webhooks', () => {
  it('are ten at most', async () => {
    const { client } = await startEmulator({ probe: false });
    const target = 'http://127.0.0.1:1/';
    for (let count = 0; count < 10; count++) await client.webhooks.create({ target, triggers: ['*'] });
    await expect(client.webhooks.create({ target, triggers: ['*'] })).rejects.toMatchObject({
      code: 'bad_request',
    });
    expect(await client.webhooks.list()).toHaveLength(10);
  });
});
