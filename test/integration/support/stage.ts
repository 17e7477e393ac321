import { EventEmitter, once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import request, { type Response } from 'supertest';
import { createBullQueue } from '../../../src/bullmq/index.ts';
import {
  createMemoryQueue,
  createReceiver,
  createRouter,
  createWorker,
  type DeadLetteredEvent,
  type DeliveryQueue,
  type HandledEvent,
  type Logger,
  type QueueCounts,
  type Receiver,
  type ReceiverOptions,
  type RetryingEvent,
  type Router,
  type Worker,
  type WorkerOptions,
} from '../../../src/index.ts';
import { createMemoryLogger } from '../../../src/testing/memory-logger.ts';
import { describeWithRedis, openTestQueue, requireRedisUrl } from '../../support/redis.ts';

/** The secret that the receivers of the stories know unless they are given others. */
export const SECRET = 'Rk2x9vQ-7tHnB4wLc0Ze';

/** Where the receivers are mounted. */
export const HOOK_PATH = '/webhooks/messaging';

const cleanUps: (() => Promise<unknown>)[] = [];

/** Has `step` done when the test has ended, the last one first. */
export function atEnd(step: () => Promise<unknown>): void {
  cleanUps.push(step);
}

/** Ends what the helpers of this file began. To be called after each test. */
export async function cleanUp(): Promise<void> {
  for (const step of cleanUps.splice(0).reverse()) await step();
}

/** A queue, and the same one as another process sees it. */
export interface TestQueue {
  readonly queue: DeliveryQueue;
  /** On Redis an instance of its own with its own connections; in memory, where there is no other process, the same. */
  reopen(): Promise<DeliveryQueue>;
  /** Beginning of its keys in Redis; empty in memory. */
  readonly prefix: string;
}

/** Opens a queue of the driver under test; `cleanUp` closes it. */
export type OpenQueue = (logger?: Logger) => Promise<TestQueue>;

/** Tells the same story over the memory driver and over BullMQ on a real Redis. */
export function describeWithBothDrivers(tell: (openQueue: OpenQueue) => void): void {
  describe('in memory', () => tell(openMemoryQueue));
  describeWithRedis('on Redis', () => tell(openRedisQueue));
}

export async function openMemoryQueue(logger: Logger = createMemoryLogger()): Promise<TestQueue> {
  const queue = createMemoryQueue({ logger });
  atEnd(() => queue.close());
  return { queue, reopen: async () => queue, prefix: '' };
}

export async function openRedisQueue(logger: Logger = createMemoryLogger()): Promise<TestQueue> {
  const { queue, prefix, cleanUp: deleteKeys } = openTestQueue({ logger });
  atEnd(deleteKeys);
  atEnd(() => queue.close());
  await whenReady(queue);
  const reopen = async () => {
    const another = createBullQueue({ connection: requireRedisUrl(), prefix, logger });
    atEnd(() => another.close());
    await whenReady(another);
    return another;
  };
  return { queue, reopen, prefix };
}

/** Resolves once the queue can take deliveries. */
export async function whenReady(queue: DeliveryQueue): Promise<void> {
  await eventually(async () => (await queue.health()).ready);
}

/** Asks again until the answer is yes; the test's own time limit ends it. Only for what no event tells. */
export async function eventually(ask: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await ask())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Resolves when nothing waits, runs or is delayed, and gives the counts. */
export async function settled(queue: DeliveryQueue): Promise<QueueCounts> {
  let counts = await queue.counts();
  await eventually(async () => {
    counts = await queue.counts();
    return counts.waiting + counts.active + counts.delayed === 0;
  });
  return counts;
}

/** Makes a receiver, mounts it in an Express 5 app on a free port, behind `before`, and gives its address there. */
export async function serve(
  options: Partial<ReceiverOptions> & Pick<ReceiverOptions, 'queue'>,
  before: RequestHandler = (_request, _response, next) => next(),
): Promise<{ readonly url: string; readonly receiver: Receiver }> {
  const receiver = createReceiver({ secrets: SECRET, logger: createMemoryLogger(), ...options });
  const app = express().use(before).use(HOOK_PATH, receiver);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${HOOK_PATH}`, receiver };
}

/** Posts `body` as the service does, by default with the right secret. */
export async function post(
  url: string,
  body: string | object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return request(url)
    .post('')
    .set({ 'x-api-key': SECRET, 'content-type': 'application/json', ...headers })
    .send(body);
}

/** A call of which the test says every byte. */
export interface RawCall {
  readonly method?: string;
  /** On top of the right secret and a JSON content type. */
  readonly headers?: Record<string, string | readonly string[]>;
  readonly body?: Buffer | string;
}

/** The answer to it. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A call byte by byte, for what no well-behaved client sends. */
export async function call(
  url: string,
  { method = 'POST', headers = {}, body = '' }: RawCall,
): Promise<RawAnswer> {
  const sent = { 'x-api-key': SECRET, 'content-type': 'application/json', ...headers };
  const calling = httpRequest(url, { method, agent: false, headers: sent });
  calling.end(body);
  const [response] = (await once(calling, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** What a worker has told so far. */
export interface Seen {
  readonly handled: readonly HandledEvent[];
  readonly retrying: readonly RetryingEvent[];
  readonly deadLettered: readonly DeadLetteredEvent[];
  /** Resolves when `name` was told `count` times in all. */
  until(name: 'handled' | 'retrying' | 'deadLettered', count?: number): Promise<void>;
}

/** Makes a worker that does not wait between retries, and starts it. */
export async function startWorker(
  queue: DeliveryQueue,
  router: Router = createRouter(),
  options: Partial<WorkerOptions> = {},
): Promise<{ readonly worker: Worker; readonly seen: Seen }> {
  const worker = createWorker({ queue, router, backoff: () => 0, logger: createMemoryLogger(), ...options });
  atEnd(() => worker.close({ graceMs: 1_000 }));
  const seen = watch(worker);
  await worker.start();
  return { worker, seen };
}

function watch(worker: Worker): Seen {
  const told = new EventEmitter();
  const lists = {
    handled: [] as HandledEvent[],
    retrying: [] as RetryingEvent[],
    deadLettered: [] as DeadLetteredEvent[],
  };
  worker.on('handled', (event) => told.emit('told', lists.handled.push(event)));
  worker.on('retrying', (event) => told.emit('told', lists.retrying.push(event)));
  worker.on('deadLettered', (event) => told.emit('told', lists.deadLettered.push(event)));
  return {
    ...lists,
    async until(name, count = 1) {
      while (lists[name].length < count) await once(told, 'told');
    },
  };
}

/** How often each text is in the list. */
export function tally(list: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of list) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

/** A promise that the test resolves by hand. */
export function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** A v1.1 text message with an id of its own, so that it has a key of its own. */
export function makeMessage(id: string, text = 'hello'): Record<string, unknown> {
  return {
    trigger: 'message:appUser',
    version: 'v1.1',
    app: { _id: '5f3a6c1e9b1d4a0012ab34c0' },
    appUser: { _id: '5f3a6c1e9b1d4a0012ab34c1', conversationStarted: true },
    conversation: { _id: '5f3a6c1e9b1d4a0012ab34c3' },
    messages: [
      {
        _id: id,
        type: 'text',
        text,
        role: 'appUser',
        authorId: '5f3a6c1e9b1d4a0012ab34c1',
        received: 1_597_664_286.123,
        source: { type: 'web' },
      },
    ],
  };
}
