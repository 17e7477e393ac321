import { setTimeout as wait } from 'node:timers/promises';
import { cleanUp, eventually } from '../../integration/support/stage.ts';
import { describeWithServer } from '../../support/redis.ts';
import { freePort } from '../../tools/redis.ts';
import { call } from './support/call.ts';
import { type StoryChild, startChild, type Word } from './support/child.ts';
import { makeRelease } from './support/release.ts';
import { measured, names, openQueue, openRedis } from './support/stage.ts';

afterEach(cleanUp);

describeWithServer('a rolling deploy', () => {
  it('row 30: from old to new, back to old and to new again loses none of 2,000 deliveries and leaves none dead', async () => {
    const redis = await openRedis();
    const queue = await openQueue(redis.port);
    // A release reads its own envelopes and older ones, and each has a handler that the other lacks.
    const releases = {
      old: { src: makeRelease(1), handlers: ['always', 'removed'] },
      new: { src: makeRelease(2), handlers: ['always', 'added'] },
    } as const;
    const words: Word[] = [];
    const ports = [await freePort(), await freePort()] as const;
    const fleet: StoryChild[] = [];
    const start = async (slot: 0 | 1, release: keyof typeof releases) => {
      const child = startChild('deploy-child.ts', {
        ...releases[release],
        redisUrl: redis.url,
        port: ports[slot],
      });
      await child.until('ready');
      fleet[slot] = child;
    };
    const stop = async (slot: 0 | 1) => {
      const child = fleet[slot];
      child?.signal('SIGTERM');
      expect(await child?.exited).toBe(0);
      words.push(...(child?.words ?? []));
    };
    await Promise.all([start(0, 'old'), start(1, 'old')]);

    const ids = names('deploy', 2_000);
    let taken = 0;
    let quota = 400; // and as many with each step, so that there is traffic at all of them
    let acknowledged = 0;
    const sender = async () => {
      for (let n = taken++; n < ids.length; n = taken++) {
        await eventually(() => n < quota);
        // As a load balancer does: the other one, when this one does not answer.
        for (let i = n; (await call(ports[i % 2 === 0 ? 0 : 1], String(ids[n]))) !== 200; i += 1)
          await wait(10);
        acknowledged += 1;
      }
    };
    const sending = Promise.all(Array.from({ length: 4 }, sender));
    const replace = async (slot: 0 | 1, release: keyof typeof releases) => {
      await stop(slot);
      await start(slot, release);
    };
    for (const [slot, release] of [
      [0, 'new'],
      [1, 'new'],
      [0, 'old'],
    ] as const) {
      quota += 400;
      await replace(slot, release);
      await eventually(() => acknowledged >= quota - 300);
    }
    // The last new process takes deliveries that only old workers will see.
    await queue.pause();
    quota += 400;
    await eventually(() => acknowledged >= quota - 200);
    await stop(1);
    await queue.resume();
    await start(1, 'old');
    await sending;
    // What the new release wrote waits for it, and is neither lost nor dead.
    let counts = await queue.counts();
    await eventually(async () => {
      counts = await queue.counts();
      return counts.waiting + counts.active === 0;
    });
    measured('row 30', 'left to the new release after the way back', counts.delayed, '');
    expect(counts.delayed).toBeGreaterThan(0);
    expect(counts.dead).toBe(0);
    await Promise.all([replace(0, 'new'), replace(1, 'new')]);
    await eventually(async () => {
      counts = await queue.counts();
      return counts.waiting + counts.active + counts.delayed === 0;
    });
    await Promise.all([stop(0), stop(1)]);
    const handled = new Set(words.filter(({ word }) => word === 'end').map(({ id }) => id));
    expect(ids.filter((id) => !handled.has(`always ${id}`))).toEqual([]);
    expect(ids.filter((id) => !handled.has(`removed ${id}`) && !handled.has(`added ${id}`))).toEqual([]);
    expect(counts.dead).toBe(0);
  }, 60_000);
});
