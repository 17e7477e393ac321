import { BullDeadLetters } from '../../src/bullmq/bull-dead-letters.ts';
import { openRedis } from '../../src/bullmq/connections.ts';
import { LeanQueue } from '../../src/bullmq/lean-queue.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { makeDelivery } from '../support/deliveries.ts';
import { describeWithRedis, openTestQueue, requireRedisUrl } from '../support/redis.ts';

describeWithRedis('BullDeadLetters, several at work', () => {
  const ends: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  /** A queue with so many dead letters, and two processes' views of them, over connections of their own. */
  async function open(count: number) {
    const { queue, prefix, cleanUp } = openTestQueue();
    for (let i = 0; i < count; i++) await queue.enqueue(makeDelivery());
    let settled = 0;
    await new Promise<void>((resolve) => {
      const consumption = queue.consume(
        async () => ({ outcome: 'dead', reason: 'handler_failed', failures: [], issues: [] }),
        {
          concurrency: 50,
          onSettled: () => {
            settled += 1;
            if (settled === count) void consumption.close({ graceMs: 0 }).then(() => resolve());
          },
        },
      );
    });
    const view = async () => {
      const link = openRedis(requireRedisUrl(), 'producer', createMemoryLogger());
      const bull = new LeanQueue('deliveries', link.redis, prefix);
      ends.push(async () => {
        await bull.close();
        link.close();
      });
      await link.firstContact;
      return { link, bull, letters: new BullDeadLetters(bull, link) };
    };
    ends.push(async () => {
      await queue.close();
      await cleanUp();
    });
    const ids = (await queue.deadLetters.list({ limit: count })).map(({ id }) => id);
    return { queue, ids, one: await view(), other: await view() };
  }

  it('gives each letter to one of those who replay and remove it at once', async () => {
    const { queue, ids, one, other } = await open(30);
    let replayed = 0;
    for (const id of ids) {
      const took = await Promise.all([
        one.letters.remove(id),
        other.letters.remove(id),
        one.letters.replay(id),
        other.letters.replay(id),
      ]);
      expect(took.filter(Boolean)).toHaveLength(1);
      if (took[2] || took[3]) replayed += 1;
    }
    expect(await queue.counts()).toMatchObject({ waiting: replayed, dead: 0 });
  });

  it('removes nothing that was replayed while it looked', async () => {
    const { queue, ids, one, other } = await open(1);
    const [id = ''] = ids;
    const look = one.bull.getJob.bind(one.bull);
    jest.spyOn(one.bull, 'getJob').mockImplementation(async (wanted) => {
      const job = await look(wanted);
      const isFailed = job?.isFailed.bind(job);
      // Between the look at its state and the removal.
      if (job && isFailed)
        job.isFailed = async () => {
          const failed = await isFailed();
          await other.letters.replay(id);
          return failed;
        };
      return job;
    });
    expect(await one.letters.remove(id)).toBe(false);
    expect(await queue.counts()).toMatchObject({ waiting: 1, dead: 0 });
    expect(await other.bull.getJob(id)).toBeDefined();
  });

  it('says that somebody else replayed it meanwhile', async () => {
    const { queue, ids, one, other } = await open(1);
    const [id = ''] = ids;
    const forget = jest.spyOn(one.link.redis, 'hdel').mockImplementation(async () => {
      await other.letters.replay(id);
      return 0;
    });
    expect(await one.letters.replay(id)).toBe(false);
    expect(forget).toHaveBeenCalledTimes(1);
    expect(await queue.counts()).toMatchObject({ waiting: 1, dead: 0 });
  });

  it('lists on behind a page whose jobs are gone', async () => {
    const { ids, one } = await open(103);
    for (const id of ids.slice(0, 100)) await one.link.redis.del(one.bull.toKey(id));
    expect((await one.letters.list()).map(({ id }) => id)).toEqual(ids.slice(100));
  });

  it('lists none a second time that another which died moved to the next page', async () => {
    const { ids, one } = await open(102);
    const look = one.bull.getJob.bind(one.bull);
    let pushed = false;
    jest.spyOn(one.bull, 'getJob').mockImplementation(async (id) => {
      if (!pushed) {
        pushed = true;
        await one.link.redis.zadd(one.bull.toKey('failed'), Date.now() + 1_000, 'newer');
      }
      return look(id);
    });
    const listed = (await one.letters.list({ limit: 200 })).map(({ id }) => id);
    expect(listed).toEqual(ids);
    expect(await one.letters.listIds({ limit: 101 })).toEqual(ids.slice(0, 101));
  });
});
