import { Redis } from 'ioredis';
import { createBullQueue } from '../../src/bullmq/index.ts';
import type { DeliveryQueue, Lease, ProcessDelivery, Settlement } from '../../src/queue/index.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { makeDelivery } from '../support/deliveries.ts';
import { describeWithServer, startTestRedis } from '../support/redis.ts';

/** Far below the 15 s after which the lock of a job runs out, which is how long the end of a run was lost before. */
const SOON_MS = 4_000;

/** A consumer on a Redis of its own, which a test makes refuse writes. `before` runs before there is a consumer. */
async function openHouse(
  process: ProcessDelivery,
  before: (queue: DeliveryQueue, redis: Redis) => Promise<unknown> = async () => {},
) {
  const server = await startTestRedis();
  const redis = new Redis(server.url);
  const logger = createMemoryLogger();
  const queue = createBullQueue({ connection: server.url, logger });
  while (!(await queue.health()).ready) await new Promise(setImmediate);
  const settled: { lease: Lease; settlement: Settlement }[] = [];
  let tell = () => {};
  await before(queue, redis);
  const consumption = queue.consume(process, {
    concurrency: 1,
    onSettled: (lease, settlement) => {
      settled.push({ lease, settlement });
      tell();
    },
  });
  return {
    queue,
    logger,
    settled,
    refuse: () => redis.config('SET', 'min-replicas-to-write', 1),
    /** How often it has refused. */
    refusals: async () => Number(/NOREPLICAS:count=(\d+)/.exec(await redis.info('errorstats'))?.[1] ?? 0),
    relent: () => redis.config('SET', 'min-replicas-to-write', 0),
    until: async (count: number) => {
      while (settled.length < count) {
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      }
    },
    close: async () => {
      await consumption.close({ graceMs: 0 });
      await queue.close();
      redis.disconnect();
      await server.stop();
    },
  };
}

describeWithServer('the end of a run that Redis refuses to hear', () => {
  it.each<[string, Settlement]>([
    ['handled', { outcome: 'handled' }],
    ['a retry', { outcome: 'retry', delayMs: 0, failures: [] }],
    ['a death', { outcome: 'dead', reason: 'refused', failures: [], issues: [] }],
  ])('is said again until it is heard, when it is %s', async (_, settlement) => {
    const runs: number[] = [];
    const house = await openHouse(async (lease) => {
      runs.push(lease.attempt);
      if (runs.length > 1) return { outcome: 'handled' };
      await house.refuse();
      return settlement;
    });
    await house.queue.enqueue(makeDelivery());
    while ((await house.refusals()) === 0) await new Promise(setImmediate);
    // What is measured is a rate, so the time is part of it: BullMQ itself asks for the next job without a pause.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(house.settled.map((each) => each.settlement.outcome)).toEqual([]);
    expect(await house.refusals()).toBeLessThan(30);
    await house.relent();
    const sinceMs = performance.now();
    await house.until(settlement.outcome === 'retry' ? 2 : 1);
    expect(performance.now() - sinceMs).toBeLessThan(SOON_MS);
    expect(runs).toEqual(settlement.outcome === 'retry' ? [1, 2] : [1]);
    await house.close();
  });

  it('does not keep a close waiting', async () => {
    const house = await openHouse(async () => {
      await house.refuse();
      return { outcome: 'handled' };
    });
    await house.queue.enqueue(makeDelivery());
    while ((await house.refusals()) === 0) await new Promise(setImmediate);
    const sinceMs = performance.now();
    await house.close();
    expect(performance.now() - sinceMs).toBeLessThan(SOON_MS);
  });
});

describeWithServer('a job that waits in a Redis which refuses', () => {
  it('is asked for a few times in a second by an idle worker, and fetched once it may be', async () => {
    const runs: number[] = [];
    const house = await openHouse(
      async (lease) => {
        runs.push(lease.attempt);
        return { outcome: 'handled' };
      },
      async (queue, redis) => {
        await queue.enqueue(makeDelivery());
        await redis.config('SET', 'min-replicas-to-write', 1);
      },
    );
    while ((await house.refusals()) === 0) await new Promise(setImmediate);
    // What is measured is a rate, so the time is part of it: without a pause it is asked for hundreds of times.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await house.refusals()).toBeLessThan(30);
    expect(runs).toEqual([]);
    await house.relent();
    await house.until(1);
    expect(runs).toEqual([1]);
    await house.close();
  });
});
