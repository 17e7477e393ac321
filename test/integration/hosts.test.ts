import { createRouter } from '../../src/index.ts';
import { fixture } from '../../src/testing/index.ts';
import { describeWithRedis } from '../support/redis.ts';
import {
  cleanUp,
  eventually,
  makeMessage,
  openRedisQueue,
  post,
  serve,
  settled,
  startWorker,
} from './support/stage.ts';

afterEach(cleanUp);

describeWithRedis('web and worker in processes of their own', () => {
  it('meet in Redis: what one app takes the other handles, also when the worker starts later', async () => {
    const { queue: web, reopen } = await openRedisQueue();
    const { url } = await serve({ queue: web, secrets: [{ name: 'shop', secret: 'Zq8-wT5xBn2kLr7vHd4c' }] });
    const headers = { 'x-api-key': 'Zq8-wT5xBn2kLr7vHd4c' };
    const sinceMs = Date.now();
    expect((await post(url, makeMessage('early'), headers)).status).toBe(200);
    expect(await web.counts()).toMatchObject({ waiting: 1, active: 0 });
    const got: unknown[] = [];
    const router = createRouter().on('message:appUser', (event, { delivery }) => {
      got.push([event.messages[0]?._id, delivery.webhook, delivery.receivedAtMs >= sinceMs]);
    });
    const { seen } = await startWorker(await reopen(), router);
    expect((await post(url, makeMessage('late'), headers)).status).toBe(200);
    await seen.until('handled', 2);
    expect(await settled(web)).toMatchObject({ dead: 0 });
    expect(got).toEqual([
      ['early', 'shop', true],
      ['late', 'shop', true],
    ]);
  });

  it('handle a delivery once whose attempts reach different web processes', async () => {
    const { queue, reopen } = await openRedisQueue();
    const first = await serve({ queue });
    const second = await serve({ queue: await reopen() });
    const handler = jest.fn();
    const { seen } = await startWorker(await reopen(), createRouter().onAny(handler));
    const body = makeMessage('one');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post(i % 2 ? first.url : second.url, body)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await seen.until('handled');
    await settled(queue);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('share the work between two worker processes, each delivery at one of them', async () => {
    const { queue, reopen } = await openRedisQueue();
    const { url } = await serve({ queue });
    const runs: { id: string | undefined; worker: string }[] = [];
    const ids = Array.from({ length: 40 }, (_, i) => `message-${i}`);
    const workers = await Promise.all(
      ['a', 'b'].map(async (name) => {
        const router = createRouter().on('message:appUser', async ({ messages }) => {
          runs.push({ id: messages[0]?._id, worker: name });
          await new Promise(setImmediate);
        });
        return startWorker(await reopen(), router, { concurrency: 1 });
      }),
    );
    await Promise.all(ids.map((id) => post(url, makeMessage(id))));
    await eventually(() => workers.reduce((sum, { seen }) => sum + seen.handled.length, 0) === ids.length);
    await settled(queue);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(ids.length);
    expect(runs).toHaveLength(ids.length);
    expect(new Set(runs.map(({ worker }) => worker))).toEqual(new Set(['a', 'b']));
  });

  it('lets the web process list, replay and remove what the worker process gave up', async () => {
    const { queue: web, reopen } = await openRedisQueue();
    const { url } = await serve({ queue: web });
    const { seen } = await startWorker(await reopen());
    await post(url, fixture('refused/text-without-text'));
    await seen.until('deadLettered');
    await settled(web);
    const [letter] = await web.deadLetters.list();
    expect(letter).toMatchObject({ reason: 'refused', attempts: 1 });
    expect(await web.deadLetters.replay(String(letter?.id))).toBe(true);
    await seen.until('deadLettered', 2);
    await settled(web);
    expect(await web.deadLetters.remove(String(letter?.id))).toBe(true);
    expect(await web.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, dead: 0 });
  });

  it('leaves the web process at work when the worker process closes its queue', async () => {
    const { queue: web, reopen } = await openRedisQueue();
    const { url } = await serve({ queue: web });
    const theirs = await reopen();
    const { worker } = await startWorker(theirs);
    await worker.close();
    await theirs.close();
    expect((await post(url, makeMessage('one'))).status).toBe(200);
    expect(await web.counts()).toMatchObject({ waiting: 1 });
    expect(await web.health()).toMatchObject({ ready: true });
  });
});
