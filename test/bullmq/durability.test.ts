import { Redis } from 'ioredis';
import { type BullQueueOptions, createBullQueue } from '../../src/bullmq/index.ts';
import { checkServer } from '../../src/bullmq/server-check.ts';
import type { DeliveryQueue } from '../../src/queue/index.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { makeDelivery } from '../support/deliveries.ts';
import { describeWithServer, startTestRedis } from '../support/redis.ts';

jest.setTimeout(30_000);

describe('createBullQueue', () => {
  it('refuses a durability that does not exist', () => {
    const options = { connection: 'redis://127.0.0.1:1', durability: 'always' as 'fsync' };
    expect(() => createBullQueue(options)).toThrow(
      'durability must be one of memory, everysec, fsync, replicated.',
    );
  });
});

/** A server that says of itself what `info` says. */
function fakeServer(info: string, answers: { evalsha?: Error; appendfsync?: string | Error } = {}): Redis {
  const { evalsha = new Error('NOSCRIPT No matching script.'), appendfsync = 'everysec' } = answers;
  return {
    info: async () => info.replaceAll(' ', '\r\n'),
    evalsha: async () => {
      throw evalsha;
    },
    config: async () => {
      if (appendfsync instanceof Error) throw appendfsync;
      return ['appendfsync', appendfsync];
    },
  } as unknown as Redis;
}

const good =
  'redis_version:7.2.4 maxmemory_policy:noeviction role:master aof_enabled:1 aof_last_write_status:ok';

describe('checkServer', () => {
  it.each([
    ['too old', good.replace('7.2.4', '6.0.16'), 'Redis 6.0.16 is too old: use 6.2 or newer.'],
    ['still loading', `${good} loading:1`, 'Redis is loading its data: it will be ready soon.'],
    ['a replica', good.replace('master', 'slave'), 'Redis is a replica: connect to the master.'],
    [
      'evicting',
      good.replace('noeviction', 'allkeys-lru'),
      /maxmemory-policy allkeys-lru.*set it to noeviction\.$/,
    ],
    ['without a file', good.replace('aof_enabled:1', 'aof_enabled:0'), /set appendonly yes\.$/],
    ['unable to write its file', good.replace('status:ok', 'status:err'), /the disk may be full\.$/],
  ])('refuses a server that is %s, and says what to do', async (_case, info, refusal) => {
    const check = await checkServer(fakeServer(info), 'everysec', true);
    expect(check.refusal).toEqual(typeof refusal === 'string' ? refusal : expect.stringMatching(refusal));
  });

  it('refuses a user who may not run scripts', async () => {
    const evalsha = new Error("NOPERM this user has no permissions to run the 'evalsha' command");
    const { refusal } = await checkServer(fakeServer(good, { evalsha }), 'memory', false);
    expect(refusal).toBe('The Redis user may not run scripts: allow EVALSHA and EVAL in its ACL.');
  });

  it('rejects when the server fails in another way', async () => {
    const evalsha = new Error('LOADING Redis is loading the dataset in memory');
    await expect(checkServer(fakeServer(good, { evalsha }), 'memory', false)).rejects.toBe(evalsha);
  });

  it('warns of a level that is not reached when it was not asked for', async () => {
    const { refusal, warnings } = await checkServer(
      fakeServer(good.replace('aof_enabled:1', 'aof_enabled:0')),
      'everysec',
      false,
    );
    expect(refusal).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('append-only file')]);
  });

  it('lets a server evict at the level memory, with a warning', async () => {
    const { refusal, warnings } = await checkServer(
      fakeServer(good.replace('noeviction', 'volatile-lru')),
      'memory',
      true,
    );
    expect(refusal).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('volatile-lru')]);
  });

  it.each([
    ['a file that is flushed with each write', '7.0.15', 'always', { confirmation: 'none' }],
    ['WAITAOF', '7.2.4', 'everysec', { confirmation: 'waitaof' }],
    ['WAITAOF where CONFIG is forbidden', '7.2.4', new Error('NOPERM'), { confirmation: 'waitaof' }],
    ['neither', '7.0.15', 'everysec', { refusal: expect.stringContaining('needs appendfsync always') }],
  ])('reaches fsync by %s', async (_case, version, appendfsync, expected) => {
    const server = fakeServer(good.replace('7.2.4', version), { appendfsync });
    expect(await checkServer(server, 'fsync', true)).toMatchObject(expected);
  });

  it('reaches replicated with a replica, and not without one', async () => {
    expect(await checkServer(fakeServer(`${good} connected_slaves:1`), 'replicated', true)).toMatchObject({
      confirmation: 'wait',
    });
    expect(await checkServer(fakeServer(good), 'replicated', true)).toMatchObject({
      refusal: 'No replica is connected to Redis: durability replicated needs one.',
    });
  });
});

