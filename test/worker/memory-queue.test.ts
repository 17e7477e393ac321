import { createMemoryQueue } from '../../src/queue/index.ts';
import { createRouter, type Router } from '../../src/router/index.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { createWorker, type WorkerOptions } from '../../src/worker/index.ts';
import { makeDelivery } from '../support/deliveries.ts';

/** A started worker on a memory queue. */
async function start(router: Router, options: Partial<WorkerOptions> = {}) {
  const clock = createManualClock();
  const logger = createMemoryLogger();
  const queue = createMemoryQueue({ clock, logger });
  const worker = createWorker({ queue, router, clock, logger, backoff: () => 1_000, ...options });
  await worker.start();
  return { clock, queue, worker };
}

test('retries the handler that fails until it returns, and the others not', async () => {
  const seen: string[] = [];
  const router = createRouter()
    .onAny({ name: 'good' }, () => seen.push('good'))
    .onAny({ name: 'flaky' }, async (_, { delivery, once }) => {
      seen.push(`flaky ${delivery.attempt} ${await once('charge', () => `charged at ${delivery.attempt}`)}`);
      if (delivery.attempt < 3) throw new Error('not yet');
    });
  const { clock, queue } = await start(router);
  await queue.enqueue(makeDelivery());
  await clock.advance(5_000);
  expect(seen).toEqual(['good', 'flaky 1 charged at 1', 'flaky 2 charged at 1', 'flaky 3 charged at 1']);
  expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, dead: 0 });
});

test('replays a dead letter without the handlers that had returned', async () => {
  const seen: string[] = [];
  const target: { broken?: boolean } = { broken: true };
  const router = createRouter()
    .onAny({ name: 'good' }, () => seen.push('good'))
    .onAny({ name: 'bad' }, () => {
      seen.push('bad');
      if (target.broken) throw new Error('broken');
    });
  const { clock, queue } = await start(router, { attempts: 2 });
  await queue.enqueue(makeDelivery());
  await clock.advance(5_000);
  const [dead] = await queue.deadLetters.list();
  expect(dead).toMatchObject({
    attempts: 2,
    reason: 'handler_failed',
    failures: [{ handler: 'bad', attempts: 2, final: true }],
  });
  target.broken = false;
  await queue.deadLetters.replay(dead?.id ?? '');
  await clock.advance(1);
  expect(seen).toEqual(['good', 'bad', 'bad', 'bad']);
  expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, dead: 0 });
});

test('keeps a refused payload as a dead letter without running a handler', async () => {
  const seen: string[] = [];
  const { clock, queue } = await start(createRouter().onAny((event) => seen.push(event.trigger)));
  const { payload } = makeDelivery();
  await queue.enqueue(makeDelivery({ payload: { ...payload, messages: 'none' } }));
  await clock.advance(1);
  expect(await queue.deadLetters.list()).toMatchObject([{ reason: 'refused', failures: [] }]);
  expect(seen).toEqual([]);
});

test('lets what runs finish within the grace', async () => {
  const seen: string[] = [];
  let finish = () => {};
  const router = createRouter().onAny(async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    seen.push('finished');
  });
  const { clock, queue, worker } = await start(router);
  await queue.enqueue(makeDelivery());
  await clock.advance(1);
  const closing = worker.close({ graceMs: 1_000 });
  await clock.advance(500);
  finish();
  expect(await closing).toEqual({ handedBack: 0 });
  expect(seen).toEqual(['finished']);
});

test('hands back what does not finish within the grace, and another worker takes it', async () => {
  const runs: { attempt: number; redelivered: boolean }[] = [];
  const signals: AbortSignal[] = [];
  const target: { stuck?: boolean } = { stuck: true };
  const router = createRouter()
    .onAny({ name: 'quick' }, () => {})
    .onAny({ name: 'stuck' }, (_, { delivery: { attempt, redelivered }, signal }) => {
      runs.push({ attempt, redelivered });
      signals.push(signal);
      if (target.stuck) return new Promise(() => {});
      return undefined;
    });
  const { clock, queue, worker } = await start(router);
  await queue.enqueue(makeDelivery());
  await clock.advance(1);
  const closing = worker.close({ graceMs: 1_000 });
  await clock.advance(1_000);
  expect(await closing).toEqual({ handedBack: 1 });
  expect(signals[0]?.aborted).toBe(true);
  target.stuck = false;
  const other = createWorker({ queue, router, clock, logger: createMemoryLogger() });
  await other.start();
  await clock.advance(1);
  expect(runs).toEqual([
    { attempt: 1, redelivered: false },
    { attempt: 1, redelivered: true },
  ]);
  expect(await queue.counts()).toMatchObject({ waiting: 0, active: 0 });
});
