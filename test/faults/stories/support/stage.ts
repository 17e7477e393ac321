import { type BullQueueOptions, createBullQueue } from '../../../../src/bullmq/index.ts';
import { createRouter, type DeliveryQueue, type WorkerOptions } from '../../../../src/index.ts';
import { createMemoryLogger } from '../../../../src/testing/memory-logger.ts';
import {
  atEnd,
  makeMessage,
  post,
  type Seen,
  serve,
  startWorker,
  whenReady,
} from '../../../integration/support/stage.ts';
import { startTestRedis } from '../../../support/redis.ts';
import { startProxy, type TcpProxy } from '../../proxy.ts';
import { type StagedRedis, stageRedis } from '../../staged-redis.ts';

/** What the README asks of a Redis: what was acknowledged outlives the server's process. */
export const durable = ['--appendonly', 'yes', '--appendfsync', 'everysec'];

/** I3 of the fault matrix: no call waits longer for its answer, in milliseconds. */
const ANSWER_MS = 2_500;

/** Starts a server; the end of the test ends it. */
export async function openRedis(args: readonly string[] = durable): Promise<StagedRedis> {
  const redis = await stageRedis((again) => startTestRedis({ ...again, args }));
  atEnd(() => redis.stop());
  return redis;
}

/** A proxy before the server at `port`; the end of the test closes it. */
export async function openProxy(port: number): Promise<TcpProxy> {
  const proxy = await startProxy(port);
  atEnd(() => proxy.close());
  return proxy;
}

/** A receiver before a queue and a worker behind it. */
export interface House {
  readonly queue: DeliveryQueue;
  readonly url: string;
  /** The ids of the messages whose handler has returned. */
  readonly handled: string[];
  readonly seen: Seen;
  readonly logs: ReturnType<typeof createMemoryLogger>['lines'];
}

/** Opens a queue that is ready, on the Redis at `port`. */
export async function openQueue(
  port: number,
  options: Partial<BullQueueOptions> = {},
): Promise<DeliveryQueue> {
  const queue = createBullQueue({ connection: { port }, logger: createMemoryLogger(), ...options });
  atEnd(() => queue.close());
  await whenReady(queue);
  return queue;
}

/** Sets up an app and a worker on the Redis at `port`; the worker may reach it at another. `work` is done in the handler. */
export async function openHouse(
  port: number,
  {
    workerPort = port,
    work = () => {},
    options = {},
    queueOptions = {},
  }: {
    readonly workerPort?: number;
    readonly work?: (id: string, signal: AbortSignal) => unknown;
    readonly options?: Partial<WorkerOptions>;
    readonly queueOptions?: Partial<BullQueueOptions>;
  } = {},
): Promise<House> {
  const logger = createMemoryLogger();
  const queue = await openQueue(port, { logger, ...queueOptions });
  const workerQueue = workerPort === port ? queue : await openQueue(workerPort, { logger, ...queueOptions });
  const { url } = await serve({ queue });
  const handled: string[] = [];
  const router = createRouter().on('message:appUser', { name: 'story' }, async ({ messages }, { signal }) => {
    for (const { _id } of messages) {
      await work(_id, signal);
      handled.push(_id);
    }
  });
  const { seen } = await startWorker(workerQueue, router, { logger, ...options });
  return { queue, url, handled, seen, logs: logger.lines };
}

/** An answer, and how long it took. */
export interface TimedAnswer {
  readonly status: number;
  readonly outcome: unknown;
  readonly tookMs: number;
}

/** Posts a message with this id, and holds the answer to I3: in time, 2xx or 503. */
export async function send(url: string, id: string): Promise<TimedAnswer> {
  const sinceMs = performance.now();
  const { status, body } = await post(url, makeMessage(id));
  const tookMs = performance.now() - sinceMs;
  expect([200, 503]).toContain(status);
  expect(tookMs).toBeLessThan(ANSWER_MS);
  return { status, outcome: body.outcome, tookMs };
}

/** Posts again and again until the answer is 200, as the service does. */
export async function sendUntilTaken(url: string, id: string): Promise<TimedAnswer & { refusals: number }> {
  const sinceMs = performance.now();
  for (let refusals = 0; ; refusals += 1) {
    const answer = await send(url, id);
    if (answer.status === 200) return { ...answer, tookMs: performance.now() - sinceMs, refusals };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The names `<name>-0` up to `<name>-<count - 1>`. */
export function names(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `${name}-${i}`);
}

/** Measurements, shown when STORY_TIMES is set: recovery times and the like. */
export function measured(row: string, what: string, value: number, unit = 'ms'): void {
  if (process.env['STORY_TIMES']) process.stderr.write(`[${row}] ${what}: ${Math.round(value)} ${unit}\n`);
}
