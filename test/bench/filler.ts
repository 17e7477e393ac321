import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { createBullQueue } from '../../src/bullmq/index.ts';
import { createReceiver } from '../../src/index.ts';
import type { BenchDatabase } from './bench-redis.ts';
import { bodyWithId, SECRET, smallMessage } from './requests.ts';
import { takeIds } from './turn.ts';

/** Puts deliveries into a queue, each with a new id, as they come there in earnest. */
export interface Filler {
  /** Resolves when `count` more are stored. */
  fill(count: number): Promise<void>;
  /** Stores one that says when it was sent. */
  sendNow(): Promise<void>;
  close(): Promise<void>;
}

/** So many are under way at a time. */
const CHUNK = 500;

const headers = { 'content-type': 'application/json', 'x-api-key': SECRET };
const silent = { debug() {}, info() {}, warn() {}, error: console.error };

/** Through our receiver, so that its jobs are what our worker gets. */
export function fillOurs({ url }: BenchDatabase): Filler {
  const queue = createBullQueue({ connection: url, durability: 'memory', logger: silent });
  const receiver = createReceiver({ secrets: SECRET, queue, logger: silent });
  const body = smallMessage();
  const send = async (value: object) => {
    const bytes = Buffer.from(bodyWithId(value, takeIds(1)));
    const { status } = await receiver.handle({ method: 'POST', headers, body: bytes });
    if (status !== 200) throw new Error(`a delivery was answered ${status}`);
  };
  return {
    fill: (count) => inChunks(count, (size) => Promise.all(Array.from({ length: size }, () => send(body)))),
    sendNow: () => send({ ...body, sentAtMs: performance.timeOrigin + performance.now() }),
    async close() {
      await receiver.drain();
      await queue.close();
    },
  };
}

/** With the job that the hand-written receiver adds. */
export function fillHandWritten({ url }: BenchDatabase): Filler {
  const connection = new Redis(url);
  const queue = new Queue('webhooks', { connection });
  const body = smallMessage();
  const toJob = (value: object) => {
    const id = takeIds(1);
    const deduplication = { id: `message:appUser:${id}`, ttl: 3_600_000 };
    const retries = { attempts: 5, backoff: { type: 'exponential', delay: 1_000 } };
    const data: object = JSON.parse(bodyWithId(value, id));
    return { name: 'message:appUser', data, opts: { deduplication, ...retries, removeOnComplete: true } };
  };
  const add = (values: object[]) => queue.addBulk(values.map(toJob));
  return {
    fill: (count) => inChunks(count, (size) => add(Array.from({ length: size }, () => body))),
    async sendNow() {
      await add([{ ...body, sentAtMs: performance.timeOrigin + performance.now() }]);
    },
    async close() {
      await queue.close();
      connection.disconnect();
    },
  };
}

async function inChunks(count: number, fill: (size: number) => Promise<unknown>): Promise<void> {
  for (let left = count; left > 0; left -= CHUNK) await fill(Math.min(left, CHUNK));
}
