import { receiveMessage } from '../../../src/emulator/messages/index.ts';
import type { UserRecord } from '../../../src/emulator/world/index.ts';
import { findUnknownKeys } from '../support/unknown-keys.ts';
import { refusal, type Scene, setUp } from './support.ts';

function say({ world, user, client }: Scene, content: Record<string, unknown>) {
  return receiveMessage(world, world.app, user, client, content);
}

describe('a message that comes through a client', () => {
  it('begins the conversation, counts as read by the user and is told of with the client', async () => {
    const scene = setUp();
    const { world, user, client } = scene;
    user.givenName = 'Imani';
    await world.clock.advance(1_000);
    const message = say(scene, { text: 'hi' });
    expect(message).toStrictEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      type: 'text',
      text: 'hi',
      role: 'appUser',
      authorId: user._id,
      name: 'Imani',
      received: 1_700_000_001,
      source: { type: 'web', id: client.deviceId, integrationId: client.integrationId },
    });
    expect(world.happenings).toEqual([{ type: 'message', user, message, client }]);
    expect(user).toMatchObject({
      conversationStarted: true,
      conversation: { unreadCount: 0, appUserLastRead: 1_700_000_001, messages: [message] },
    });
    expect(client.lastSeen).toBe('2023-11-14T22:13:21.000Z');
  });

  it('resets what the user has not read', async () => {
    const scene = setUp();
    await scene.post({ role: 'appMaker', type: 'text', text: 'a' });
    expect(scene.user.conversation?.unreadCount).toBe(1);
    say(scene, { text: 'b' });
    expect(scene.user.conversation?.unreadCount).toBe(0);
  });

  it.each([
    [
      'whatsapp',
      {
        type: 'whatsapp',
        integrationId: expect.any(String),
        originalMessageId: expect.any(String),
        originalMessageTimestamp: 1_700_000_000,
      },
    ],
    ['android', { type: 'android', integrationId: expect.any(String) }],
  ])('has the source that %s has', (platform, source) => {
    expect(say(setUp({ platform }), { text: 'hi' }).source).toStrictEqual(source);
  });

  it('takes additions to the source, and a name and a picture from the client', () => {
    const scene = setUp({ platform: 'viber' });
    Object.assign(scene.client, { displayName: 'Imani', avatarUrl: 'https://e.com/i.png' });
    const message = say(scene, { text: 'hi', source: { originalMessageId: '7' } });
    expect(message).toMatchObject({
      name: 'Imani',
      avatarUrl: 'https://e.com/i.png',
      source: { type: 'viber', originalMessageId: '7' },
    });
  });

  it.each([
    [
      'a reply',
      { text: 'Yes', payload: 'YES', metadata: { a: 1 } },
      { type: 'text', payload: 'YES', metadata: { a: 1 } },
    ],
    ['an image', { type: 'image', mediaUrl: 'https://e.com/a.png' }, { text: ' ', mediaType: 'image/png' }],
    [
      'a location',
      { type: 'location', coordinates: { lat: 1, long: 2 } },
      { text: 'Location shared:\nhttps://maps.google.com/maps?q=1,2' },
    ],
    ['a type that nobody knows', { type: 'sticker', pack: 7 }, { type: 'sticker', pack: 7 }],
  ])('fills %s', (_, content, filled) => {
    expect(say(setUp(), content)).toMatchObject(filled);
  });

  it('refuses what no channel could send', () => {
    const scene = setUp();
    expect(() => say(scene, { text: '' })).toThrow(refusal('bad_request') as Error);
    expect(() => say(scene, { type: 'image' })).toThrow(refusal('bad_request') as Error);
    expect(scene.user.conversation).toBeUndefined();
  });

  it('finds no room in a full conversation', () => {
    const scene = setUp({ limits: { messagesPerConversation: 1 } });
    say(scene, { text: 'a' });
    expect(() => say(scene, { text: 'b' })).toThrow(refusal('locked') as Error);
  });

  it('marks the form that it answers as submitted, and leaves others alone', async () => {
    const scene = setUp();
    const fields = [{ type: 'text', name: 'full', label: 'Name?' }];
    const form = await scene.post({ role: 'appMaker', type: 'form', fields });
    const other = await scene.post({ role: 'appMaker', type: 'form', fields });
    const response = say(scene, {
      type: 'formResponse',
      fields: [{ _id: '1', type: 'text', name: 'full', label: 'Name?', text: 'Ada' }],
      textFallback: 'Name?: Ada',
      quotedMessage: { type: 'message', content: { ...form, submitted: true } },
    });
    expect(scene.user.conversation?.messages).toEqual([{ ...form, submitted: true }, other, response]);
    expect(form).toMatchObject({ submitted: false });
    const body = { trigger: 'message:appUser', app: { _id: '1' }, appUser: { _id: '2' }, version: 'v1.1' };
    expect(findUnknownKeys({ ...body, messages: [response] })).toEqual([]);
  });

  it('completes a link that waits for an act of the user', () => {
    const scene = setUp({ platform: 'twilio' });
    const { user, client, world } = scene;
    makePending(scene, user);
    say(scene, { text: 'ok' });
    expect(client.status).toBe('active');
    expect(user.clients).toEqual([client]);
    expect(world.happenings.map(({ type }) => type)).toEqual(['message', 'linkSuccess', 'clientAdd']);
  });
});

function makePending({ client, world }: Scene, user: UserRecord): void {
  user.clients = [];
  Object.assign(client, { status: 'pending', active: false, externalId: '+15551234567' });
  user.pendingClients = [client];
  user.links.set(client._id, {
    channel: 'twilio',
    integrationId: client.integrationId ?? '',
    confirmation: 'userActivity',
    criteria: { phoneNumber: '+15551234567' },
    primary: true,
  });
  world.happenings.length = 0;
}
