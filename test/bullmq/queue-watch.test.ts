import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { LOOK_INTERVAL_MS, QueueWatch } from '../../src/bullmq/queue-watch.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { deleteKeys, describeWithRedis, requireRedisUrl } from '../support/redis.ts';

const ALARM_AGE_MS = 25_000;

describeWithRedis('QueueWatch', () => {
  const ends: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function open() {
    const prefix = `{test-${randomUUID()}}`;
    const redis = new Redis(requireRedisUrl());
    const queue = new Queue('watched', { connection: redis, prefix });
    await queue.waitUntilReady();
    const clock = createManualClock(Date.now());
    const logger = createMemoryLogger();
    const toKey = (suffix: string) => queue.toKey(suffix);
    const watch = new QueueWatch({ redis, toKey, alarmAgeMs: ALARM_AGE_MS, logger, clock });
    ends.push(async () => {
      watch.stop();
      await queue.close();
      redis.disconnect();
      await deleteKeys(prefix);
    });
    /** Adds a job that was stored so long ago. */
    const add = (ageMs: number) => queue.add('delivery', {}, { timestamp: clock.now() - ageMs });
    /** Turns the clock on to the next look, and waits until that one has ended. */
    const look = async () => {
      await clock.advance(LOOK_INTERVAL_MS);
      while (clock.pending() === 0) await new Promise(setImmediate);
    };
    return { redis, queue, clock, logger, watch, add, look };
  }

  it('warns once that deliveries wait too long, and says when that is over', async () => {
    const { queue, logger, add, look } = await open();
    await add(0);
    await look();
    await look();
    expect(logger.lines).toEqual([]);
    await look();
    await look();
    expect(logger.lines).toEqual([
      {
        level: 'warn',
        fields: { oldestWaitingMs: 30_000, alarmAgeMs: ALARM_AGE_MS },
        message: expect.stringMatching(/^deliveries wait too long: /),
      },
    ]);
    await queue.drain();
    await look();
    await look();
    expect(logger.lines).toHaveLength(2);
    expect(logger.lines[1]).toMatchObject({ level: 'info', fields: { oldestWaitingMs: 0 } });
  });

  it('finds a loss at a look without a new connection', async () => {
    const { redis, queue, watch, logger, add, look } = await open();
    await add(0);
    await look();
    await redis.del(queue.toKey('id'));
    await look();
    expect((await watch.describe()).reason).toMatch(/^Redis came back without what it had acknowledged/);
    expect(logger.lines).toEqual([expect.objectContaining({ level: 'error' })]);
  });

  it('gives the reasons of a loss and of an age one after the other', async () => {
    const { redis, queue, watch, clock, add, look } = await open();
    await add(0);
    await look();
    await redis.del(queue.toKey('id'));
    await look();
    await clock.advance(ALARM_AGE_MS);
    expect((await watch.describe()).reason).toMatch(
      /may be lost\. The oldest delivery has waited for 45 s: /,
    );
  });

  it('reads the age beside jobs that are gone or damaged', async () => {
    const { redis, queue, watch, add } = await open();
    const gone = await add(9_000);
    const broken = await add(8_000);
    const other = await add(7_000);
    const undated = await add(6_000);
    await add(5_000);
    await redis.del(queue.toKey(String(gone.id)));
    await redis.hset(queue.toKey(String(broken.id)), 'data', 'no JSON');
    await redis.del(queue.toKey(String(other.id)));
    await redis.set(queue.toKey(String(other.id)), 'no hash');
    await redis.hset(queue.toKey(String(undated.id)), 'timestamp', 'yesterday');
    expect(await watch.describe()).toEqual({ oldestWaitingMs: 8_000 });
  });

  it('calls a delivery that a faster clock stored new', async () => {
    const { watch, add } = await open();
    await add(-60_000);
    expect(await watch.describe()).toEqual({ oldestWaitingMs: 0 });
  });

  it('counts a delivery that ran before from when it was first found, for each run anew', async () => {
    const { redis, queue, watch, clock, add } = await open();
    const job = queue.toKey(String((await add(500_000)).id));
    await redis.hset(job, 'processedOn', clock.now() - 400_000);
    expect(await watch.describe()).toEqual({ oldestWaitingMs: 0 });
    await clock.advance(3_000);
    expect(await watch.describe()).toEqual({ oldestWaitingMs: 3_000 });
    await redis.hset(job, 'processedOn', clock.now());
    expect(await watch.describe()).toEqual({ oldestWaitingMs: 0 });
  });

  it('goes on when a look fails, and gives no age when it cannot be read', async () => {
    const { redis, queue, watch, clock, logger, add, look } = await open();
    await redis.set(queue.toKey('wait'), 'no list');
    await look();
    expect(await watch.describe()).toEqual({});
    await redis.del(queue.toKey('wait'));
    await add(0);
    await clock.advance(1_000);
    expect(await watch.describe()).toEqual({ oldestWaitingMs: 1_000 });
    expect(logger.lines).toEqual([]);
  });

  it('goes on when the logger throws', async () => {
    const { redis, queue, watch, clock, logger, add, look } = await open();
    const broken = jest.spyOn(logger, 'error').mockImplementation(() => {
      throw new Error('the disk is full');
    });
    await add(0);
    await look();
    await redis.del(queue.toKey('id'));
    await look();
    expect(broken).toHaveBeenCalledTimes(1);
    expect((await watch.describe()).reason).toContain('Redis came back without');
    expect(clock.pending()).toBe(1);
  });

  it('looks no more when it was stopped', async () => {
    const { watch, clock } = await open();
    expect(clock.pending()).toBe(1);
    watch.stop();
    expect(clock.pending()).toBe(0);
  });
});
