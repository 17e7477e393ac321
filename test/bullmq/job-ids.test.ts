import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { createJobIds } from '../../src/bullmq/job-ids.ts';
import type { Settlement } from '../../src/queue/index.ts';
import { makeDelivery } from '../support/deliveries.ts';
import { describeWithRedis, openTestQueue, requireRedisUrl } from '../support/redis.ts';

const deal = (next: () => string, count: number) => Array.from({ length: count }, next);

describe('createJobIds', () => {
  it('deals ids of twelve characters that BullMQ takes: a letter and no colon', () => {
    for (const id of Array.from({ length: 2_000 }, () => createJobIds()()))
      expect(id).toMatch(/^[a-z][\w-]{11}$/i);
  });

  it('deals no id twice, not in another process or after a restart either', () => {
    const ids = Array.from({ length: 20 }, createJobIds).flatMap((next) => deal(next, 1_000));
    expect(new Set(ids).size).toBe(20_000);
  });

  it('draws another prefix when the count has used one up', () => {
    const next = createJobIds();
    const [first = ''] = deal(next, 36 ** 4 - 1);
    const [last = '', over = ''] = deal(next, 2);
    expect(first.slice(8)).toBe('0000');
    expect(last).toBe(`${first.slice(0, 8)}zzzz`);
    expect(over).toMatch(/^.{8}0000$/);
    expect(over.slice(0, 8)).not.toBe(first.slice(0, 8));
  });
});

describeWithRedis('jobs under the ids of an earlier release, which held the key and a UUID', () => {
  const dead = { outcome: 'dead', reason: 'handler_failed', failures: [], issues: [] } as const;

  it('are known by their key, handled, kept as dead letters and replayed', async () => {
    const { queue, prefix, cleanUp } = openTestQueue();
    const delivery = makeDelivery();
    const jobId = `${delivery.key}-${randomUUID()}`;
    const earlier = new Queue('deliveries', { connection: { url: requireRedisUrl() }, prefix });
    await earlier.add(
      'delivery',
      { v: 1, delivery },
      { jobId, deduplication: { id: delivery.key, ttl: 60_000 }, removeOnComplete: true },
    );
    await earlier.close();
    expect((await queue.enqueue(delivery)).outcome).toBe('duplicate');

    const runOne = (settlement: Settlement) =>
      new Promise<void>((resolve) => {
        const consumption = queue.consume(async () => settlement, {
          concurrency: 1,
          onSettled: () => void consumption.close({ graceMs: 0 }).then(() => resolve()),
        });
      });
    await runOne(dead);
    expect(await queue.deadLetters.get(jobId)).toMatchObject({ id: jobId, delivery: { key: delivery.key } });
    expect(await queue.deadLetters.replay(jobId)).toBe(true);
    await runOne({ outcome: 'handled' });
    expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, dead: 0 });
    expect((await queue.enqueue(delivery)).outcome).toBe('duplicate');
    await queue.close();
    await cleanUp();
  });
});
