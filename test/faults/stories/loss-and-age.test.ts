import { createMemoryLogger } from '../../../src/testing/memory-logger.ts';
import { atEnd, cleanUp, eventually, serve, settled } from '../../integration/support/stage.ts';
import { describeWithServer, startTestRedis } from '../../support/redis.ts';
import type { StagedRedis } from '../staged-redis.ts';
import {
  durable,
  measured,
  names,
  openHouse,
  openProxy,
  openQueue,
  openRedis,
  send,
  sendUntilTaken,
} from './support/stage.ts';

afterEach(cleanUp);

const lossMessage = 'redis came back without what it had acknowledged: deliveries may be lost';

/** A house before a queue that nobody works on, with `waiting` deliveries in it. */
async function openIdleHouse(port: number, waiting: number) {
  const house = await openHouse(port);
  await house.queue.pause();
  for (const id of names('waiting', waiting))
    expect(await send(house.url, id)).toMatchObject({ status: 200 });
  const losses = () => house.logs.filter(({ message }) => message === lossMessage);
  return { ...house, losses };
}

/** Kills the server and starts it again in the same folder, with `args`. */
async function restart(redis: StagedRedis, args: readonly string[]): Promise<void> {
  await redis.kill();
  const again = await startTestRedis({ port: redis.port, dir: redis.dir, args });
  atEnd(() => again.kill());
}

describeWithServer('what Redis lost', () => {
  it('row 2: a Redis that comes back empty is told of as an error and by health, and takes deliveries', async () => {
    const redis = await openRedis(['--appendonly', 'no']);
    const { url, queue, losses } = await openIdleHouse(redis.port, 3);
    await redis.kill();
    await redis.start();
    const backMs = performance.now();
    await eventually(() => losses().length > 0);
    measured('row 2', 'loss told after', performance.now() - backMs);
    expect(performance.now() - backMs).toBeLessThan(3_000);
    expect(losses()).toEqual([{ level: 'error', fields: { expected: 3, counted: 0 }, message: lossMessage }]);
    expect(await queue.health()).toEqual({
      ready: true,
      reason:
        'Redis came back without what it had acknowledged: it had counted 3 calls (duplicates included) and remembers 0, and deliveries that had not been handled may be lost.',
    });
    expect((await sendUntilTaken(url, 'after')).outcome).toBe('queued');
  }, 30_000);

  it('row 2: a level that was asked for is refused without its append-only file, and the loss is told besides', async () => {
    const redis = await openRedis();
    const logger = createMemoryLogger();
    const queue = await openQueue(redis.port, { durability: 'everysec', logger });
    const { url } = await serve({ queue });
    expect(await send(url, 'before')).toMatchObject({ status: 200 });
    await restart(redis, ['--appendonly', 'no']);
    await eventually(async () =>
      /set appendonly yes\. .*may be lost\.$/.test((await queue.health()).reason ?? ''),
    );
    expect(await queue.health()).toMatchObject({ ready: false });
    expect(await send(url, 'after')).toMatchObject({ status: 503 });
    expect(logger.lines.filter(({ message }) => message === lossMessage)).toHaveLength(1);
  }, 30_000);

  it('row 2: a replica that is promoted without the last deliveries is told of, with their number', async () => {
    const old = await openRedis([...durable, '--repl-diskless-sync-delay', '0']);
    const next = await openRedis([...durable, '--replicaof', '127.0.0.1', String(old.port)]);
    await eventually(async () => String(await old.command('INFO', 'replication')).includes('state=online'));
    const proxy = await openProxy(old.port);
    const { url, losses } = await openIdleHouse(proxy.port, 2);
    await eventually(async () => (await next.command('GET', '{wh}:deliveries:id')) === '2');
    await next.command('REPLICAOF', 'NO', 'ONE');
    for (const id of names('late', 3)) expect(await send(url, id)).toMatchObject({ status: 200 });
    proxy.target = next.port;
    await old.kill();
    await eventually(() => losses().length > 0);
    expect(losses()).toEqual([expect.objectContaining({ fields: { expected: 5, counted: 2 } })]);
  }, 30_000);

  it('row 2: nothing is told when Redis comes back with all that it had acknowledged', async () => {
    const redis = await openRedis();
    const { url, queue, handled, losses } = await openIdleHouse(redis.port, 3);
    await redis.kill();
    await redis.start();
    // Answered on the connection on which the loss would have been found before.
    await sendUntilTaken(url, 'after');
    await queue.resume();
    await settled(queue);
    expect(handled).toHaveLength(4);
    expect(losses()).toEqual([]);
    expect(await queue.health()).toEqual({ ready: true });
  }, 30_000);
});

describeWithServer('what waits', () => {
  it('row 38: deliveries that nobody handles raise an alarm on their age, in health and within 12 s in the log', async () => {
    const redis = await openRedis();
    const logger = createMemoryLogger();
    const alarmAgeMs = 300;
    const queue = await openQueue(redis.port, { logger, alarmAgeMs });
    const { url } = await serve({ queue });
    const sinceMs = performance.now();
    for (const id of names('waiting', 3)) await send(url, id);
    await eventually(async () => (await queue.health()).reason !== undefined);
    const { ready, reason, oldestWaitingMs } = await queue.health();
    expect({ ready, reason }).toEqual({
      ready: true,
      reason: expect.stringMatching(/^The oldest delivery has waited for \d+ s: /),
    });
    expect(oldestWaitingMs).toBeGreaterThan(alarmAgeMs);
    expect(oldestWaitingMs).toBeLessThanOrEqual(performance.now() - sinceMs + 1);
    await eventually(() =>
      logger.lines.some(({ message }) => message.startsWith('deliveries wait too long')),
    );
    measured('row 38', 'alarm in the log after', performance.now() - sinceMs);
    expect(performance.now() - sinceMs).toBeLessThan(12_000);
    const consumption = queue.consume(async () => ({ outcome: 'handled' }), { concurrency: 5 });
    atEnd(() => consumption.close({ graceMs: 0 }));
    await settled(queue);
    expect(await queue.health()).toEqual({ ready: true });
  }, 30_000);
});
