import {
  call,
  closeServers,
  defer,
  listen,
  makeReceiver,
  message,
  outcomeOf,
  postback,
  until,
} from './support.ts';

afterEach(closeServers);

const draining = [503, { error: 'draining' }];

describe('a receiver that drains', () => {
  it('answers 503 to every call and closes the connection', async () => {
    const { receiver, queue } = makeReceiver();
    const url = await listen(receiver);
    await receiver.drain();
    const answer = await call(url, { body: message });
    expect(outcomeOf(answer)).toEqual(draining);
    expect(answer.headers).toMatchObject({ connection: 'close', 'retry-after': '10' });
    expect(outcomeOf(await call(url, { body: message, headers: { 'x-api-key': 'wrong' } }))).toEqual(
      draining,
    );
    expect(outcomeOf(await call(url, { method: 'GET' }))).toEqual(draining);
    expect(queue.deliveries).toEqual([]);
  });

  it('answers 503 to HEAD too, without a body', async () => {
    const { receiver } = makeReceiver();
    const url = await listen(receiver);
    await receiver.drain();
    const answer = await call(url, { method: 'HEAD' });
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([503, '', undefined]);
  });

  it('waits for what it has taken, the release included', async () => {
    const { receiver, queue } = makeReceiver();
    const stored = defer<void>();
    const released = defer<void>();
    const enqueue = queue.enqueue;
    queue.enqueue = async (delivery) => {
      await stored.promise;
      return enqueue(delivery);
    };
    queue.release = () => released.promise;
    const url = await listen(receiver);
    const enqueueing = jest.spyOn(queue, 'enqueue');
    const answering = call(url, { body: postback });
    await until(() => enqueueing.mock.calls.length > 0);

    let isDrained = false;
    const drained = receiver.drain().then(() => {
      isDrained = true;
    });
    expect(outcomeOf(await call(url, { body: message }))).toEqual(draining);
    expect(isDrained).toBe(false);
    stored.resolve();
    expect(outcomeOf(await answering)).toEqual([200, { outcome: 'queued' }]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isDrained).toBe(false);
    released.resolve();
    await drained;
  });

  it('may be told so twice', async () => {
    const { receiver } = makeReceiver();
    expect(receiver.drain()).toBe(receiver.drain());
    await receiver.drain();
  });

  it('forgets what is done', async () => {
    const { receiver } = makeReceiver();
    const url = await listen(receiver);
    for (let i = 0; i < 3; i++) await call(url, { body: message });
    const isDrained = await Promise.race([receiver.drain().then(() => true), new Promise(setImmediate)]);
    expect(isDrained).toBe(true);
  });
});
