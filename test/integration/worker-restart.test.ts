import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Redis } from 'ioredis';
import { createBullQueue } from '../../src/bullmq/index.ts';
import { createRouter, type DeliveryInfo, type Router } from '../../src/index.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { describeWithRedis, describeWithServer, requireRedisUrl, startTestRedis } from '../support/redis.ts';
import {
  atEnd,
  cleanUp,
  createGate,
  eventually,
  makeMessage,
  openRedisQueue,
  post,
  serve,
  settled,
  startWorker,
  whenReady,
} from './support/stage.ts';

afterEach(cleanUp);

/** An app and a queue with one message for each of `ids` in it. */
async function setUp(ids: readonly string[] = ['one']) {
  const opened = await openRedisQueue();
  const { url } = await serve({ queue: opened.queue });
  for (const id of ids) expect((await post(url, makeMessage(id))).status).toBe(200);
  return { ...opened, url };
}

/** A router whose handler notes what it was told about its delivery. */
function noting(infos: DeliveryInfo[]): Router {
  return createRouter().onAny({ name: 'slow' }, (_event, { delivery }) => infos.push(delivery));
}

describeWithRedis('a worker that is closed', () => {
  it('lets what runs finish within its grace, and has told of it when it is closed', async () => {
    const { queue } = await setUp(['one', 'two']);
    const begun: string[] = [];
    const finish = createGate();
    const router = createRouter().onAny(async (_event, { delivery }) => {
      begun.push(delivery.key);
      await finish.opened;
    });
    const { worker, seen } = await startWorker(queue, router);
    await eventually(() => begun.length === 2);
    const closing = worker.close({ graceMs: 10_000 });
    finish.open();
    expect(await closing).toEqual({ handedBack: 0 });
    expect(seen.handled).toHaveLength(2);
    expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, dead: 0 });
  });

  it.each([
    ['heeds its signal', true],
    ['ignores its signal', false],
  ])(
    'hands back what cannot finish, and another worker handles it flagged redelivered, when the handler %s',
    async (_, heeds) => {
      const { queue, reopen } = await setUp();
      const begun = createGate();
      const router = createRouter().onAny({ name: 'slow' }, async (_event, { signal }) => {
        begun.open();
        await new Promise((_resolve, reject) => {
          if (heeds) signal.addEventListener('abort', () => reject(signal.reason));
        });
      });
      const first = await startWorker(queue, router);
      await begun.opened;
      expect(await first.worker.close({ graceMs: 50 })).toEqual({ handedBack: 1 });
      expect(first.seen.retrying).toEqual([]);
      expect(await queue.counts()).toMatchObject({ waiting: 1, active: 0, delayed: 0 });
      const infos: DeliveryInfo[] = [];
      const second = await startWorker(await reopen(), noting(infos));
      await second.seen.until('handled');
      expect(await settled(queue)).toMatchObject({ dead: 0 });
      expect(infos).toMatchObject([{ attempt: 1, redelivered: true }]);
    },
  );

  it('leaves what it has not begun to the next worker, which is not told of a redelivery', async () => {
    const { queue, reopen } = await setUp(['one', 'two', 'three']);
    const begun = createGate();
    const finish = createGate();
    const router = createRouter().onAny(async () => {
      begun.open();
      await finish.opened;
    });
    const first = await startWorker(queue, router, { concurrency: 1 });
    await begun.opened;
    const closing = first.worker.close();
    finish.open();
    expect(await closing).toEqual({ handedBack: 0 });
    const infos: DeliveryInfo[] = [];
    const second = await startWorker(await reopen(), noting(infos));
    await second.seen.until('handled', 2);
    await settled(queue);
    expect(infos).toMatchObject(Array(2).fill({ attempt: 1, redelivered: false }));
  });

  it('may be closed twice, also while the first close is under way, and stays closed', async () => {
    const { queue } = await setUp();
    const { worker, seen } = await startWorker(queue);
    await seen.until('handled');
    const results = await Promise.all([worker.close(), worker.close({ graceMs: 0 })]);
    expect([...results, await worker.close()]).toEqual(Array(3).fill({ handedBack: 0 }));
    await expect(worker.start()).rejects.toMatchObject({ code: 'invalid_options' });
    expect(await worker.health()).toMatchObject({ ready: false });
  });
});

describeWithServer('a worker that is closed while it asks for more', () => {
  it('leaves what arrives meanwhile to the next worker, for which it is a delivery like any other', async () => {
    const server = await startTestRedis();
    atEnd(() => server.stop());
    const queue = createBullQueue({ connection: server.url, logger: createMemoryLogger() });
    atEnd(() => queue.close());
    await whenReady(queue);
    const { url } = await serve({ queue });
    const finish = createGate();
    const first = await startWorker(
      queue,
      createRouter().onAny(() => finish.opened),
    );
    await post(url, makeMessage('early'));
    await eventually(async () => (await queue.counts()).active === 1 && (await isAsking(server.url)));
    const closing = first.worker.close({ graceMs: 10_000 });
    expect((await post(url, makeMessage('late'))).status).toBe(200);
    await eventually(async () => !(await isAsking(server.url)));
    finish.open();
    const closed = await closing;
    expect(await queue.counts()).toMatchObject({ waiting: 1, active: 0 });
    const infos: DeliveryInfo[] = [];
    const second = await startWorker(queue, noting(infos));
    await second.seen.until('handled');
    expect([closed, infos]).toMatchObject([{ handedBack: 0 }, [{ attempt: 1, redelivered: false }]]);
  });
});

/** True while a worker waits for a delivery to arrive at the server of `url`. */
async function isAsking(url: string): Promise<boolean> {
  const redis = new Redis(url);
  const clients = await redis.info('clients');
  redis.disconnect();
  return clients.includes('blocked_clients:1');
}

describeWithRedis('a worker process that is killed inside its handlers', () => {
  it('has its deliveries handled again by another worker within 30 s, flagged redelivered and not failed', async () => {
    const { queue, prefix, reopen } = await setUp(['one', 'two']);
    const doomed = startDoomedWorker(prefix);
    const begun = await whenBegun(doomed, 2);
    const dead = once(doomed, 'exit');
    doomed.kill('SIGKILL');
    expect(await dead).toEqual([null, 'SIGKILL']);
    const killedAtMs = Date.now();
    const infos: DeliveryInfo[] = [];
    const { seen } = await startWorker(await reopen(), noting(infos));
    await seen.until('handled', 2);
    expect(Date.now() - killedAtMs).toBeLessThan(30_000);
    expect(await settled(queue)).toMatchObject({ dead: 0 });
    expect(infos).toMatchObject(Array(2).fill({ attempt: 1, redelivered: true }));
    expect(new Set(infos.map(({ key }) => key))).toEqual(new Set(begun));
    expect([seen.retrying, seen.deadLettered]).toEqual([[], []]);
  }, 60_000);
});

/** Starts the worker of `support/doomed-worker.ts` in a process of its own. */
function startDoomedWorker(prefix: string): ChildProcess {
  const script = resolve('test/integration/support/doomed-worker.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, requireRedisUrl(), prefix], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  atEnd(async () => child.kill('SIGKILL'));
  return child;
}

/** The keys of the first `count` deliveries whose handlers have begun in `child`. */
async function whenBegun(child: ChildProcess, count: number): Promise<readonly string[]> {
  const keys: string[] = [];
  child.on('message', (key: string) => keys.push(key));
  while (keys.length < count) await once(child, 'message');
  return keys;
}
