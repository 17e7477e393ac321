import type { Client } from '../../../src/client/index.ts';
import type { FaultRule } from '../../../src/emulator/index.ts';
import { killExamples, type RunningExample, startExample } from '../../examples/support.ts';
import { endAll, type Started, start } from './support/start.ts';

jest.setTimeout(60_000);

const onPost = { on: 'api', method: 'POST', path: '*/messages', times: 1 } as const;
const onRead = { on: 'api', method: 'POST', path: '*/conversation/activity', times: 1 } as const;
const onLook = { on: 'api', method: 'GET', path: '*/messages', times: 1 } as const;
const onDelivery = { on: 'delivery', trigger: 'message:appUser', times: 1 } as const;

/** What goes wrong while the example answers, and how often it then posts. */
const troubles: Readonly<Record<string, readonly [posts: number, ...faults: FaultRule[]]>> = {
  'nothing goes wrong': [1],
  'the answer to the post is lost': [1, { ...onPost, action: 'dropAfterCommit' }],
  'the post does not arrive': [2, { ...onPost, action: 'reset' }],
  'a proxy answers the post': [2, { ...onPost, action: 'html' }],
  'the post is refused for a limit': [
    2,
    { ...onPost, action: { type: 'status', status: 429, retryAfter: 0 } },
  ],
  'the look before the post fails': [1, { ...onLook, action: 'html' }],
  'the call behind the post fails, so that the handler runs again': [1, { ...onRead, action: 'reset' }],
  'the webhook is called twice': [1, { ...onDelivery, action: 'duplicate' }],
  'the answer of the receiver is lost, so that it is called again': [
    1,
    { ...onDelivery, action: 'loseResponse' },
  ],
  'answers are lost on both sides': [
    1,
    { ...onDelivery, action: 'loseResponse' },
    { ...onPost, action: 'dropAfterCommit' },
    { ...onRead, action: 'dropAfterCommit' },
  ],
};

describe('auto-reply, at the emulator', () => {
  let service: Started;
  let client: Client;
  let example: RunningExample;
  beforeAll(async () => {
    service = await start({ scheduleMs: [0, 100, 200, 400, 800] });
    client = service.makeClient();
    // Before the example starts, so that it knows the secret from the beginning. Nobody listens there yet.
    const webhook = await client.webhooks.create({ target: service.baseUrl, triggers: ['message:appUser'] });
    const { keyId, secret } = service.emulator.credentials;
    example = startExample('auto-reply/app.ts', {
      PORT: '0',
      SWITCHHOOK_KEY_ID: keyId,
      SWITCHHOOK_SECRET: secret,
      SWITCHHOOK_APP_ID: '',
      SWITCHHOOK_BASE_URL: service.baseUrl,
    });
    const [, address] = await example.line(/^listening on (http:\S+)$/);
    await client.webhooks.update(webhook._id, { target: `${address}/webhooks/messaging` });
  });
  afterAll(async () => {
    await killExamples();
    await endAll();
  });

  /** Waits until the example has done all it does for a message. */
  const answered = (said: { readonly _id: string }) =>
    example.line(new RegExp(`"message":"${said._id}".*"answered"`));

  it.each(Object.entries(troubles))('answers once when %s', async (_, [posts, ...faults]) => {
    const { emulator } = service;
    const person = emulator.user({ channel: 'telegram' });
    for (const fault of faults) emulator.faults.add(fault);
    const before = emulator.calls.list().length;
    const said = person.say('hi');
    await person.waitForMessage('Thank you', { timeoutMs: 30_000 });
    await answered(said);
    await emulator.idle();

    const user = person.user?._id ?? '';
    const [reply, ...others] = await client.messages.list(user).toArray();
    expect(reply).toMatchObject({
      role: 'appMaker',
      text: 'Thank you for your message. We answer within an hour.',
      metadata: { dedupeKey: expect.stringMatching(/^w1-/) },
    });
    expect(others.map(({ _id }) => _id)).toEqual([said._id]);
    const calls = emulator.calls.list().slice(before);
    const posted = calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'));
    expect(posted).toHaveLength(posts);
    expect(emulator.faults.list()).toEqual([]);
    const delivered = await emulator.deliveries.waitFor({
      trigger: 'message:appUser',
      where: ({ body, state }) => JSON.stringify(body).includes(said._id) && state === 'acknowledged',
    });
    const lost = faults.some(({ action }) => action === 'loseResponse');
    expect(delivered.attempts.filter(({ duplicate }) => !duplicate).length).toBeGreaterThan(lost ? 1 : 0);
  });

  it('answers each of several messages, and none of its own', async () => {
    const person = service.emulator.user({ channel: 'twilio' });
    const said = [person.say('one'), person.say('two'), person.say('three')];
    for (const each of said) await answered(each);
    const messages = await client.messages.list(person.user?._id ?? '').toArray();
    const replies = messages.filter(({ role }) => role === 'appMaker');
    expect(new Set(replies.map(({ metadata }) => metadata?.['dedupeKey'])).size).toBe(3);
    expect(messages).toHaveLength(6);
  });

  it('ends in peace', async () => {
    example.signal('SIGTERM');
    expect(await example.exit()).toBe(0);
    expect(example.output()).not.toContain(service.emulator.credentials.secret);
  });
});
