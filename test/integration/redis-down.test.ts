import type { Response } from 'supertest';
import { createBullQueue } from '../../src/bullmq/index.ts';
import { createRouter } from '../../src/index.ts';
import { fixture } from '../../src/testing/index.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { describeWithServer, startTestRedis } from '../support/redis.ts';
import { freePort, type RunningRedis } from '../tools/redis.ts';
import {
  atEnd,
  cleanUp,
  eventually,
  makeMessage,
  post,
  serve,
  settled,
  startWorker,
  tally,
  whenReady,
} from './support/stage.ts';

/** Durable as the README asks for: what was acknowledged outlives the server's process. */
const durable = ['--appendonly', 'yes', '--appendfsync', 'everysec'];

/** The service waits 20 s for an answer; ours comes long before, whatever Redis does. */
const ANSWER_MS = 2_500;

afterEach(cleanUp);

/** A server that is not started yet. Started again it has its old port and folder. */
async function createServer() {
  const port = await freePort();
  let running: RunningRedis | undefined;
  atEnd(async () => running?.stop());
  return {
    port,
    start: async () => {
      running = await startTestRedis({ port, args: durable, ...(running && { dir: running.dir }) });
    },
    kill: async () => running?.kill(),
    signal: (name: NodeJS.Signals) => running?.signal(name),
  };
}

/** An app and a worker on the Redis at `port`, which need not be there, and the ids of the messages that were handled. */
async function setUp(port: number) {
  const queue = createBullQueue({ connection: { port }, logger: createMemoryLogger() });
  atEnd(() => queue.close());
  const { url } = await serve({ queue });
  const handled: string[] = [];
  const router = createRouter().onAny(({ trigger }) => {
    if (trigger !== 'message:appUser') handled.push(trigger);
  });
  router.on('message:appUser', ({ messages }) => {
    handled.push(...messages.map(({ _id }) => _id));
  });
  const { seen, worker } = await startWorker(queue, router);
  return { queue, url, handled, seen, worker };
}

/** Posts, and holds the answer to the time that it may take. */
async function postInTime(url: string, body: object): Promise<Response> {
  const sinceMs = Date.now();
  const answer = await post(url, body);
  expect(Date.now() - sinceMs).toBeLessThan(ANSWER_MS);
  return answer;
}

/** As `postInTime`, for an answer that asks the service to try again. */
async function expectUnavailable(url: string, body: object): Promise<void> {
  const { status, headers } = await postInTime(url, body);
  expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
}

/** Posts until the answer is 200, as the service does, and says how long that took. */
async function postUntilTaken(url: string, body: object): Promise<{ tookMs: number; refusals: number }> {
  const sinceMs = Date.now();
  let refusals = 0;
  while ((await postInTime(url, body)).status !== 200) {
    refusals += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { tookMs: Date.now() - sinceMs, refusals };
}

describeWithServer('while Redis is away', () => {
  it('is answered 503 with Retry-After and never left without an answer; 200 follows within a second of its return', async () => {
    const server = await createServer();
    await server.start();
    const { queue, url, handled, seen } = await setUp(server.port);
    await whenReady(queue);
    expect((await post(url, makeMessage('before'))).status).toBe(200);
    await seen.until('handled');
    await server.kill();
    await expectUnavailable(url, makeMessage('during'));
    await Promise.all(Array.from({ length: 20 }, (_, i) => expectUnavailable(url, makeMessage(`busy-${i}`))));
    await server.start();
    expect((await postUntilTaken(url, makeMessage('during'))).tookMs).toBeLessThan(1_000);
    await seen.until('handled', 2);
    await settled(queue);
    expect(handled).toEqual(['before', 'during']);
  });

  it('loses nothing that was answered 200, though it is killed in the middle of the traffic', async () => {
    const server = await createServer();
    await server.start();
    const { queue, url, handled } = await setUp(server.port);
    await whenReady(queue);
    const ids = Array.from({ length: 200 }, (_, i) => `message-${i}`);
    const acknowledged: string[] = [];
    let refusals = 0;
    const left = [...ids];
    const send = async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) {
        refusals += (await postUntilTaken(url, makeMessage(id))).refusals;
        acknowledged.push(id);
        if (acknowledged.length === 60) {
          await server.kill();
          await server.start();
        }
      }
    };
    await Promise.all(Array.from({ length: 5 }, send));
    expect(refusals).toBeGreaterThan(0);
    expect(acknowledged).toHaveLength(ids.length);
    await eventually(() => new Set(handled).size === ids.length);
    expect(await settled(queue)).toMatchObject({ dead: 0 });
  }, 30_000);
});

describeWithServer('while Redis is frozen', () => {
  it('is answered 503 in time, and the repeat after that is answered 200 and handled once', async () => {
    const server = await createServer();
    await server.start();
    const { queue, url, handled, seen } = await setUp(server.port);
    await whenReady(queue);
    const bodies = [makeMessage('strong'), fixture('v1.1/postback/persistent-menu')];
    server.signal('SIGSTOP');
    try {
      await Promise.all(bodies.map((body) => expectUnavailable(url, body)));
    } finally {
      server.signal('SIGCONT');
    }
    for (const body of bodies) await postUntilTaken(url, body);
    await seen.until('handled', 2);
    await settled(queue);
    expect(tally(handled)).toEqual({ postback: 1, strong: 1 });
  });
});

describeWithServer('while Redis has not been there yet', () => {
  it('lets the app listen and answer 503, and everything work once it is there, the worker included', async () => {
    const server = await createServer();
    const { queue, url, handled, seen, worker } = await setUp(server.port);
    await expectUnavailable(url, makeMessage('early'));
    expect(await queue.health()).toMatchObject({ ready: false });
    expect(await worker.health()).toMatchObject({ ready: false });
    await server.start();
    expect((await postUntilTaken(url, makeMessage('early'))).tookMs).toBeLessThan(1_000);
    const sinceMs = Date.now();
    await seen.until('handled');
    expect(Date.now() - sinceMs).toBeLessThan(3_000);
    expect(handled).toEqual(['early']);
    await settled(queue);
    expect(await queue.health()).toEqual({ ready: true });
    expect(await worker.health()).toEqual({ ready: true });
  });
});
