import { cleanUp, createGate, eventually, settled, tally } from '../../integration/support/stage.ts';
import { describeWithServer } from '../../support/redis.ts';
import { measured, names, openHouse, openRedis, send, sendUntilTaken } from './support/stage.ts';

/** How long Redis is away: the matrix also names 20 s and 90 s, which STORY_FULL=1 tells. */
const absencesMs = process.env['STORY_FULL'] ? [1_000, 20_000, 90_000] : [1_000];
const freezesMs = process.env['STORY_FULL'] ? [3_000, 20_000] : [3_000];

afterEach(cleanUp);

describeWithServer('a Redis in trouble', () => {
  it.each(absencesMs)(
    'row 1: a Redis that is killed for %i ms makes the answer 503 within 50 ms, and everything is back soon after its return',
    async (awayMs) => {
      const redis = await openRedis();
      const { url, seen, handled, queue } = await openHouse(redis.port);
      await send(url, 'before');
      await seen.until('handled');
      await redis.kill();
      const killedMs = performance.now();
      await send(url, 'first'); // finds the connection gone, and is not held to the 50 ms
      while (performance.now() - killedMs < awayMs) {
        const answer = await send(url, 'during');
        expect(answer).toMatchObject({ status: 503 });
        expect(answer.tookMs).toBeLessThan(50);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await redis.start();
      const backMs = performance.now();
      const { tookMs } = await sendUntilTaken(url, 'after');
      await seen.until('handled', 2);
      const handledMs = performance.now() - backMs;
      measured('row 1', `away ${awayMs} ms: 2xx after`, tookMs);
      measured('row 1', `away ${awayMs} ms: handled after`, handledMs);
      expect(tookMs).toBeLessThan(1_000);
      expect(handledMs).toBeLessThan(3_000);
      await settled(queue);
      expect(handled).toEqual(['before', 'after']);
    },
    120_000,
  );

  it.each(freezesMs)(
    'row 3: a Redis that is frozen for %i ms makes the answer 503 within 2.5 s, and late adds collapse',
    async (frozenMs) => {
      const redis = await openRedis();
      const { url, seen, handled, queue } = await openHouse(redis.port);
      const ids = names('frozen', 20);
      redis.signal('SIGSTOP');
      const sinceMs = performance.now();
      const answers = await Promise.all(ids.map((id) => send(url, id)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      for (const { tookMs } of answers) expect(tookMs).toBeGreaterThan(1_400);
      await new Promise((resolve) => setTimeout(resolve, frozenMs - (performance.now() - sinceMs)));
      redis.signal('SIGCONT');
      const taken = await Promise.all(ids.map((id) => sendUntilTaken(url, id)));
      measured('row 3', `frozen ${frozenMs} ms: 2xx after`, Math.max(...taken.map(({ tookMs }) => tookMs)));
      expect(Math.max(...taken.map(({ tookMs }) => tookMs))).toBeLessThan(1_000);
      expect(taken.map(({ outcome }) => outcome)).toContain('duplicate');
      await seen.until('handled', ids.length);
      await settled(queue);
      expect(tally(handled)).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
    },
    40_000,
  );

  it.each(['ALL', 'WRITE'])(
    'row 4: CLIENT PAUSE 3000 %s makes the answer 503 in time, and late adds collapse',
    async (kind) => {
      const redis = await openRedis();
      const { url, seen, handled, queue } = await openHouse(redis.port);
      const ids = names('paused', 20);
      await redis.command('CLIENT', 'PAUSE', 3_000, kind);
      const answers = await Promise.all(ids.map((id) => send(url, id)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      await redis.command('PING'); // ALL: answered when the pause is over
      const taken = await Promise.all(ids.map((id) => sendUntilTaken(url, id)));
      measured('row 4', `${kind}: 2xx after`, Math.max(...taken.map(({ tookMs }) => tookMs)));
      await seen.until('handled', ids.length);
      await settled(queue);
      expect(tally(handled)).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
    },
    20_000,
  );

  it('row 8: CLIENT KILL TYPE normal costs a call one more attempt at most, and no delivery', async () => {
    const redis = await openRedis();
    const { url, seen, handled, queue } = await openHouse(redis.port);
    const ids = names('killed', 60);
    for (const [i, id] of ids.entries()) {
      if (i % 20 === 10) await redis.command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      const { refusals, tookMs } = await sendUntilTaken(url, id);
      if (refusals > 0) measured('row 8', `${refusals} refusals, 2xx after`, tookMs);
      // The connection is back after 100 ms: an attempt of the service, minutes later, is the only one that it needs.
      expect(tookMs).toBeLessThan(1_000);
    }
    await seen.until('handled', ids.length);
    expect(await settled(queue)).toMatchObject({ dead: 0 });
    expect(tally(handled)).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
  });

  it('row 9: a Redis that is full answers 503, and a handler that returns meanwhile has its completion caught up', async () => {
    const redis = await openRedis();
    const finish = createGate();
    const begun: string[] = [];
    const work = (id: string) => {
      begun.push(id);
      return id === 'running' ? finish.opened : undefined;
    };
    const { url, seen, handled, queue } = await openHouse(redis.port, { work });
    await send(url, 'running');
    await eventually(() => begun.length === 1);
    await redis.command('CONFIG', 'SET', 'maxmemory', 1);
    expect(await send(url, 'during')).toMatchObject({ status: 503 });
    finish.open();
    await eventually(() => handled.includes('running'));
    expect(await send(url, 'during')).toMatchObject({ status: 503 });
    await redis.command('CONFIG', 'SET', 'maxmemory', 0);
    const sinceMs = performance.now();
    await sendUntilTaken(url, 'during');
    await seen.until('handled', 2);
    measured('row 9', 'completed after', performance.now() - sinceMs);
    expect(await settled(queue)).toMatchObject({ dead: 0 });
    expect(begun).toEqual(['running', 'during']);
  }, 30_000);

  it('row 12: a Redis without the replicas that it needs answers 503, and 200 as soon as it has them', async () => {
    const redis = await openRedis();
    const { url, seen, handled, queue } = await openHouse(redis.port);
    await redis.command('CONFIG', 'SET', 'min-replicas-to-write', 1);
    const answers = await Promise.all(names('alone', 20).map((id) => send(url, id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    await redis.command('CONFIG', 'SET', 'min-replicas-to-write', 0);
    const sinceMs = performance.now();
    expect(await send(url, 'after')).toMatchObject({ status: 200 });
    await seen.until('handled');
    measured('row 12', 'handled after', performance.now() - sinceMs);
    expect(performance.now() - sinceMs).toBeLessThan(3_000);
    await settled(queue);
    expect(handled).toEqual(['after']);
  });

  it('row 17: SCRIPT FLUSH in the middle of the traffic is noticed by nobody', async () => {
    const redis = await openRedis();
    const { url, seen, handled } = await openHouse(redis.port);
    const ids = names('flushed', 60);
    const answers = [];
    for (const [i, id] of ids.entries()) {
      if (i % 10 === 5) await redis.command('SCRIPT', 'FLUSH');
      answers.push(await send(url, id));
    }
    expect(tally(answers.map(({ status }) => String(status)))).toEqual({ 200: 60 });
    await seen.until('handled', ids.length);
    expect(tally(handled)).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
  });
});
