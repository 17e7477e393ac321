import { createRouter, PermanentError, type Router, type WorkerOptions } from '../../src/index.ts';
import {
  cleanUp,
  describeWithBothDrivers,
  eventually,
  makeMessage,
  post,
  serve,
  settled,
  startWorker,
  tally,
} from './support/stage.ts';

afterEach(cleanUp);

describeWithBothDrivers((openQueue) => {
  /** An app, a queue and a worker, to which one message is posted. */
  async function play(router: Router, options: Partial<WorkerOptions> = {}) {
    const opened = await openQueue();
    const { url } = await serve({ queue: opened.queue });
    const { seen, worker } = await startWorker(opened.queue, router, options);
    expect((await post(url, makeMessage('one'))).status).toBe(200);
    return { ...opened, seen, worker };
  }

  /** A router with the handlers `a`, `b` and `c`, which note that they ran in `runs`; `b` fails while `broken` says so. */
  function threeHandlers(runs: string[], broken: (attempt: number) => boolean): Router {
    return createRouter()
      .on('message:appUser', { name: 'a' }, () => runs.push('a'))
      .on('message:*', { name: 'b' }, (_event, { delivery }) => {
        runs.push('b');
        if (broken(delivery.attempt)) throw new Error('the CRM is away');
      })
      .onAny({ name: 'c' }, () => runs.push('c'));
  }

  it('runs again the one handler of three that failed, and no other', async () => {
    const runs: string[] = [];
    const router = threeHandlers(runs, (attempt) => attempt <= 2);
    const { queue, seen } = await play(router);
    await seen.until('handled');
    await settled(queue);
    expect(tally(runs)).toEqual({ a: 1, b: 3, c: 1 });
    expect(seen.handled).toMatchObject([{ attempt: 3 }]);
    expect(seen.retrying.map(({ failures }) => failures.map(({ handler }) => handler))).toEqual([
      ['b'],
      ['b'],
    ]);
  });

  it('runs only the failed handler also when another worker takes over, as after a restart', async () => {
    const before: string[] = [];
    const first = await play(
      threeHandlers(before, () => true),
      { backoff: () => 300 },
    );
    await first.seen.until('retrying');
    await first.worker.close();
    const another = await first.reopen();
    if (another !== first.queue) await first.queue.close();
    expect(tally(before)).toEqual({ a: 1, b: 1, c: 1 });
    const after: string[] = [];
    const { seen } = await startWorker(
      another,
      threeHandlers(after, () => false),
    );
    await seen.until('handled');
    await settled(another);
    expect(after).toEqual(['b']);
    expect(seen.handled).toMatchObject([{ attempt: 2 }]);
  });

  it('runs the function given to once a single time across the retries of its handler', async () => {
    let charges = 0;
    const results: unknown[] = [];
    const router = createRouter().onAny(async (_event, { once, delivery }) => {
      const charge = await once('charge', async () => {
        charges += 1;
        return { number: charges, at: new Date(0) };
      });
      results.push(charge);
      if (delivery.attempt < 3) throw new Error('the mail server is away');
    });
    const { queue, seen } = await play(router);
    await seen.until('handled');
    await settled(queue);
    expect(charges).toBe(1);
    expect(results).toEqual(Array(3).fill({ number: 1, at: '1970-01-01T00:00:00.000Z' }));
  });

  it('ends the retries of a handler at its PermanentError while another one still retries', async () => {
    const runs: string[] = [];
    const router = createRouter()
      .onAny({ name: 'hopeless' }, () => {
        runs.push('hopeless');
        throw new PermanentError('the account is closed');
      })
      .onAny({ name: 'hopeful' }, (_event, { delivery }) => {
        runs.push('hopeful');
        if (delivery.attempt < 3) throw new Error('not yet');
      });
    const { queue, seen } = await play(router);
    await seen.until('deadLettered');
    await settled(queue);
    expect(tally(runs)).toEqual({ hopeless: 1, hopeful: 3 });
    expect(seen.deadLettered).toMatchObject([
      {
        attempts: 3,
        reason: 'handler_failed',
        failures: [{ handler: 'hopeless', attempts: 1, final: true }],
      },
    ]);
    expect(seen.handled).toEqual([]);
  });

  it('aborts the signal of a handler that takes too long, and retries it', async () => {
    const reasons: unknown[] = [];
    const router = createRouter().onAny({ timeoutMs: 50 }, async (_event, { signal, delivery }) => {
      if (delivery.attempt > 1) return;
      signal.addEventListener('abort', () => reasons.push(signal.reason));
      await new Promise(() => {});
    });
    const { queue, seen } = await play(router);
    await seen.until('handled');
    await settled(queue);
    expect(reasons).toMatchObject([{ code: 'handler_timeout' }]);
    expect(seen.retrying).toMatchObject([{ failures: [{ error: { code: 'handler_timeout' } }] }]);
    expect(seen.handled).toMatchObject([{ attempt: 2 }]);
  });

  it('keeps a dead letter with the handlers that failed, and runs these alone when it is replayed after a fix', async () => {
    const runs: string[] = [];
    let broken = true;
    const router = threeHandlers(runs, () => broken);
    const { queue, seen } = await play(router, { attempts: 2 });
    await seen.until('deadLettered');
    await eventually(async () => (await queue.counts()).dead === 1);
    const [letter] = await queue.deadLetters.list();
    expect(letter).toMatchObject({
      reason: 'handler_failed',
      attempts: 2,
      delivery: { trigger: 'message:appUser', payload: makeMessage('one') },
      failures: [{ handler: 'b', attempts: 2, final: true, error: { message: 'the CRM is away' } }],
    });
    expect(tally(runs)).toEqual({ a: 1, b: 2, c: 1 });
    broken = false;
    expect(await queue.deadLetters.replay(String(letter?.id))).toBe(true);
    await seen.until('handled');
    expect(await settled(queue)).toMatchObject({ dead: 0 });
    expect(tally(runs)).toEqual({ a: 1, b: 3, c: 1 });
  });
});
