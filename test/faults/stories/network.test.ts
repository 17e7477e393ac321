import { cleanUp, eventually, settled, tally, whenReady } from '../../integration/support/stage.ts';
import { describeWithServer } from '../../support/redis.ts';
import { measured, names, openHouse, openProxy, openRedis, send, sendUntilTaken } from './support/stage.ts';

afterEach(cleanUp);

/** A house whose receiver and worker reach Redis by a proxy each. */
async function openHouseBehindProxies() {
  const redis = await openRedis();
  const [calls, works] = [await openProxy(redis.port), await openProxy(redis.port)];
  return { redis, calls, works, ...(await openHouse(calls.port, { workerPort: works.port })) };
}

describeWithServer('a network in trouble', () => {
  it('row 5: 300 ms of latency to Redis leave the answer at 200', async () => {
    const { url, calls, seen } = await openHouseBehindProxies();
    calls.delayMs = 300;
    const answers = await Promise.all(names('slow', 20).map((id) => send(url, id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    measured('row 5', 'slowest 2xx', Math.max(...answers.map(({ tookMs }) => tookMs)));
    await seen.until('handled', 20);
  });

  it('row 5: 3 s of latency to Redis make it 503, in time, and each delivery is handled once when the latency is over', async () => {
    const { url, calls, seen, handled, queue } = await openHouseBehindProxies();
    calls.delayMs = 3_000;
    const ids = names('late', 20);
    const answers = await Promise.all(ids.map((id) => send(url, id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    calls.delayMs = 0;
    const sinceMs = performance.now();
    await Promise.all(ids.map((id) => sendUntilTaken(url, id)));
    measured('row 5', '2xx after', performance.now() - sinceMs);
    await seen.until('handled', ids.length);
    await settled(queue);
    expect(tally(handled)).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
  }, 20_000);

  it('row 6: a reply that is lost after the add makes the answer 503 and not a second job', async () => {
    const { redis, url, calls, seen, handled, queue } = await openHouseBehindProxies();
    const ids = names('lost', 10);
    calls.setMode('dropReplies');
    const answers = await Promise.all(ids.map((id) => send(url, id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    await seen.until('handled', ids.length); // the adds were executed, and
    expect(await redis.command('GET', '{wh}:deliveries:id')).toBe('10'); // none was sent again
    calls.setMode('pass');
    calls.cut();
    const repeats = await Promise.all(ids.map((id) => sendUntilTaken(url, id)));
    expect(new Set(repeats.map(({ outcome }) => outcome))).toEqual(new Set(['duplicate']));
    await settled(queue);
    expect(tally(handled)).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
  });

  it('row 6: a connection that is cut while adds are under way makes exactly one job of each', async () => {
    const { url, calls, seen, handled, queue } = await openHouseBehindProxies();
    const ids = names('cut', 100);
    calls.delayMs = 50;
    const sending = Promise.all(ids.map((id) => sendUntilTaken(url, id)));
    for (let cuts = 0; cuts < 3; cuts += 1) {
      await eventually(() => calls.connections > 0);
      await new Promise((resolve) => setTimeout(resolve, 40));
      calls.cut();
    }
    const answers = await sending;
    expect(answers.some(({ refusals }) => refusals > 0)).toBe(true);
    await seen.until('handled', ids.length);
    await settled(queue);
    expect(tally(handled)).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
  }, 20_000);

  it('row 7: a black hole makes the answer 503 in time, and everything is back soon after its end', async () => {
    const { url, calls, works, seen, handled, queue } = await openHouseBehindProxies();
    await send(url, 'before');
    await seen.until('handled');
    for (const proxy of [calls, works]) proxy.setMode('blackhole');
    const answers = await Promise.all(names('swallowed', 10).map((id) => send(url, id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    for (const proxy of [calls, works]) {
      proxy.setMode('pass');
      proxy.cut();
    }
    const sinceMs = performance.now();
    await sendUntilTaken(url, 'after');
    measured('row 7', 'black hole: 2xx after', performance.now() - sinceMs);
    expect(performance.now() - sinceMs).toBeLessThan(1_000);
    await seen.until('handled', 2);
    measured('row 7', 'black hole: handled after', performance.now() - sinceMs);
    expect(performance.now() - sinceMs).toBeLessThan(3_000);
    await whenReady(queue);
    expect(handled).toEqual(['before', 'after']);
  }, 20_000);
});
