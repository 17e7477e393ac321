import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import {
  call,
  closeServers,
  defer,
  listen,
  makeReceiver,
  message,
  outcomeOf,
  postback,
  SECRET,
  until,
} from './support.ts';

afterEach(closeServers);

const input = { method: 'POST', headers: { 'x-api-key': SECRET }, body: postback };

describe('the key of a delivery', () => {
  it('is given back once the answer was written', async () => {
    const { receiver, queue } = makeReceiver();
    const order: string[] = [];
    const release = queue.release;
    queue.release = (delivery) => {
      order.push('release');
      return release(delivery);
    };
    const url = await listen((req, res) => {
      res.once('finish', () => order.push('finish'));
      receiver(req, res);
    });
    await call(url, { body: postback });
    await until(() => queue.released.length > 0);
    expect(order).toEqual(['finish', 'release']);
    expect(queue.released).toEqual([queue.deliveries[0]?.key]);
  });

  it('is kept when the caller was gone before the answer', async () => {
    const stored = defer<void>();
    const { receiver, queue } = makeReceiver();
    const enqueue = queue.enqueue;
    queue.enqueue = async (delivery) => {
      await stored.promise;
      return enqueue(delivery);
    };
    const events: string[] = [];
    const url = new URL(
      await listen((req, res) => {
        res.once('finish', () => events.push('finish')).once('close', () => events.push('close'));
        receiver(req, res);
      }),
    );
    const socket = createConnection(Number(url.port), url.hostname);
    const body = JSON.stringify(postback);
    socket.write(
      `POST / HTTP/1.1\r\nhost: a\r\nx-api-key: ${SECRET}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.destroy();
    await until(() => events.includes('close'));
    stored.resolve();
    await receiver.drain();
    expect(events).toEqual(['close']);
    expect(queue.deliveries).toHaveLength(1);
    expect(queue.released).toEqual([]);
  });

  it('is given back by the next attempt, which is a duplicate', async () => {
    const { receiver, queue } = makeReceiver();
    const [first] = await Promise.all([receiver.handle(input), new Promise(setImmediate)]);
    expect(first.body).toBe('{"outcome":"queued"}');
    const kept = queue.release;
    queue.release = async () => {};
    await receiver.handle(input);
    queue.release = kept;
    const answer = await receiver.handle(input);
    expect(answer.body).toBe('{"outcome":"duplicate"}');
    await receiver.drain();
    expect(queue.released).toHaveLength(2);
  });

  it('is not given back after a 503', async () => {
    const clock = createManualClock();
    const { receiver, queue } = makeReceiver({ clock });
    const enqueue = queue.enqueue;
    queue.enqueue = async (delivery) => {
      const result = await enqueue(delivery);
      await new Promise(() => {});
      return result;
    };
    const answering = receiver.handle(input);
    await clock.advance(1_800);
    expect((await answering).status).toBe(503);
    expect(queue.released).toEqual([]);
  });
});

describe('two equal taps', () => {
  it.each([
    ['the middleware', 'node'],
    ['handle', 'handle'],
    ['fetch', 'fetch'],
  ])('that are acknowledged one after the other both count, through %s', async (_, host) => {
    const { receiver, queue } = makeReceiver();
    const release = queue.release;
    queue.release = async (delivery) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return release(delivery);
    };
    const url = await listen(receiver);
    const tap = async (): Promise<unknown> => {
      if (host === 'node') return outcomeOf(await call(url, { body: postback }));
      if (host === 'handle') return outcomeOf(toText(await receiver.handle(input)));
      const body = JSON.stringify(postback);
      const answer = await receiver.fetch(new Request(url, { method: 'POST', headers: input.headers, body }));
      return [answer.status, await answer.json()];
    };
    for (let i = 0; i < 5; i++) expect(await tap()).toEqual([200, { outcome: 'queued' }]);
    expect(queue.deliveries).toHaveLength(5);
  });

  it('that are under way together count as one', async () => {
    const { receiver, queue } = makeReceiver();
    const answers = await Promise.all([receiver.handle(input), receiver.handle(input)]);
    expect(answers.map(({ body }) => body).sort()).toEqual([
      '{"outcome":"duplicate"}',
      '{"outcome":"queued"}',
    ]);
    expect(queue.deliveries).toHaveLength(1);
  });

  it('leave a third waiting until both keys are given back', async () => {
    const { receiver, queue } = makeReceiver();
    const release = queue.release;
    const first = defer<void>();
    let count = 0;
    // the first release is slow, the second is over soon and, as can happen, without effect
    queue.release = async (delivery) => {
      count++;
      if (count > 1) return;
      await first.promise;
      await release(delivery);
    };
    await Promise.all([receiver.handle(input), receiver.handle(input)]);
    await until(() => count === 2);
    const third = receiver.handle(input);
    await new Promise((resolve) => setTimeout(resolve, 20));
    first.resolve();
    expect((await third).body).toBe('{"outcome":"queued"}');
  });

  it('wait for one another no longer than a call may take', async () => {
    const clock = createManualClock();
    const { receiver, queue } = makeReceiver({ clock });
    queue.release = () => new Promise(() => {});
    await receiver.handle(input);
    const answering = receiver.handle(input);
    await clock.advance(1_800);
    expect(toText(await answering).text).toBe('{"error":"enqueue_timeout"}');
  });

  it('make an event with a strong key wait for nothing', async () => {
    const { receiver, queue } = makeReceiver();
    queue.release = () => new Promise(() => {});
    const strong = { ...input, body: message };
    await receiver.handle(strong);
    expect((await receiver.handle(strong)).body).toBe('{"outcome":"duplicate"}');
  });
});

describe('a release that fails', () => {
  it('is tried again twice, and then succeeds without a word', async () => {
    const clock = createManualClock();
    const { receiver, queue, logger } = makeReceiver({ clock });
    let tries = 0;
    queue.release = async () => {
      tries++;
      if (tries < 3) throw new Error('redis away');
    };
    await receiver.handle(input);
    await clock.advance(0);
    expect(tries).toBe(1);
    await clock.advance(100);
    expect(tries).toBe(2);
    await clock.advance(1_000);
    expect(tries).toBe(3);
    expect(logger.lines.map(({ level }) => level)).toEqual(['info']);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('redis away')), 1_100],
    [
      'throws',
      () => {
        throw new Error('redis away');
      },
      1_100,
    ],
    ['hangs', () => new Promise<void>(() => {}), 7_100],
  ])('for good is logged when it %s, and nothing else', async (_, release, afterMs) => {
    const clock = createManualClock();
    const { receiver, queue, logger } = makeReceiver({ clock });
    queue.release = release;
    await receiver.handle(input);
    let drained = false;
    void receiver.drain().then(() => {
      drained = true;
    });
    await clock.advance(afterMs - 1);
    expect(drained).toBe(false);
    await clock.advance(1);
    expect(drained).toBe(true);
    expect(logger.lines.at(-1)).toMatchObject({
      level: 'warn',
      message: expect.stringContaining('could not be given back'),
      fields: { key: queue.deliveries[0]?.key, error: { type: 'Error' } },
    });
  });
});

it('gives nothing back on a server that never finishes its response', async () => {
  const { receiver, queue } = makeReceiver();
  const server = createServer((req, res) => {
    receiver(req, res);
    req.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await expect(call(`http://127.0.0.1:${port}`, { body: postback })).rejects.toThrow();
  await receiver.drain();
  expect(queue.released).toEqual([]);
  await new Promise((resolve) => server.close(resolve));
});

function toText({ status, body }: { status: number; body: string }): { status: number; text: string } {
  return { status, text: body };
}
