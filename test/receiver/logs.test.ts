import { format, inspect } from 'node:util';
import { pino } from 'pino';
import { QueueError } from '../../src/errors/index.ts';
import type { ReceiverOptions } from '../../src/receiver/index.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import {
  call,
  closeServers,
  listen,
  makeReceiver,
  message,
  postback,
  SECRET,
  type TestCall,
  until,
} from './support.ts';

afterEach(closeServers);

const BODY_CANARY = 'canary-in-the-body-7731';
const HEADER_CANARY = 'canary-in-a-header-7732';
const WRONG_SECRET = 'canary-wrong-secret-7733';
const PROPERTY_CANARY = 'canary-in-a-property-7734';
const PROVIDED_CANARY = 'canary-of-the-provider-7735';
const canaries = [SECRET, BODY_CANARY, HEADER_CANARY, WRONG_SECRET, PROPERTY_CANARY, PROVIDED_CANARY];

const body = { ...message, extra: BODY_CANARY };
const headers = { 'x-other': HEADER_CANARY, cookie: HEADER_CANARY, authorization: HEADER_CANARY };

/** An error such as ioredis and HTTP clients make: the payload is in its properties, in its message, and in its cause. */
function leakyError(): Error {
  return Object.assign(new Error(`could not store ${BODY_CANARY}`, { cause: new Error(BODY_CANARY) }), {
    command: { args: [PROPERTY_CANARY, JSON.stringify(body)] },
    response: { body: PROPERTY_CANARY },
    body: PROPERTY_CANARY,
  });
}

const failing = (error: unknown): ReceiverOptions['queue'] => ({ enqueue: () => Promise.reject(error) });

const cases: [string, TestCall, Partial<ReceiverOptions>][] = [
  ['queued', { body }, {}],
  ['ignored', { body }, { acceptVersions: ['v1'] }],
  ['with an unknown trigger', { body: { ...body, trigger: BODY_CANARY, version: BODY_CANARY } }, {}],
  ['refused by its schema', { body: { ...body, messages: BODY_CANARY } }, {}],
  ['with a wrong secret', { body, headers: { 'x-api-key': WRONG_SECRET } }, {}],
  ['with two secrets', { body, headers: { 'x-api-key': [SECRET, WRONG_SECRET] } }, {}],
  [
    'with a wrong secret in a rotation',
    { body, headers: { 'x-api-key': WRONG_SECRET } },
    { rotationUntil: Date.now() + 1e6 },
  ],
  ['with broken JSON', { body: `{"trigger": ${BODY_CANARY}` }, {}],
  ['with broken JSON at its end', { body: `${JSON.stringify(body)}${BODY_CANARY}` }, {}],
  ['with invalid UTF-8', { body: Buffer.concat([Buffer.from(BODY_CANARY), Buffer.from([0xff])]) }, {}],
  ['without trigger', { body: { extra: BODY_CANARY } }, {}],
  ['that is too large', { body }, { limitBytes: 20 }],
  ['with a broken encoding', { body, headers: { 'content-encoding': 'gzip' } }, {}],
  ['with an unknown encoding', { body, headers: { 'content-encoding': HEADER_CANARY } }, {}],
  ['with another method', { body, method: 'PUT' }, {}],
  ['whose queue fails', { body }, { queue: failing(leakyError()) }],
  [
    'whose queue fails as it should',
    { body },
    { queue: failing(new QueueError('queue_unavailable', 'away', { cause: leakyError() })) },
  ],
  [
    'whose keyOf fails',
    { body },
    {
      dedup: {
        keyOf: () => {
          throw leakyError();
        },
      },
    },
  ],
  ['whose keyOf gives no key', { body }, { dedup: { keyOf: () => ({ BODY_CANARY }) as unknown as string } }],
  ['whose keyOf gives a key', { body }, { dedup: { keyOf: () => BODY_CANARY } }],
  [
    'whose release fails',
    { body: { ...postback, extra: BODY_CANARY } },
    {
      queue: {
        enqueue: async () => ({ outcome: 'queued' as const, release: () => Promise.reject(leakyError()) }),
      },
    },
  ],
  [
    'whose provider fails',
    { body },
    {
      secrets: () => {
        throw Object.assign(new Error(`Unexpected token in ${PROVIDED_CANARY}`), {
          response: PROVIDED_CANARY,
        });
      },
    },
  ],
  [
    'whose provider gives a bad list',
    { body },
    { secrets: async () => [PROVIDED_CANARY, ` ${PROVIDED_CANARY}`] },
  ],
];

