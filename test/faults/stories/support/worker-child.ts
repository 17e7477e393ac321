// The worker of a story that ends it, stops it or lets its handler misbehave. It tells each step of a run.
import { setTimeout as wait } from 'node:timers/promises';
import { readSettings, stopAtSigterm } from '../../child-settings.ts';
import type { WorkerScript } from './child.ts';
import { tell } from './tell.ts';

const script = readSettings<WorkerScript>();
const {
  redisUrl,
  prefix = '{wh}',
  concurrency = 20,
  workMs = 0,
  blockMs = 0,
  dies,
  poison,
  failing,
} = script;

// Before anything of ours or of BullMQ is loaded, so that all of it believes the clock.
const trueNow = Date.now;
if (script.skewMs !== undefined) Date.now = () => trueNow() + (script.skewMs ?? 0);

const { createBullQueue } = await import('../../../../src/bullmq/index.ts');
const { createRouter, createWorker } = await import('../../../../src/index.ts');

const say = (_fields: object, message: string) => void tell('log', { id: message });
const logger = { debug() {}, info() {}, warn: say, error: say };

const queue = createBullQueue({ connection: redisUrl, prefix, logger });
const router = createRouter().on('message:appUser', { name: 'story' }, async ({ messages }, { delivery }) => {
  const id = String(messages[0]?._id);
  const { redelivered = false, attempt } = delivery;
  await tell('start', { id, redelivered, attempt });
  if (poison !== undefined && id.startsWith(poison)) process.exit(1);
  if (failing !== undefined && id.startsWith(failing) && attempt === 1)
    throw new Error('Not the first time.');
  if (workMs < 0) await new Promise(() => {});
  if (workMs > 0) await wait(workMs);
  // Blocks the loop without taking the processor from the other stories.
  if (blockMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockMs);
  await tell('end', { id, redelivered, attempt });
});

/** The queue as the worker sees it, with a trapdoor after the handler's end. */
const consumed: typeof queue = Object.assign(Object.create(queue) as typeof queue, {
  consume: ((run, options) =>
    queue.consume(async (lease) => {
      const die = () => new Promise<never>(() => process.kill(process.pid, 'SIGKILL'));
      if (dies === 'before the record') return run({ ...lease, noteCheckpoint: () => void die() });
      const settlement = await run(lease);
      if (dies === undefined) return settlement;
      // Longer than a note waits for the record that makes it superfluous.
      await wait(500);
      return die();
    }, options)) satisfies typeof queue.consume,
});

const worker = createWorker({
  queue: dies === undefined ? queue : consumed,
  router,
  concurrency,
  backoff: () => script.backoffMs ?? 0,
  logger,
});
const idOf = (payload: unknown) => (payload as { messages: { _id: string }[] }).messages[0]?._id ?? '';
worker.on('handled', ({ delivery, attempt }) => tell('handled', { id: idOf(delivery.payload), attempt }));
worker.on('deadLettered', ({ delivery, attempts, reason }) =>
  tell('dead', { id: `${idOf(delivery.payload)} ${reason}`, attempt: attempts }),
);
await worker.start();
while (!(await worker.health()).ready) await wait(5);

stopAtSigterm(async () => {
  await worker.close({ graceMs: 1_000 });
  await queue.close();
});
await tell('ready');
