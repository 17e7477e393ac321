import { once } from 'node:events';
import { connect } from 'node:net';
import { createRouter, type DeliveryQueue } from '../../src/index.ts';
import { fixture } from '../../src/testing/index.ts';
import {
  cleanUp,
  createGate,
  describeWithBothDrivers,
  HOOK_PATH,
  post,
  SECRET,
  serve,
  settled,
  startWorker,
  tally,
} from './support/stage.ts';

afterEach(cleanUp);

describeWithBothDrivers((openQueue) => {
  /** A queue, an app before it and a worker behind it, with the triggers and versions that its handler got. */
  async function setUp() {
    const { queue } = await openQueue();
    const { url } = await serve({ queue });
    const runs: string[] = [];
    const router = createRouter().onAny((event) => {
      runs.push(`${event.trigger} ${event.version}`);
    });
    const { seen } = await startWorker(queue, router);
    return { queue, url, runs, seen };
  }

  it('handles a delivery once that comes fifty times at once and fifty times after it was handled', async () => {
    const { queue, url, runs, seen } = await setUp();
    const event = fixture('v1.1/message.appUser/text');
    const attempts = () => Promise.all(Array.from({ length: 50 }, () => post(url, event)));
    const early = await attempts();
    await seen.until('handled');
    await settled(queue);
    const late = await attempts();
    await settled(queue);
    expect([...early, ...late].map(({ status }) => status)).toEqual(Array(100).fill(200));
    expect(tally([...early, ...late].map(({ body }) => body.outcome))).toEqual({ queued: 1, duplicate: 99 });
    expect(runs).toEqual(['message:appUser v1.1']);
  });

  it('takes a second tap that looks like the first for a new event, since the first was acknowledged', async () => {
    const { queue, url, runs, seen } = await setUp();
    const tap = JSON.stringify(fixture('v1.1/postback/persistent-menu'));
    const answers = [await post(url, tap), await post(url, tap)];
    expect(answers.map(({ status, body }) => [status, body.outcome])).toEqual([
      [200, 'queued'],
      [200, 'queued'],
    ]);
    await seen.until('handled', 2);
    await settled(queue);
    expect(runs).toEqual(['postback v1.1', 'postback v1.1']);
  });

  it('handles a tap once whose first answer never reached the sender, and the next tap as a new one', async () => {
    const { queue, url, runs, seen } = await setUp();
    const tap = JSON.stringify(fixture('v1.1/postback/persistent-menu'));
    await postAndLeave(queue, tap);
    await seen.until('handled');
    const repeat = await post(url, tap);
    expect([repeat.status, repeat.body]).toEqual([200, { outcome: 'duplicate' }]);
    await settled(queue);
    expect(runs).toHaveLength(1);
    const next = await post(url, tap);
    expect([next.status, next.body]).toEqual([200, { outcome: 'queued' }]);
    await seen.until('handled', 2);
    await settled(queue);
    expect(runs).toHaveLength(2);
  });

  it('tells message:delivery:user from the message:delivery:channel of the same message', async () => {
    const { queue, url, runs, seen } = await setUp();
    const channel = fixture('v1.1/message.delivery.channel/text');
    const user = fixture('v1.1/message.delivery.user/text');
    expect(user.message._id).toBe(channel.message._id);
    for (const report of [channel, user, channel, user]) expect((await post(url, report)).status).toBe(200);
    await seen.until('handled', 2);
    await settled(queue);
    expect(tally(runs)).toEqual({ 'message:delivery:channel v1.1': 1, 'message:delivery:user v1.1': 1 });
  });

  it('handles the v1 and the v1.1 copy of one message once, whichever comes first', async () => {
    const { queue, url, runs, seen } = await setUp();
    await post(url, fixture('v1/message.appUser/text'));
    const second = await post(url, fixture('v1.1/message.appUser/text'));
    expect([second.status, second.body]).toEqual([200, { outcome: 'duplicate' }]);
    await post(url, fixture('v1.1/message.appMaker/carousel'));
    await post(url, fixture('v1/message.appMaker/carousel'));
    await seen.until('handled', 2);
    await settled(queue);
    expect(tally(runs)).toEqual({ 'message:appMaker v1.1': 1, 'message:appUser v1': 1 });
  });
});

/** Posts `body` to an app of its own and is gone before the answer is written. Resolves when that app is done with the call. */
async function postAndLeave(queue: DeliveryQueue, body: string): Promise<void> {
  const stored = createGate();
  const left = createGate();
  const slowQueue = {
    enqueue: async (...given: Parameters<DeliveryQueue['enqueue']>) => {
      const result = await queue.enqueue(...given);
      stored.open();
      await left.opened;
      return result;
    },
  };
  const gone = createGate();
  const finished: string[] = [];
  const { url, receiver } = await serve({ queue: slowQueue }, (_request, response, next) => {
    response.once('close', gone.open).once('finish', () => finished.push('finish'));
    next();
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    [
      `POST ${HOOK_PATH} HTTP/1.1`,
      'Host: localhost',
      `X-API-Key: ${SECRET}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
  await stored.opened;
  socket.destroy();
  await gone.opened;
  left.open();
  await receiver.drain();
  expect(finished).toEqual([]);
}
