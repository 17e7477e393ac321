// Stories that mostly wait for a lock to run out or for a silence to be noticed: they are told at the same time, and each test shows
// the end of one.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createRouter, type DeliveryInfo } from '../../../src/index.ts';
import {
  cleanUp,
  makeMessage,
  post,
  serve,
  settled,
  startWorker,
  tally,
} from '../../integration/support/stage.ts';
import { describeWithServer } from '../../support/redis.ts';
import type { StagedRedis } from '../staged-redis.ts';
import { type StoryChild, startWorkerChild, type WorkerScript } from './support/child.ts';
import {
  measured,
  openHouse,
  openProxy,
  openQueue,
  openRedis,
  send,
  sendUntilTaken,
} from './support/stage.ts';

/** What a killed worker's deliveries and a half-open socket may wait for, in milliseconds. */
const RECOVERY_MS = 20_000;

let redis: StagedRedis;

/** A queue of its own with one delivery for each of `ids`, and a worker process that has begun them all. */
async function begin(script: Omit<WorkerScript, 'redisUrl'>, ids: readonly string[] = ['one']) {
  const settings = { redisUrl: redis.url, prefix: `{${randomUUID()}}` };
  const queue = await openQueue(redis.port, { prefix: settings.prefix });
  const { url } = await serve({ queue });
  const first = await startWorkerChild({ ...settings, ...script });
  for (const id of ids) expect((await post(url, makeMessage(id))).status).toBe(200);
  await first.until('start', ids.length);
  return { ...settings, queue, url, first, next: () => startWorkerChild(settings) };
}

/** Tells the story with the others, and shows its end in a test of this title. */
function tell(title: string, story: () => Promise<void>): void {
  let told: Promise<void> | undefined;
  beforeAll(() => {
    told = story();
    told.catch(() => {});
  });
  it(title, async () => told, 45_000);
}

function tellsOf(words: StoryChild['words'], word: string): readonly string[] {
  return words.filter((each) => each.word === word).map(({ id }) => id);
}

