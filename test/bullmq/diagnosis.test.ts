import { Redis } from 'ioredis';
import { findDamaged } from '../../src/bullmq/diagnosis/find-damaged.ts';
import { diagnoseQueue } from '../../src/bullmq/index.ts';
import { OptionsError } from '../../src/errors/index.ts';
import type { DeliveryQueue } from '../../src/queue/index.ts';
import { makeDelivery } from '../support/deliveries.ts';
import { describeWithRedis, openTestQueue, requireRedisUrl } from '../support/redis.ts';
import { diagnose } from './diagnosis-support.ts';

describeWithRedis('diagnoseQueue, the queue', () => {
  let queue: DeliveryQueue;
  let prefix: string;
  let cleanUp: () => Promise<void>;
  let redis: Redis;
  const look = () => diagnose({ connection: requireRedisUrl(), prefix });
  const key = (suffix: string) => `${prefix}:deliveries:${suffix}`;

  beforeEach(() => {
    ({ queue, prefix, cleanUp } = openTestQueue());
    redis = new Redis(requireRedisUrl());
  });

  afterEach(async () => {
    redis.disconnect();
    await queue.close();
    await cleanUp();
  });

  /** Stores a delivery `ageMs` ago and gives its id. */
  async function enqueue(ageMs = 0): Promise<string> {
    await queue.enqueue(makeDelivery());
    const [id = ''] = await redis.lrange(key('wait'), 0, 0);
    await redis.hset(key(id), 'timestamp', String(Date.now() - ageMs));
    return id;
  }

  /** Starts a worker whose deliveries end as `settle` says, and waits until its blocking connection is there. */
  async function work(settle: () => Promise<{ outcome: 'handled' }>) {
    const consumption = queue.consume(settle, { concurrency: 1 });
    while ((await look())['workers']?.verdict !== 'good') await new Promise(setImmediate);
    return consumption;
  }

  /** Starts a worker that runs one delivery until `release` is called. */
  async function keepBusy() {
    let release = () => {};
    const consumption = await work(
      () =>
        new Promise((resolve) => {
          release = () => resolve({ outcome: 'handled' });
        }),
    );
    await queue.enqueue(makeDelivery());
    while ((await queue.counts()).active === 0) await new Promise(setImmediate);
    return { consumption, release: () => release() };
  }

  it('finds nothing wrong with a queue that is empty but its missing worker', async () => {
    const found = await look();
    expect(found).toMatchObject({
      deliveries: { verdict: 'good', found: '0 wait; 0 run, 0 wait for their retry' },
      workers: { verdict: 'doubtful', found: 'none connected' },
      'dead letters': { verdict: 'good', found: 'none' },
      'damaged jobs': { verdict: 'good', found: 'none among 0' },
    });
  });

  it('changes nothing in Redis', async () => {
    await queue.pause();
    await enqueue();
    const dump = async () => {
      const keys = (await redis.keys(`${prefix}:*`)).sort();
      return Promise.all(keys.map(async (each) => [each, (await redis.dumpBuffer(each)).toString('hex')]));
    };
    const before = await dump();
    await look();
    expect(await dump()).toEqual(before);
    expect(before.map(([each]) => each)).toContain(key('meta'));
  });

  it('counts our workers, those that are busy too', async () => {
    const { consumption, release } = await keepBusy();
    expect(await look()).toMatchObject({
      deliveries: { found: '0 wait; 1 run, 0 wait for their retry' },
      workers: { verdict: 'good', found: '1 connected' },
    });
    release();
    await consumption.close({ graceMs: 1_000 });
    expect((await look())['workers']).toMatchObject({ verdict: 'doubtful', found: 'none connected' });
  });

  it('tells a delivery that has waited for a minute from one that has waited longer', async () => {
    const id = await enqueue(58_000);
    expect((await look())['deliveries']).toMatchObject({
      verdict: 'good',
      found: expect.stringMatching(/for 5[89] s/),
    });
    await redis.hset(key(id), 'timestamp', String(Date.now() - 61_000));
    expect((await look())['deliveries']).toMatchObject({
      verdict: 'bad',
      found: expect.stringMatching(/^1 wait, the oldest for 6[12] s;/),
      advice: expect.stringContaining('No worker is connected: start one'),
    });
  });

  it('finds a worker that is connected and deaf', async () => {
    await enqueue(120_000);
    // BullMQ names the connection that a worker fetches over so; this one fetches nothing
    await redis.client('SETNAME', `${prefix}:${Buffer.from('deliveries').toString('base64')}`);
    expect(await look()).toMatchObject({
      deliveries: { verdict: 'bad', advice: expect.stringContaining('fetches nothing: restart it') },
      workers: { verdict: 'good', found: '1 connected' },
    });
  });

  it('finds workers that do not keep up', async () => {
    const { consumption, release } = await keepBusy();
    await enqueue(120_000);
    expect((await look())['deliveries']).toMatchObject({
      verdict: 'bad',
      found: expect.stringContaining('1 run'),
      advice: expect.stringContaining('do not keep up'),
    });
    await queue.pause();
    release();
    await consumption.close({ graceMs: 1_000 });
  });

  it('finds a queue that is paused, before it finds it late', async () => {
    await queue.pause();
    await enqueue(120_000);
    expect((await look())['deliveries']).toMatchObject({
      verdict: 'doubtful',
      found: expect.stringMatching(/^1 wait, .*the queue is paused$/),
      advice: expect.stringContaining('queue.resume()'),
    });
  });

  it('counts dead letters by their reason', async () => {
    const settlements = ['refused', 'handler_failed', 'handler_failed'] as const;
    for (const reason of settlements) {
      await queue.enqueue(makeDelivery());
      await new Promise<void>((resolve) => {
        const consumption = queue.consume(
          async () => ({ outcome: 'dead', reason, failures: [], issues: [] }),
          {
            concurrency: 1,
            onSettled: () => void consumption.close({ graceMs: 0 }).then(() => resolve()),
          },
        );
      });
    }
    expect((await look())['dead letters']).toMatchObject({
      verdict: 'doubtful',
      found: '3: 2 handler_failed, 1 refused',
    });
  });

  it('finds jobs that no worker can handle, and leaves those of a later release alone', async () => {
    const [broken, foreign, gone, newer] = [
      await enqueue(),
      await enqueue(),
      await enqueue(),
      await enqueue(),
    ];
    await redis.hset(key(broken), 'data', '{"v":');
    await redis.hset(key(foreign), 'data', '{"order":1}');
    await redis.hset(key(newer), 'data', '{"v":99}');
    await redis.del(key(gone));
    const finding = (await look())['damaged jobs'];
    expect(finding).toMatchObject({
      verdict: 'doubtful',
      found: expect.stringMatching(/^2 unreadable and 1 missing among 4: /),
    });
    for (const id of [broken, foreign, gone]) expect(finding?.found).toContain(id);
    expect(finding?.found).not.toContain(newer);
  });

  it('does not take jobs that are handled while it looks for damaged ones', async () => {
    const [done, gone] = [await enqueue(), await enqueue()];
    await redis.del(key(gone));
    const read = redis.hget.bind(redis);
    const reading = jest.spyOn(redis, 'hget').mockImplementation(async (job, field) => {
      // as the end of a run does: both in one step
      await redis.multi().lrem(key('wait'), 1, done).del(key(done)).exec();
      return read(job as string, field as string);
    });
    const damage = await findDamaged(redis, key);
    expect(reading).toHaveBeenCalledTimes(2);
    expect(damage).toEqual({ lookedAt: 2, unreadable: [], missing: [gone] });
  });

  it.each(['active', 'delayed'])('finds a job that is gone and still listed as %s', async (list) => {
    if (list === 'active') await redis.lpush(key(list), 'gone');
    else await redis.zadd(key(list), 1, 'gone');
    expect(await findDamaged(redis, key)).toEqual({ lookedAt: 1, unreadable: [], missing: ['gone'] });
  });

  it('says that a queue was never used', async () => {
    const { deliveries } = await diagnose({ connection: requireRedisUrl(), prefix, name: 'delivery' });
    expect(deliveries).toMatchObject({ verdict: 'doubtful', found: 'this queue has never been used' });
  });

  it.each([
    ['a name with a colon', { name: 'a:b' }],
    ['an empty name', { name: '' }],
    ['a prefix without braces', { prefix: 'wh' }],
    ['another option', { nam: 'x' }],
    ['no connection', { connection: undefined }],
  ])('throws an OptionsError for %s', async (_, options) => {
    const given = { connection: requireRedisUrl(), ...options };
    await expect(diagnoseQueue(given)).rejects.toThrow(OptionsError);
  });
});