describeWithServer('the durability of a BullMQ queue', () => {
  const ends: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function start(args: readonly string[] = []) {
    const server = await startTestRedis({ args });
    ends.push(() => server.stop());
    const redis = new Redis(server.url);
    ends.push(async () => redis.disconnect());
    return { server, redis };
  }

  function open(options: BullQueueOptions): {
    queue: DeliveryQueue;
    logger: ReturnType<typeof createMemoryLogger>;
  } {
    const logger = createMemoryLogger();
    const queue = createBullQueue({ logger, ...options });
    ends.push(() => queue.close());
    return { queue, logger };
  }

  it('refuses deliveries, with a reason, while Redis evicts keys', async () => {
    const { server } = await start(['--maxmemory-policy', 'allkeys-lru']);
    const { queue, logger } = open({ connection: server.url });
    await expect(queue.enqueue(makeDelivery())).rejects.toMatchObject({ code: 'queue_unfit', status: 503 });
    expect(await queue.health()).toEqual({ ready: false, reason: expect.stringContaining('noeviction') });
    expect(logger.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('notices at the next connection that the policy was changed', async () => {
    const { server, redis } = await start();
    const { queue } = open({ connection: server.url });
    await queue.enqueue(makeDelivery());
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    while ((await queue.health()).ready) await new Promise(setImmediate);
    expect((await queue.health()).reason).toMatch(/noeviction|does not answer/);
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    while (!(await queue.health()).ready) await new Promise((resolve) => setTimeout(resolve, 5));
    await queue.enqueue(makeDelivery());
  });

  it('only warns of a missing append-only file when no level was asked for, and refuses when one was', async () => {
    const { server } = await start();
    const lenient = open({ connection: server.url });
    await lenient.queue.enqueue(makeDelivery());
    expect(lenient.logger.lines).toEqual([
      expect.objectContaining({ level: 'warn', message: 'redis may lose deliveries' }),
    ]);
    const strict = open({ connection: server.url, durability: 'everysec' });
    await expect(strict.queue.enqueue(makeDelivery())).rejects.toMatchObject({ code: 'queue_unfit' });
  });

  it('takes deliveries at fsync when Redis flushes each write', async () => {
    const { server } = await start(['--appendonly', 'yes', '--appendfsync', 'always']);
    const { queue } = open({ connection: server.url, durability: 'fsync' });
    expect((await queue.enqueue(makeDelivery())).outcome).toBe('queued');
  });

  it('waits for a replica at replicated, and rejects when the replica stops answering', async () => {
    const { server, redis } = await start(['--appendonly', 'yes', '--repl-diskless-sync-delay', '0']);
    const replica = await startTestRedis({ args: ['--replicaof', '127.0.0.1', String(server.port)] });
    ends.push(() => replica.stop());
    while (!(await redis.info('replication')).includes('state=online')) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { queue } = open({ connection: server.url, durability: 'replicated' });
    const delivery = makeDelivery();
    expect((await queue.enqueue(delivery)).outcome).toBe('queued');
    expect((await queue.enqueue(delivery)).outcome).toBe('duplicate');
    replica.signal('SIGSTOP');
    const late = makeDelivery();
    await expect(queue.enqueue(late)).rejects.toMatchObject({ code: 'durability_not_reached', status: 503 });
    replica.signal('SIGCONT');
    while ((await queue.enqueue(late).catch(() => undefined)) === undefined) await new Promise(setImmediate);
    expect((await queue.enqueue(late)).outcome).toBe('duplicate');
  });

  it('refuses at a level that was named when the server may not be looked at', async () => {
    const told = jest.spyOn(console, 'warn').mockImplementation(); // ioredis says so too, in its own way
    ends.push(async () => told.mockRestore());
    const { server, redis } = await start();
    await redis.acl('SETUSER', 'app', 'on', '>right', '~*', '&*', '+@all', '-info');
    const connection = `redis://app:right@${new URL(server.url).host}`;
    const strict = open({ connection, durability: 'fsync' });
    await expect(strict.queue.enqueue(makeDelivery())).rejects.toMatchObject({ code: 'queue_unfit' });
    const lenient = open({ connection });
    await lenient.queue.enqueue(makeDelivery());
    expect(lenient.logger.lines).toEqual([
      expect.objectContaining({ fields: { warning: expect.stringContaining('could not be looked at') } }),
    ]);
    const worker = lenient.queue.consume(async () => ({ outcome: 'handled' }), { concurrency: 1 });
    while ((await lenient.queue.counts()).waiting > 0) await new Promise(setImmediate);
    await worker.close({ graceMs: 0 });
  });

  it('says what is wrong with the password, and with the rights', async () => {
    const server = await startTestRedis({ args: ['--requirepass', 'right'] });
    ends.push(() => server.stop());
    const { host } = new URL(server.url);
    const redis = new Redis(`redis://:right@${host}`);
    ends.push(async () => redis.disconnect());
    await redis.acl('SETUSER', 'app', 'on', '>right', '~*', '&*', '+@all', '-evalsha', '-eval');
    const wrong = open({ connection: `redis://:wrong@${host}` });
    await expect(wrong.queue.enqueue(makeDelivery())).rejects.toMatchObject({ status: 503 });
    expect((await wrong.queue.health()).reason).toMatch(/WRONGPASS|NOAUTH/);
    const limited = open({ connection: `redis://app:right@${host}` });
    await expect(limited.queue.enqueue(makeDelivery())).rejects.toMatchObject({ code: 'queue_unfit' });
    expect((await limited.queue.health()).reason).toContain('may not run scripts');
  });
});
