import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createRouter } from '../../../src/index.ts';
import { cleanUp, settled, startWorker, tally } from '../../integration/support/stage.ts';
import { makeDelivery } from '../../support/deliveries.ts';
import { describeWithServer } from '../../support/redis.ts';
import { freePort } from '../../tools/redis.ts';
import { call, type Fate } from './support/call.ts';
import { type StoryChild, startChild } from './support/child.ts';
import type { ReceiverScript } from './support/receiver-script.ts';
import { measured, names, openProxy, openQueue, openRedis } from './support/stage.ts';
import { watchStalls } from './support/stalls.ts';

/** STORY_FULL=1 tells the stories with the figures of the matrix. */
const full = process.env['STORY_FULL'] !== undefined;

afterEach(cleanUp);

/** Starts a receiver that listens when it is told to. */
async function loadReceiver(script: ReceiverScript): Promise<StoryChild> {
  const child = startChild('receiver-child.ts', script);
  await child.until('loaded');
  return child;
}

async function listen(child: StoryChild): Promise<void> {
  child.send('listen');
  await child.until('ready');
}

async function startReceiver(script: ReceiverScript): Promise<StoryChild> {
  const child = await loadReceiver(script);
  await listen(child);
  return child;
}

/** How much memory the process has, in bytes. */
function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
}

describeWithServer('a receiver process', () => {
  it('row 27: a receiver that is killed inside a call has that call repeated, and the delivery is handled once', async () => {
    const redis = await openRedis();
    const proxy = await openProxy(redis.port);
    const port = await freePort();
    const script = { redisUrl: `redis://127.0.0.1:${proxy.port}`, port };
    const first = await startReceiver(script);
    const queue = await openQueue(redis.port);
    const handled: string[] = [];
    const router = createRouter().on('message:appUser', ({ messages }) => {
      handled.push(...messages.map(({ _id }) => _id));
    });
    const { seen } = await startWorker(queue, router);
    // Redis takes the delivery, and the receiver does not learn of it.
    proxy.setMode('dropReplies');
    const cut = call(port, 'one');
    await seen.until('handled');
    first.signal('SIGKILL');
    expect(await cut).toBe('ECONNRESET');
    proxy.setMode('pass');
    await startReceiver(script);
    expect(await call(port, 'one')).toBe(200);
    expect(await call(port, 'two')).toBe(200);
    await seen.until('handled', 2);
    await settled(queue);
    expect(handled).toEqual(['one', 'two']);
  }, 30_000);

  it(
    'row 28: a process that gets SIGTERM under load resets no call that it took, ends within its grace, and hands its jobs back',
    async () => {
      const rounds = full ? 50 : 10;
      const redis = await openRedis();
      const port = await freePort();
      // Far enough away for calls to be under way at each SIGTERM.
      const proxy = await openProxy(redis.port);
      proxy.delayMs = 10;
      const script = { redisUrl: `redis://127.0.0.1:${proxy.port}`, port, workMs: 150, graceMs: 50 };
      const stalls = watchStalls(redis.port);
      const fates = new Map<string, Fate>();
      const taken = new Set<string>();
      const calling = new Set<string>();
      const interrupted: string[] = [];
      const exits: { code: number | string; tookMs: number }[] = [];
      const words: StoryChild['words'][number][] = [];
      let child = await startReceiver(script);
      const stop = new AbortController();
      let sent = 0;
      const sender = async () => {
        while (!stop.signal.aborted) {
          const id = `term-${sent++}`;
          calling.add(id);
          fates.set(id, await call(port, id));
          calling.delete(id);
          await wait(100); // half of what the worker can do: nothing piles up
        }
      };
      const senders = Array.from({ length: 8 }, sender);
      for (let round = 0; round < rounds; round += 1) {
        await child.until('end', 3);
        const successor = await loadReceiver(script);
        const sinceMs = performance.now();
        interrupted.push(...calling);
        child.signal('SIGTERM');
        exits.push({ code: await child.exited, tookMs: performance.now() - sinceMs });
        words.push(...child.words);
        child = successor;
        await listen(child);
      }
      stop.abort();
      await Promise.all(senders);
      // Handed back, not left to a lock that runs out: all of it is handled soon.
      const queue = await openQueue(redis.port);
      const stoppedMs = performance.now();
      measured('row 28', 'waiting at the end', (await queue.counts()).waiting, '');
      await settled(queue);
      measured('row 28', 'handed back and handled after', performance.now() - stoppedMs);
      expect(performance.now() - stoppedMs).toBeLessThan(5_000);
      words.push(...child.words);
      for (const { word, id } of words) if (word === 'taken') taken.add(id);
      const broken = [...fates].filter(([id, fate]) => typeof fate === 'string' && taken.has(id));
      const underWay = interrupted.filter((id) => taken.has(id)).length;
      measured('row 28', 'calls', fates.size, '');
      measured('row 28', 'taken and under way at a SIGTERM', underWay, '');
      measured('row 28', 'slowest exit', Math.max(...exits.map(({ tookMs }) => tookMs)));
      for (const [fate, count] of Object.entries(tally([...fates.values()].map(String)))) {
        measured('row 28', fate, count, '');
      }
      measured('row 28', 'resets of calls that were taken', broken.length, '');
      const stalled = await stalls.end();
      measured('row 28', 'stalled', stalled.length, '');
      expect(underWay).toBeGreaterThan(0);
      expect(broken).toEqual([]);
      expect(stalled).toEqual([]);
      expect(new Set(exits.map(({ code }) => code))).toEqual(new Set([0]));
      for (const { tookMs } of exits) expect(tookMs).toBeLessThan(50 + 1_000);
      const acknowledged = [...fates].filter(([, fate]) => fate === 200).map(([id]) => id);
      const ended = new Set(words.filter(({ word }) => word === 'end').map(({ id }) => id));
      expect(acknowledged.filter((id) => !ended.has(id))).toEqual([]);
      expect(words.some(({ word, redelivered }) => word === 'start' && redelivered)).toBe(true);
      expect(await queue.counts()).toMatchObject({ dead: 0 });
    },
    full ? 300_000 : 60_000,
  );

  it(
    'row 38: a burst behind many waiting deliveries is answered 200 within a second, and memory stays bounded',
    async () => {
      const waiting = full ? 100_000 : 10_000;
      const redis = await openRedis();
      const queue = await openQueue(redis.port);
      await queue.pause();
      for (let i = 0; i < waiting; i += 500) {
        await Promise.all(Array.from({ length: 500 }, () => queue.enqueue(makeDelivery())));
      }
      expect(await queue.counts()).toMatchObject({ waiting });
      const port = await freePort();
      const { pid } = await startReceiver({ redisUrl: redis.url, port });
      for (const id of names('warm-up', 20)) expect(await call(port, id)).toBe(200);
      const beforeBytes = residentBytes(pid);
      // Ten times the twenty calls at once of a busy minute.
      const times = await Promise.all(
        names('burst', 200).map(async (id) => {
          const sinceMs = performance.now();
          expect(await call(port, id)).toBe(200);
          return performance.now() - sinceMs;
        }),
      );
      measured('row 38', 'slowest 2xx', Math.max(...times));
      measured('row 38', 'memory', (residentBytes(pid) - beforeBytes) / 1_048_576, 'MB');
      expect(Math.max(...times)).toBeLessThan(1_000);
      expect(residentBytes(pid) - beforeBytes).toBeLessThan(50 * 1_048_576);
      const { seen } = await startWorker(queue);
      await queue.resume();
      await seen.until('handled', 1_000);
    },
    full ? 200_000 : 30_000,
  );
});
