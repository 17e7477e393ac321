import { createBullQueue } from '../../src/bullmq/index.ts';
import { createMemoryQueue, createReceiver, OptionsError, type ReceiverOptions } from '../../src/index.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { makeDelivery } from '../support/deliveries.ts';
import { describeWithServer, startTestRedis } from '../support/redis.ts';
import { atEnd, cleanUp, eventually, SECRET } from './support/stage.ts';

const logger = createMemoryLogger();
const queue = createMemoryQueue({ logger });

afterEach(cleanUp);

/** The mistakes of section 9, G10, that a start can know of by itself, with the sentence that an operator reads. */
const mistakes: [string, object, string][] = [
  [
    'the secret is missing',
    { secrets: undefined },
    'secrets is missing: set the environment variable that it comes from.',
  ],
  [
    'the secret is empty',
    { secrets: '' },
    'secrets is empty: set the environment variable that it comes from.',
  ],
  [
    'the secret is blank',
    { secrets: '          ' },
    'secrets is empty: set the environment variable that it comes from.',
  ],
  [
    'the secret is shorter than 8 characters',
    { secrets: 'k3v9Qz1' },
    'secrets is shorter than 8 characters: use the secret that the service made.',
  ],
  [
    'the secret holds a control character',
    { secrets: 'k3v9Qz1p\u0007Lm' },
    'secrets holds a character that no header can carry: copy it again.',
  ],
  [
    'the secret is not latin1',
    { secrets: 'k3v9Qz1p€' },
    'secrets holds a character that no header can carry: copy it again.',
  ],
  [
    'the secret is a placeholder',
    { secrets: 'your-webhook-secret' },
    'secrets looks like a placeholder: use the secret that the service made.',
  ],
  [
    'a secret is there twice',
    { secrets: [SECRET, SECRET] },
    'secrets[1] is there twice: give each secret once.',
  ],
  [
    'the limit is not a number',
    { limitBytes: Number.NaN },
    'limitBytes must be a whole number of bytes above 0, such as 1048576.',
  ],
  [
    'a key is forgotten before the service stops calling',
    { dedup: { windowMs: 899_999 } },
    'dedup.windowMs must be a whole number of at least 900000 milliseconds: the service repeats a call for 15 minutes.',
  ],
  [
    'the queue may take longer than the service waits',
    { enqueueTimeoutMs: 20_000 },
    'enqueueTimeoutMs must be above 0 and below 20000 milliseconds, when the service stops waiting.',
  ],
];

describe('a receiver does not start when', () => {
  it.each(mistakes)('%s, and one sentence says what to do', (_, options, sentence) => {
    const start = () => createReceiver({ secrets: SECRET, queue, logger, ...options } as ReceiverOptions);
    expect(start).toThrow(new OptionsError(sentence));
    expect(start).toThrow(OptionsError);
    expect(sentence).toMatch(/^[^\n.]+(\.\w+[^\n.]+)*\.$/);
  });

  it('nothing is wrong with any of the options that the table changes, it does', () => {
    const limits = { limitBytes: 1, enqueueTimeoutMs: 19_999, dedup: { windowMs: 900_000 } };
    expect(createReceiver({ secrets: SECRET, queue, logger, ...limits })).toEqual(expect.any(Function));
  });
});

/** What a process cannot know before it has reached Redis: it listens, is not ready, and answers 503. */
describeWithServer('a queue is not ready, and takes nothing, when', () => {
  it.each([
    [
      'Redis evicts keys',
      ['--appendonly', 'yes', '--maxmemory-policy', 'allkeys-lru'],
      'Redis evicts keys (maxmemory-policy allkeys-lru) and loses deliveries without a word: set it to noeviction.',
    ],
    [
      'the append-only file is off and durability was asked for',
      ['--appendonly', 'no'],
      'The append-only file of Redis is off, and its crash loses every delivery: set appendonly yes.',
    ],
  ])('%s, and one sentence says what to do', async (_, args, sentence) => {
    const redis = await startTestRedis({ args });
    atEnd(() => redis.stop());
    const durable = createBullQueue({ connection: redis.url, durability: 'everysec', logger });
    atEnd(() => durable.close());
    await eventually(async () => (await durable.health()).reason === sentence);
    expect(await durable.health()).toEqual({ ready: false, reason: sentence });
    await expect(durable.enqueue(makeDelivery())).rejects.toMatchObject({ code: 'queue_unfit', status: 503 });
    expect(await durable.counts()).toMatchObject({ waiting: 0 });
  });
});
