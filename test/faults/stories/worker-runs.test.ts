import { randomUUID } from 'node:crypto';
import { createRouter, PermanentError } from '../../../src/index.ts';
import { cleanUp, makeMessage, post, serve, settled, startWorker } from '../../integration/support/stage.ts';
import { makeDelivery } from '../../support/deliveries.ts';
import { describeWithServer } from '../../support/redis.ts';
import { startWorkerChild, type Word } from './support/child.ts';
import { measured, names, openHouse, openQueue, openRedis, send } from './support/stage.ts';

afterEach(cleanUp);

/** A delivery of a message with this id. */
function deliveryOf(id: string) {
  return makeDelivery({ payload: makeMessage(id) as never });
}

describeWithServer('the runs of a delivery', () => {
  it('row 24: a handler that never returns is aborted at its time limit, retried, and then a dead letter', async () => {
    const redis = await openRedis();
    const queue = await openQueue(redis.port);
    const { url } = await serve({ queue });
    const aborted: unknown[] = [];
    const router = createRouter().on(
      'message:appUser',
      { name: 'stuck' },
      async ({ messages }, { signal }) => {
        signal.addEventListener('abort', () => aborted.push(signal.reason));
        if (messages[0]?._id === 'stuck') await new Promise(() => {});
      },
    );
    const { seen } = await startWorker(queue, router, { handlerTimeoutMs: 200, attempts: 3, concurrency: 2 });
    for (const id of ['stuck', 'other']) await send(url, id);
    await seen.until('deadLettered');
    expect(aborted).toHaveLength(3);
    expect(seen.retrying).toHaveLength(2);
    expect(seen.deadLettered).toMatchObject([
      { reason: 'handler_failed', failures: [{ handler: 'stuck', error: { code: 'handler_timeout' } }] },
    ]);
    expect(seen.handled).toHaveLength(1);
    expect(await settled(queue)).toMatchObject({ dead: 1 });
  });

  it('row 26: four workers handle 5,000 deliveries, none of them twice and none at two of them', async () => {
    const redis = await openRedis();
    const settings = { redisUrl: redis.url, prefix: `{${randomUUID()}}` };
    const queue = await openQueue(redis.port, { prefix: settings.prefix });
    const ids = names('shared', 5_000);
    const workers = await Promise.all(Array.from({ length: 4 }, () => startWorkerChild(settings)));
    const sinceMs = performance.now();
    for (let i = 0; i < ids.length; i += 500) {
      await Promise.all(ids.slice(i, i + 500).map((id) => queue.enqueue(deliveryOf(id))));
    }
    expect(await settled(queue)).toMatchObject({ dead: 0 });
    measured('row 26', '5,000 deliveries', performance.now() - sinceMs);
    const runs = new Map<string, Word[]>();
    for (const each of workers.flatMap(({ words }) => words)) {
      if (each.word === 'start') runs.set(each.id, [...(runs.get(each.id) ?? []), each]);
    }
    expect(runs.size).toBe(ids.length);
    expect([...runs].filter(([, starts]) => starts.length > 1)).toEqual([]);
    expect(new Set([...runs].map(([, [start]]) => start?.pid)).size).toBe(4);
  }, 30_000);

  it('row 29: a delivery that comes again after it failed for good is answered 200 and not handled again', async () => {
    const redis = await openRedis();
    let runs = 0;
    const work = () => {
      runs += 1;
      throw new PermanentError('No.');
    };
    const { url, seen, queue } = await openHouse(redis.port, { work });
    expect(await send(url, 'bad')).toMatchObject({ status: 200, outcome: 'queued' });
    await seen.until('deadLettered');
    const repeats = await Promise.all(Array.from({ length: 50 }, () => send(url, 'bad')));
    expect(new Set(repeats.map(({ status, outcome }) => `${status} ${outcome}`))).toEqual(
      new Set(['200 duplicate']),
    );
    expect(await settled(queue)).toMatchObject({ dead: 1 });
    expect(runs).toBe(1);
  });

  it('row 30: a delivery that waits for the retry of a handler is not given up by workers of a release without it', async () => {
    const redis = await openRedis();
    const queue = await openQueue(redis.port);
    const { url } = await serve({ queue });
    const runs: number[] = [];
    const withHandler = (fails: boolean) =>
      createRouter().on('message:appUser', { name: 'new-one' }, (_event, { delivery }) => {
        runs.push(delivery.attempt);
        if (fails) throw new Error('Not the first time.');
      });
    const first = await startWorker(queue, withHandler(true), { backoff: () => 200 });
    await send(url, 'one');
    await first.seen.until('retrying');
    await first.worker.close();
    // The way back: for a while nobody has the handler.
    const without = createRouter().on('message:appUser', { name: 'old-one' }, () => {});
    const second = await startWorker(queue, without, { backoff: () => 20 });
    await Promise.race([second.seen.until('retrying', 8), second.seen.until('deadLettered')]);
    await second.worker.close();
    expect(await queue.counts()).toMatchObject({ dead: 0 });
    const third = await startWorker(queue, withHandler(false));
    await third.seen.until('handled');
    expect(runs).toHaveLength(2);
  }, 15_000);

  it('row 32: a delivery of nearly 1 MB is taken within a second and handled as it came', async () => {
    const redis = await openRedis();
    const queue = await openQueue(redis.port);
    const { url } = await serve({ queue });
    const texts: unknown[] = [];
    const router = createRouter().on('message:appUser', ({ messages }) => {
      texts.push(messages[0]?.['text']);
    });
    const { seen } = await startWorker(queue, router);
    const text = 'x'.repeat(1_048_000);
    const sinceMs = performance.now();
    expect((await post(url, makeMessage('large', text))).status).toBe(200);
    measured('row 32', '1 MB answered after', performance.now() - sinceMs);
    expect(performance.now() - sinceMs).toBeLessThan(1_000);
    await seen.until('handled');
    expect(texts).toEqual([text]);
  });
});
