import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { Cluster, Redis } from 'ioredis';
import { Redis as Redis5 } from 'ioredis5';
import { createBullQueue } from '../../src/bullmq/index.ts';
import type { Delivery } from '../../src/delivery.ts';
import type { DeliveryQueue, Lease } from '../../src/queue/index.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { makeDelivery } from '../support/deliveries.ts';
import {
  deleteKeys,
  describeWithRedis,
  describeWithServer,
  openTestQueue,
  requireRedisUrl,
  startTestRedis,
} from '../support/redis.ts';

const logger = createMemoryLogger();

async function whenReady(queue: DeliveryQueue): Promise<void> {
  while (!(await queue.health()).ready) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Sends one delivery through the queue and closes it. */
async function passOne(queue: DeliveryQueue): Promise<void> {
  await whenReady(queue);
  const delivery = makeDelivery();
  await queue.enqueue(delivery);
  let consumption: ReturnType<DeliveryQueue['consume']> | undefined;
  const key = await new Promise((resolve) => {
    consumption = queue.consume(
      async (lease) => {
        resolve(lease.delivery.key);
        return { outcome: 'handled' };
      },
      { concurrency: 1 },
    );
  });
  expect(key).toBe(delivery.key);
  await consumption?.close({ graceMs: 1_000 });
  await queue.close();
}

describe('createBullQueue', () => {
  it.each([
    ['an empty name', { name: '' }, /name must not be empty/],
    ['a name with a colon', { name: 'a:b' }, /name must not be empty nor hold ':'/],
    ['a prefix without braces', { prefix: 'wh' }, /prefix needs a part in braces/],
    ['an age of nothing', { alarmAgeMs: 0 }, /alarmAgeMs must be a whole number/],
    ['a URL of another kind', { connection: 'http://127.0.0.1' }, /redis:\/\/ or rediss:\/\//],
    ['no connection', { connection: undefined as unknown as string }, /connection is missing/],
  ])('refuses %s', (_case, options, message) => {
    expect(() => createBullQueue({ connection: 'redis://127.0.0.1:1', logger, ...options })).toThrow(message);
  });
});

describe('a URL that cannot be parsed', () => {
  it.each(['redis://user:hunter2pass@host:bad port', 'redis://user:hunter2pass@host:99999'])(
    'is refused without being repeated: it holds the password',
    (connection) => {
      let thrown: unknown;
      try {
        createBullQueue({ connection, logger });
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({
        code: 'invalid_options',
        message: expect.stringContaining('percent-encode'),
      });
      expect(inspect(thrown, { depth: null })).not.toContain('hunter2pass');
    },
  );
});

describeWithRedis('the connection of a BullMQ queue', () => {
  const prefix = '{test-connection}';
  afterAll(() => deleteKeys(prefix));

  it('may be a URL', async () => {
    await passOne(createBullQueue({ connection: requireRedisUrl(), prefix, name: 'url', logger }));
  });

  it('may be plain options', async () => {
    const { hostname, port } = new URL(requireRedisUrl());
    const connection = { host: hostname, port: Number(port) };
    await passOne(createBullQueue({ connection, prefix, name: 'options', logger }));
  });

  it.each([
    ['plain options', false],
    ['an ioredis instance', true],
  ])('brings only its address from %s: how to behave is ours', async (_case, asInstance) => {
    const { hostname, port } = new URL(requireRedisUrl());
    const behaviour = {
      commandTimeout: 500,
      enableOfflineQueue: false,
      keyPrefix: 'host:',
      stringNumbers: true,
    };
    const options = { host: hostname, port: Number(port), ...behaviour };
    const connection = asInstance ? new Redis(options) : options;
    const queue = createBullQueue({ connection, prefix, name: `behaviour-${asInstance}`, logger });
    const worker = queue.consume(async () => ({ outcome: 'handled' }), { concurrency: 1 });
    // Longer than commandTimeout without a delivery: the blocking read must not be cut.
    await new Promise((resolve) => setTimeout(resolve, 700));
    await queue.enqueue(makeDelivery());
    while ((await queue.counts()).waiting + (await queue.counts()).active > 0)
      await new Promise(setImmediate);
    await worker.close({ graceMs: 0 });
    await queue.close();
    if (connection instanceof Redis) connection.disconnect();
  });

  it.each([
    ['6', () => new Redis(requireRedisUrl(), { keyPrefix: 'host:' })],
    ['5', () => new Redis5(requireRedisUrl(), { keyPrefix: 'host:' })],
  ])('may be an ioredis instance of major %s, which stays untouched', async (major, connect) => {
    const instance = connect();
    await passOne(createBullQueue({ connection: instance, prefix, name: `major-${major}`, logger }));
    expect(await instance.ping()).toBe('PONG');
    instance.disconnect();
  });
});

describeWithServer('a Redis Cluster', () => {
  it('takes the queue, because the prefix keeps all keys in one slot', async () => {
    const server = await startTestRedis({
      args: ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'],
    });
    const node = new Redis(server.url);
    await node.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    while (!String(await node.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const cluster = new Cluster([{ host: '127.0.0.1', port: server.port }]);
    await passOne(createBullQueue({ connection: cluster, logger }));
    expect(await cluster.ping()).toBe('PONG');
    cluster.disconnect();
    node.disconnect();
    await server.stop();
  });
});

describeWithRedis('jobs that are not ordinary deliveries', () => {
  it('leaves an envelope that a later release wrote to its workers, in the delayed state', async () => {
    const { queue, prefix, cleanUp } = openTestQueue();
    await whenReady(queue);
    const redis = new Redis(requireRedisUrl());
    await queue.enqueue(makeDelivery());
    await rewriteData(redis, prefix, { v: 2, anything: true });
    const process = jest.fn();
    const consumption = queue.consume(process, { concurrency: 1 });
    while ((await queue.counts()).delayed !== 1) await new Promise(setImmediate);
    expect(process).not.toHaveBeenCalled();
    await consumption.close({ graceMs: 0 });
    await queue.close();
    redis.disconnect();
    await cleanUp();
  });

  it.each([
    ['not a delivery', JSON.stringify({ v: 1 })],
    ['no JSON', '{"v":1,"delivery":'],
  ])('sets a job whose data is %s aside, tells of it, and goes on with the next', async (_case, data) => {
    const { queue, prefix, cleanUp } = openTestQueue();
    const redis = new Redis(requireRedisUrl());
    await queue.enqueue(makeDelivery());
    const jobKey = await findJob(redis, prefix);
    await redis.hset(jobKey, 'data', data);
    await queue.enqueue(makeDelivery());
    const process = jest.fn(async () => ({ outcome: 'handled' }) as const);
    const onGivenUp = jest.fn();
    const consumption = queue.consume(process, { concurrency: 1, onGivenUp });
    while ((await queue.counts()).waiting + (await queue.counts()).active > 0)
      await new Promise(setImmediate);
    expect(process).toHaveBeenCalledTimes(1);
    expect(onGivenUp).toHaveBeenCalledWith(expect.objectContaining({ reason: 'unreadable' }));
    const [letter, ...others] = await queue.deadLetters.list({ reason: 'unreadable' });
    expect(others).toEqual([]);
    expect(await queue.deadLetters.remove(String(letter?.id))).toBe(true);
    expect(await queue.counts()).toMatchObject({ dead: 0 });
    await consumption.close({ graceMs: 0 });
    await queue.close();
    redis.disconnect();
    await cleanUp();
  });

  it('reports a delivery whose runs ended their process as crashed, and replays it in full', async () => {
    const { queue, prefix, cleanUp } = openTestQueue();
    await whenReady(queue);
    const redis = new Redis(requireRedisUrl());
    const delivery = makeDelivery();
    await queue.enqueue(delivery);
    // What BullMQ writes when a job stalled too often.
    const jobKey = await findJob(redis, prefix);
    await redis.hset(jobKey, { defa: 'job stalled more than allowable limit', stc: '6' });
    const givenUp = await new Promise((resolve) => {
      const consumption = queue.consume(async () => ({ outcome: 'handled' }), {
        concurrency: 1,
        onGivenUp: (letter) => void consumption.close({ graceMs: 0 }).then(() => resolve(letter)),
      });
    });
    expect(givenUp).toMatchObject({ reason: 'crashed', delivery: { key: delivery.key } });
    const [letter] = await queue.deadLetters.list({ reason: 'crashed' });
    expect(await queue.deadLetters.replay(String(letter?.id))).toBe(true);
    await passOneMore(queue);
    await queue.close();
    redis.disconnect();
    await cleanUp();
  });
});

/** The key of the job that waits next. */
async function findJob(redis: Redis, prefix: string): Promise<string> {
  const [id] = await redis.lrange(`${prefix}:deliveries:wait`, -1, -1);
  return `${prefix}:deliveries:${id}`;
}

/** Replaces the data of the only job. */
async function rewriteData(redis: Redis, prefix: string, data: object): Promise<void> {
  const jobKey = await findJob(redis, prefix);
  await redis.hset(jobKey, 'data', JSON.stringify(data));
}

async function passOneMore(queue: DeliveryQueue): Promise<void> {
  const consumption = queue.consume(async () => ({ outcome: 'handled' }), { concurrency: 1 });
  for (;;) {
    const { waiting, active, dead } = await queue.counts();
    if (waiting + active === 0) {
      expect(dead).toBe(0);
      break;
    }
  }
  await consumption.close({ graceMs: 0 });
}

describeWithServer('deliveries that come at the same time', () => {
  it('are stored or refused each by itself while Redis is nearly full, and none is told stored that is not', async () => {
    const server = await startTestRedis();
    const queue = createBullQueue({ connection: server.url, logger: createMemoryLogger() });
    await whenReady(queue);
    const redis = new Redis(server.url);
    const used = Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
    await redis.config('SET', 'maxmemory', used + 1_000_000);
    const stored: Delivery[] = [];
    let refused = 0;
    while (refused === 0) {
      const deliveries = Array.from({ length: 50 }, () => makeDelivery());
      const results = await Promise.allSettled(deliveries.map((delivery) => queue.enqueue(delivery)));
      for (const [i, result] of results.entries()) {
        if (result.status === 'fulfilled') {
          expect(result.value.outcome).toBe('queued');
          stored.push(deliveries[i] as Delivery);
        } else {
          expect(result.reason).toMatchObject({ code: 'queue_unavailable' });
          refused += 1;
        }
      }
    }
    expect(stored.length).toBeGreaterThan(0);
    await redis.config('SET', 'maxmemory', 0);
    // What was refused may have been stored a moment later; what was acknowledged must be there.
    for (const delivery of stored) expect((await queue.enqueue(delivery)).outcome).toBe('duplicate');
    redis.disconnect();
    await queue.close();
    await server.stop();
  });
});

describeWithRedis('what BullMQ writes beside the jobs', () => {
  it('stays small: nobody reads the stream of events', async () => {
    const { queue, prefix, cleanUp } = openTestQueue();
    await whenReady(queue);
    for (let i = 0; i < 8; i += 1)
      await Promise.all(Array.from({ length: 50 }, () => queue.enqueue(makeDelivery())));
    const redis = new Redis(requireRedisUrl());
    // Redis drops whole nodes of the stream, of 100 events.
    expect(await redis.xlen(`${prefix}:deliveries:events`)).toBeLessThan(250);
    redis.disconnect();
    await queue.close();
    await cleanUp();
  });
});

describeWithServer('a Redis that comes and goes', () => {
  const persistent = ['--appendonly', 'yes', '--appendfsync', 'everysec'];

  it('is not needed to create a queue: enqueue rejects until it is there, and works within a second after that', async () => {
    const server = await startTestRedis();
    await server.kill();
    const lines = createMemoryLogger();
    const queue = createBullQueue({ connection: server.url, logger: lines });
    const consumed = new Promise((resolve) => {
      queue.consume(
        async (lease) => {
          resolve(lease.delivery.key);
          return { outcome: 'handled' };
        },
        { concurrency: 1 },
      );
    });
    await expect(queue.enqueue(makeDelivery())).rejects.toMatchObject({
      code: 'queue_unavailable',
      status: 503,
    });
    expect(await queue.health()).toMatchObject({ ready: false, reason: expect.stringContaining('Redis') });
    await expect(queue.counts()).rejects.toMatchObject({ code: 'queue_unavailable' });
    await expect(queue.deadLetters.list()).rejects.toMatchObject({ code: 'queue_unavailable' });
    const again = await startTestRedis({ port: server.port, dir: server.dir });
    const sinceMs = Date.now();
    await whenReady(queue);
    const delivery = makeDelivery();
    await queue.enqueue(delivery);
    expect(Date.now() - sinceMs).toBeLessThan(1_000);
    expect(await consumed).toBe(delivery.key);
    // One line for the outage of each connection, and one for its end: producer, worker, checkpoints.
    while (lines.lines.filter(({ level }) => level === 'info').length < 3) await new Promise(setImmediate);
    expect(lines.lines.filter(({ message }) => message.includes('failed'))).toHaveLength(3);
    await queue.close();
    await again.stop();
  });

  it('keeps what was enqueued across a kill and a restart', async () => {
    const server = await startTestRedis({ args: persistent });
    const queue = createBullQueue({ connection: server.url, logger: createMemoryLogger() });
    await whenReady(queue);
    const delivery = makeDelivery();
    await queue.enqueue(delivery);
    await server.kill();
    await expect(queue.enqueue(makeDelivery())).rejects.toMatchObject({ code: 'queue_unavailable' });
    const again = await startTestRedis({ port: server.port, dir: server.dir, args: persistent });
    await whenReady(queue);
    expect((await queue.enqueue(delivery)).outcome).toBe('duplicate');
    expect(await queue.counts()).toMatchObject({ waiting: 1 });
    await queue.close();
    await again.stop();
  });

  it('makes enqueue reject in time when it is frozen, and the late add makes the repeat a duplicate', async () => {
    const server = await startTestRedis();
    const queue = createBullQueue({ connection: server.url, logger: createMemoryLogger() });
    await whenReady(queue);
    const delivery = makeDelivery();
    server.signal('SIGSTOP');
    const sinceMs = Date.now();
    await expect(queue.enqueue(delivery)).rejects.toMatchObject({ code: 'queue_unavailable' });
    expect(Date.now() - sinceMs).toBeLessThan(1_800);
    server.signal('SIGCONT');
    await whenReady(queue);
    while ((await queue.counts()).waiting === 0) await new Promise(setImmediate);
    expect((await queue.enqueue(delivery)).outcome).toBe('duplicate');
    await queue.close();
    await server.stop();
  });

  it('does not keep close waiting while it is away', async () => {
    const server = await startTestRedis();
    const queue = createBullQueue({ connection: server.url, logger: createMemoryLogger() });
    await whenReady(queue);
    await queue.enqueue(makeDelivery());
    const consumption = await new Promise<ReturnType<DeliveryQueue['consume']>>((resolve) => {
      const running = queue.consume(
        ({ signal }) => {
          setImmediate(() => resolve(running));
          return new Promise((done) => signal.addEventListener('abort', () => done({ outcome: 'handBack' })));
        },
        { concurrency: 1 },
      );
    });
    await server.kill();
    const sinceMs = Date.now();
    expect(await consumption.close({ graceMs: 50 })).toEqual({ handedBack: 1 });
    await queue.close();
    expect(Date.now() - sinceMs).toBeLessThan(4_500);
    await server.stop();
  });

  it('lets the process end soon after close while it is away', async () => {
    const server = await startTestRedis();
    const code = `
      import { createBullQueue } from '${resolve('src/bullmq/index.ts')}';
      const queue = createBullQueue({ connection: '${server.url}', logger: { debug() {}, info() {}, warn() {}, error() {} } });
      const consumption = queue.consume(async () => ({ outcome: 'handled' }), { concurrency: 1 });
      while (!(await consumption.health()).ready) await new Promise(setImmediate);
      process.stdin.once('data', async () => {
        await consumption.close({ graceMs: 0 });
        await queue.close();
        process.stdin.destroy();
        console.log('closed');
      });
      console.log('ready');
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await server.kill();
    child.stdin.write('close');
    await once(child.stdout, 'data');
    const sinceMs = Date.now();
    const [exitCode] = await once(child, 'exit');
    expect(exitCode).toBe(0);
    expect(Date.now() - sinceMs).toBeLessThan(2_500);
    await server.stop();
  }, 30_000);

  it('leaves no job active when a worker that is busy fetching is closed', async () => {
    const { queue, cleanUp } = openTestQueue();
    await Promise.all(Array.from({ length: 500 }, () => queue.enqueue(makeDelivery())));
    for (let round = 0; round < 5; round++) {
      const consumption = await new Promise<ReturnType<DeliveryQueue['consume']>>((done) => {
        let runs = 0;
        const running = queue.consume(
          async () => {
            runs += 1;
            if (runs === 40) done(running);
            return { outcome: 'handled' };
          },
          { concurrency: 20 },
        );
      });
      await consumption.close({ graceMs: 5_000 });
      expect(await queue.counts()).toMatchObject({ active: 0 });
    }
    await queue.close();
    await cleanUp();
  });

  it('tells a run that its lock was lost', async () => {
    const { queue, prefix, cleanUp } = openTestQueue();
    const redis = new Redis(requireRedisUrl());
    await queue.enqueue(makeDelivery());
    let runs = 0;
    const aborted = new Promise<Lease['signal']>((resolve) => {
      queue.consume(
        async ({ signal }) => {
          runs += 1;
          if (runs > 1) return { outcome: 'handled' };
          const [lock = ''] = await redis.keys(`${prefix}:deliveries:*:lock`);
          await redis.del(lock);
          await new Promise<void>((abort) => signal.addEventListener('abort', abort));
          resolve(signal);
          return { outcome: 'handBack' };
        },
        { concurrency: 1 },
      );
    });
    expect((await aborted).aborted).toBe(true);
    await queue.close();
    redis.disconnect();
    await cleanUp();
  }, 30_000);

  it('waits as long as it is told, even when that is longer than a timer can be', async () => {
    const { queue, cleanUp } = openTestQueue();
    await queue.enqueue(makeDelivery());
    const { consumption, finish } = await new Promise<{
      consumption: ReturnType<DeliveryQueue['consume']>;
      finish: () => void;
    }>((done) => {
      const consumption = queue.consume(
        () =>
          new Promise((resolve) => {
            done({ consumption, finish: () => resolve({ outcome: 'handled' }) });
          }),
        { concurrency: 1 },
      );
    });
    const closing = consumption.close({ graceMs: Number.MAX_SAFE_INTEGER });
    setTimeout(finish, 100);
    expect(await closing).toEqual({ handedBack: 0 });
    await queue.close();
    await cleanUp();
  });

  it('does not wait for a run whose job was taken away', async () => {
    const { queue, prefix, cleanUp } = openTestQueue();
    const redis = new Redis(requireRedisUrl());
    await queue.enqueue(makeDelivery());
    const consumption = await new Promise<ReturnType<DeliveryQueue['consume']>>((done) => {
      const running = queue.consume(
        async () => {
          const [lock = ''] = await redis.keys(`${prefix}:deliveries:*:lock`);
          await redis.del(lock);
          setImmediate(() => done(running));
          return { outcome: 'handled' };
        },
        { concurrency: 1 },
      );
    });
    const sinceMs = Date.now();
    await consumption.close({ graceMs: 20_000 });
    expect(Date.now() - sinceMs).toBeLessThan(5_000);
    await queue.close();
    redis.disconnect();
    await cleanUp();
  });
});