describe('the log', () => {
  it.each(cases)('holds nothing private of a call %s', async (_, input, options) => {
    const written: string[] = [];
    const { receiver, logger } = makeReceiver(options);
    const toPino = makeReceiver({
      ...options,
      logger: pino({ level: 'debug' }, { write: (line: string) => void written.push(line) }),
    });
    const inputWithHeaders = { ...input, headers: { ...headers, ...input.headers } };
    const answer = await call(await listen(receiver), inputWithHeaders);
    await call(await listen(toPino.receiver), inputWithHeaders);
    await Promise.all([receiver.drain(), toPino.receiver.drain()]);
    await until(() => logger.lines.length > 0 && written.length > 0);
    const everything = [
      inspect(logger.lines, { depth: 20, showHidden: true }),
      format('%j', logger.lines),
      written.join(''),
      answer.text,
      JSON.stringify(answer.headers),
    ].join('\n');
    for (const canary of canaries) expect(everything).not.toContain(canary);
  });

  it('has one line for a delivery, with its labels', async () => {
    const clock = createManualClock();
    const { receiver, logger, queue } = makeReceiver({ clock, secrets: [{ name: 'shop', secret: SECRET }] });
    const url = await listen(receiver);
    await call(url, { body });
    await call(url, { body });
    const fields = {
      trigger: 'message:appUser',
      version: 'v1.1',
      key: queue.deliveries[0]?.key,
      status: 200,
      durationMs: 0,
      webhook: 'shop',
    };
    expect(logger.lines).toEqual([
      { level: 'info', message: 'call acknowledged', fields: { ...fields, outcome: 'queued' } },
      { level: 'info', message: 'call acknowledged', fields: { ...fields, outcome: 'duplicate' } },
    ]);
  });

  it('says how long a call took', async () => {
    const clock = createManualClock();
    const enqueue = () => new Promise<never>(() => {});
    const { receiver, logger } = makeReceiver({ clock, queue: { enqueue } });
    const answering = receiver.handle({ method: 'POST', headers: { 'x-api-key': SECRET }, body });
    await clock.advance(1_800);
    await answering;
    expect(logger.lines[0]).toMatchObject({
      level: 'warn',
      fields: { durationMs: 1_800, outcome: 'enqueue_timeout' },
    });
  });

  it('knows no trigger and no version but ours', async () => {
    const { receiver, logger } = makeReceiver();
    await call(await listen(receiver), { body: { trigger: 'shop:opened', version: 'v9' } });
    expect(logger.lines[0]?.fields).toMatchObject({ trigger: 'other', version: 'other', webhook: null });
  });

  it('has the labels of a call that came to no delivery', async () => {
    const { receiver, logger } = makeReceiver({ acceptVersions: ['v1'] });
    await call(await listen(receiver), { body });
    expect(logger.lines[0]?.fields).toEqual({
      trigger: 'message:appUser',
      version: 'v1.1',
      webhook: null,
      outcome: 'ignored',
      status: 200,
      durationMs: expect.any(Number),
    });
  });

  it('has one line for a refusal, without labels that nobody has shown', async () => {
    const { receiver, logger } = makeReceiver();
    await call(await listen(receiver), { body, headers: { 'x-api-key': WRONG_SECRET } });
    expect(logger.lines).toEqual([
      {
        level: 'warn',
        message: 'call refused',
        fields: {
          outcome: 'authentication_failed',
          status: 401,
          durationMs: expect.any(Number),
          error: expect.objectContaining({ type: 'AuthenticationError', code: 'authentication_failed' }),
        },
      },
    ]);
  });

  it('names the cause of a queue that fails', async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { receiver, logger } = makeReceiver({ queue: failing(cause) });
    await call(await listen(receiver), { body });
    expect(logger.lines[0]).toMatchObject({
      level: 'warn',
      fields: { outcome: 'queue_unavailable', status: 503, cause: { code: 'ECONNREFUSED' } },
    });
  });
});