describeWithServer('what is noticed by its silence', () => {
  beforeAll(async () => {
    redis = await openRedis();
  });
  afterAll(cleanUp);

  tell(
    'row 20: a worker killed in its handlers has them run again within 20 s, flagged, and not failed',
    async () => {
      const { first, queue } = await begin({ workMs: -1 }, ['one', 'two']);
      const startedMs = performance.now();
      first.signal('SIGKILL');
      await first.exited;
      // The worst moment: a look for stalled jobs each 7.5 s from here comes just before the lock runs out, after 15 s.
      await wait(7_250 - (performance.now() - startedMs));
      const againMs: number[] = [];
      const infos: DeliveryInfo[] = [];
      const router = createRouter().onAny((_event, { delivery }) => {
        againMs.push(performance.now() - startedMs);
        infos.push(delivery);
      });
      const { seen } = await startWorker(queue, router);
      await seen.until('handled', 2);
      measured('row 20', 'killed to run again', Math.max(...againMs));
      expect(infos).toMatchObject(Array(2).fill({ redelivered: true, attempt: 1 }));
      expect([seen.retrying, seen.deadLettered, await settled(queue)]).toMatchObject([[], [], { dead: 0 }]);
      expect(Math.max(...againMs)).toBeLessThan(RECOVERY_MS);
    },
  );

  tell(
    'row 21: a worker killed after its handler has returned and was noted causes no repeat, though no record was made',
    async () => {
      const { first, next, queue } = await begin({ dies: 'after the note' });
      expect(await first.exited).toBe('SIGKILL');
      const second = await next();
      await second.until('handled');
      expect(tellsOf([...first.words, ...second.words], 'start')).toEqual(['one']);
      expect(await settled(queue)).toMatchObject({ dead: 0 });
    },
  );

  tell(
    'row 21: a worker killed between the end of the handler and its record causes one repeat, flagged',
    async () => {
      const { first, next, queue } = await begin({ dies: 'before the record' });
      expect(await first.exited).toBe('SIGKILL');
      const second = await next();
      await second.until('handled');
      expect(await second.until('start')).toMatchObject([{ redelivered: true, attempt: 1 }]);
      expect(await settled(queue)).toMatchObject({ dead: 0 });
    },
  );

  tell(
    'row 22: a worker frozen past its lock causes one repeat at most, recorded once and not failed',
    async () => {
      const { first, next, queue } = await begin({ workMs: 2_000 });
      first.signal('SIGSTOP');
      const second = await next();
      await second.until('handled');
      first.signal('SIGCONT');
      await first.until('end');
      expect(await second.until('start')).toMatchObject([{ redelivered: true }]);
      expect(await settled(queue)).toMatchObject({ dead: 0 });
      const words = [...first.words, ...second.words];
      expect(tellsOf(words, 'start')).toHaveLength(2);
      expect(tellsOf(words, 'handled')).toEqual(['one']);
      expect(tellsOf(words, 'dead')).toEqual([]);
    },
  );

  tell(
    'row 23: a handler that blocks the event loop for 10 s is run once, recorded as handled, and warned of',
    async () => {
      const { first, next, queue } = await begin({ blockMs: 10_000 });
      const second = await next();
      await first.until('handled');
      expect(await settled(queue)).toMatchObject({ dead: 0 });
      expect(tellsOf([...first.words, ...second.words], 'start')).toEqual(['one']);
      expect(tellsOf(first.words, 'log')).toContainEqual(expect.stringMatching(/block|event loop/));
    },
  );

  tell(
    'row 23: a handler that blocks the event loop for longer than the lock is not recorded failed when it succeeds',
    async () => {
      const { first, next, queue } = await begin({ blockMs: 24_000 });
      const second = await next();
      await second.until('start');
      await first.until('end');
      await second.until('handled');
      expect(await settled(queue)).toMatchObject({ dead: 0 });
      expect(tellsOf([...first.words, ...second.words], 'dead')).toEqual([]);
    },
  );

  tell(
    'row 31: a lock that was deleted costs no repeat of a handler that has returned, and no second handling of a repeat',
    async () => {
      const { first, queue, prefix, url } = await begin({ workMs: 500 });
      const [lock] = (await redis.command('KEYS', `${prefix}:deliveries:*:lock`)) as string[];
      expect(await redis.command('DEL', String(lock))).toBe(1);
      await first.until('end');
      expect(await send(url, 'one')).toMatchObject({ status: 200, outcome: 'duplicate' });
      await first.until('handled');
      expect(await send(url, 'one')).toMatchObject({ status: 200, outcome: 'duplicate' });
      expect(await settled(queue)).toMatchObject({ dead: 0 });
      expect(tellsOf(first.words, 'start')).toEqual(['one']);
    },
  );

  tell(
    'row 31: workers whose clocks are an hour fast and an hour slow handle each delivery, with its retry, and no repeat',
    async () => {
      const ids = Array.from({ length: 20 }, (_, i) => `${i % 2 ? 'failing' : 'plain'}-${i}`);
      const clock = { failing: 'failing', backoffMs: 200, concurrency: 2 };
      const { first, queue, url, ...settings } = await begin({ ...clock, skewMs: 3_600_000 });
      const { redisUrl, prefix } = settings;
      const slow = await startWorkerChild({ ...clock, redisUrl, prefix, skewMs: -3_600_000 });
      for (const id of ids) expect(await send(url, id)).toMatchObject({ outcome: 'queued' });
      expect(await settled(queue)).toMatchObject({ dead: 0 });
      for (const id of ids) expect(await send(url, id)).toMatchObject({ outcome: 'duplicate' });
      const ended = tellsOf([...first.words, ...slow.words], 'end');
      expect(tally(ended)).toEqual(Object.fromEntries(['one', ...ids].map((id) => [id, 1])));
    },
  );

  tell(
    'row 7: half-open sockets are noticed: the worker handles again within 20 s, and so does the receiver answer 200',
    async () => {
      const [calls, works] = [await openProxy(redis.port), await openProxy(redis.port)];
      const queueOptions = { prefix: `{${randomUUID()}}` };
      const house = await openHouse(calls.port, { workerPort: works.port, queueOptions });
      expect(await send(house.url, 'before')).toMatchObject({ status: 200 });
      await house.seen.until('handled');
      for (const proxy of [calls, works]) proxy.setMode('blackhole');
      expect(await send(house.url, 'during')).toMatchObject({ status: 503 });
      for (const proxy of [calls, works]) proxy.setMode('pass');
      const sinceMs = performance.now();
      const [taken] = await Promise.all([
        sendUntilTaken(house.url, 'after').then(({ tookMs }) => tookMs),
        house.seen.until('handled', 2),
      ]);
      const backMs = performance.now() - sinceMs;
      measured('row 7', 'half-open: 2xx after', taken);
      measured('row 7', 'half-open: handled after', backMs);
      expect(Math.max(taken, backMs)).toBeLessThan(RECOVERY_MS);
    },
  );

  tell(
    'row 10: an eviction policy that is set at run time is noticed within 12 s, answered 503, and logged as an error',
    async () => {
      const own = await openRedis();
      const { url, logs } = await openHouse(own.port);
      expect(await send(url, 'before')).toMatchObject({ status: 200 });
      await own.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
      const sinceMs = performance.now();
      for (let i = 0; (await send(url, `during-${i}`)).status === 200; i += 1) await wait(250);
      measured('row 10', 'noticed after', performance.now() - sinceMs);
      expect(performance.now() - sinceMs).toBeLessThan(12_000);
      expect(logs).toContainEqual(expect.objectContaining({ level: 'error' }));
      await own.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
      await sendUntilTaken(url, 'after');
    },
  );
});
