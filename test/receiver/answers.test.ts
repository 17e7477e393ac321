import { QueueError } from '../../src/errors/index.ts';
import { schemasRevision } from '../../src/events/index.ts';
import type { ReceiverOptions } from '../../src/receiver/index.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import {
  call,
  closeServers,
  listen,
  makeReceiver,
  message,
  outcomeOf,
  postback,
  SECRET,
  type TestCall,
} from './support.ts';

afterEach(closeServers);

async function post(input: TestCall, options: Partial<ReceiverOptions> = {}) {
  const made = makeReceiver(options);
  const answer = await call(await listen(made.receiver), input);
  return { answer, ...made };
}

const failing = (error: unknown): ReceiverOptions['queue'] => ({ enqueue: () => Promise.reject(error) });

describe('the answer', () => {
  it.each<[string, TestCall, Partial<ReceiverOptions>, number, object]>([
    ['a known event', { body: message }, {}, 200, { outcome: 'queued' }],
    ['an unknown trigger', { body: { trigger: 'shop:opened' } }, {}, 200, { outcome: 'queued' }],
    ['an unknown version', { body: { ...message, version: 'v9' } }, {}, 200, { outcome: 'queued' }],
    ['a body that the schema refuses', { body: { ...message, messages: 5 } }, {}, 200, { outcome: 'queued' }],
    [
      'a version that is not wanted',
      { body: message },
      { acceptVersions: ['v1'] },
      200,
      { outcome: 'ignored' },
    ],
    ['no JSON', { body: '{' }, {}, 400, { error: 'body_malformed' }],
    ['a wrong secret', { headers: { 'x-api-key': 'no' } }, {}, 401, { error: 'authentication_failed' }],
    ['another method', { method: 'PUT', body: message }, {}, 405, { error: 'method_not_allowed' }],
    ['too much', { body: message }, { limitBytes: 10 }, 413, { error: 'body_too_large' }],
    [
      'a broken encoding',
      { body: 'x', headers: { 'content-encoding': 'br' } },
      {},
      415,
      { error: 'body_encoding_unsupported' },
    ],
    [
      'a full queue',
      { body: message },
      { queue: failing(new QueueError('queue_full', 'full')) },
      503,
      { error: 'queue_full' },
    ],
    [
      'a queue that fails',
      { body: message },
      { queue: failing(new Error('boom')) },
      503,
      { error: 'queue_unavailable' },
    ],
    [
      'a queue that fails with nothing',
      { body: message },
      { queue: failing(undefined) },
      503,
      { error: 'queue_unavailable' },
    ],
    [
      'a queue that fails with the error of an HTTP client',
      { body: message },
      { queue: failing(Object.assign(new Error('not found'), { status: 404, code: 'ERR_BAD_REQUEST' })) },
      503,
      { error: 'queue_unavailable' },
    ],
  ])('to %s is fixed', async (_, input, options, status, content) => {
    const { answer } = await post(input, options);
    expect(outcomeOf(answer)).toEqual([status, content]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(answer.text)),
    });
    expect(answer.headers['allow']).toBe(status === 405 ? 'POST, HEAD' : undefined);
    expect(answer.headers['retry-after']).toBe(status === 503 ? '10' : undefined);
  });

  it.each([
    ['queued', SECRET, message, undefined],
    ['of broken JSON', SECRET, '{', undefined],
    ['with a wrong secret', 'wrong', message, 'close'],
    ['that is too large', SECRET, 'x'.repeat(2_000_000), 'close'],
  ])('to a call %s closes the connection or not', async (_, secret, body, connection) => {
    const { receiver } = makeReceiver();
    const { headers } = await receiver.handle({ method: 'POST', headers: { 'x-api-key': secret }, body });
    expect(headers['connection']).toBe(connection);
  });

  it('to the second call with one event is 200 as well', async () => {
    const { receiver, queue } = makeReceiver();
    const url = await listen(receiver);
    expect(outcomeOf(await call(url, { body: message }))).toEqual([200, { outcome: 'queued' }]);
    expect(outcomeOf(await call(url, { body: message }))).toEqual([200, { outcome: 'duplicate' }]);
    expect(queue.deliveries).toHaveLength(1);
  });

  it('to HEAD is an empty 200 without a secret', async () => {
    const { answer, logger } = await post({ method: 'HEAD', headers: { 'x-api-key': undefined } });
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '0']);
    expect(logger.lines.map(({ level }) => level)).toEqual(['debug']);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'get', 'TRACE'])(
    'to %s is 405 without a secret',
    async (method) => {
      const { receiver } = makeReceiver();
      const { status, headers } = await receiver.handle({ method, headers: {} });
      expect([status, headers['allow']]).toEqual([405, 'POST, HEAD']);
    },
  );
});

describe('the delivery', () => {
  it('of a known event holds what the worker needs', async () => {
    const clock = createManualClock();
    const { queue } = await post({ body: message }, { clock, secrets: [{ name: 'shop', secret: SECRET }] });
    expect(queue.deliveries).toEqual([
      {
        key: expect.stringMatching(/^w1-[\w-]{32}$/),
        keyStrength: 'strong',
        windowMs: 3_600_000,
        trigger: 'message:appUser',
        version: 'v1.1',
        payload: message,
        acceptedBy: schemasRevision,
        receivedAtMs: clock.now(),
        webhook: 'shop',
      },
    ]);
  });

  it('with a weak key has the weak window', async () => {
    const { queue } = await post({ body: postback });
    expect(queue.deliveries[0]).toMatchObject({ keyStrength: 'weak', windowMs: 1_200_000 });
  });

  it('has the windows of the options', async () => {
    const dedup = { windowMs: 7_200_000, weakWindowMs: 900_000 };
    expect((await post({ body: postback }, { dedup })).queue.deliveries[0]?.windowMs).toBe(900_000);
    expect((await post({ body: message }, { dedup })).queue.deliveries[0]?.windowMs).toBe(7_200_000);
  });

  it('has your own key where keyOf gives one, and the built-in one where it does not', async () => {
    const builtIn = (await post({ body: message })).queue.deliveries[0]?.key;
    const own = (await post({ body: message }, { dedup: { keyOf: () => 'mine' } })).queue.deliveries[0]?.key;
    const left = (await post({ body: message }, { dedup: { keyOf: () => undefined } })).queue.deliveries[0]
      ?.key;
    expect(own).not.toBe(builtIn);
    expect(left).toBe(builtIn);
  });

  it('of a refused body is queued under its trigger and version', async () => {
    const { queue } = await post({ body: { ...message, messages: 5 } });
    expect(queue.deliveries[0]).toMatchObject({ trigger: 'message:appUser', version: 'v1.1' });
  });

  it('of a body without trigger is queued as such', async () => {
    const { queue } = await post({ body: { app: {}, webhook: { id: 'a', version: 'v2' }, events: [] } });
    expect(queue.deliveries[0]).toMatchObject({ trigger: null });
  });

  it.each([
    ['message:appUser in v1.1', message, 0],
    ['a refused v1.1 body', { ...message, messages: 5 }, 0],
    ['an unknown trigger in v1.1', { trigger: 'shop:opened', version: 'v1.1' }, 0],
    ['a body without version', { trigger: 'shop:opened' }, 1],
    ['an unknown version', { trigger: 'message:appUser', version: 'v9' }, 1],
  ])('of %s is queued %#: acceptVersions v1', async (_, body, count) => {
    const { queue, answer } = await post({ body }, { acceptVersions: ['v1'] });
    expect(answer.status).toBe(200);
    expect(queue.deliveries).toHaveLength(count);
  });
});

describe('a mistake of ours', () => {
  it.each([
    ['throws', new Error('boom'), 'Error'],
    [
      'throws the error of an HTTP client',
      Object.assign(new Error('gone'), { status: 404, code: 'ERR_BAD_REQUEST' }),
      'Error',
    ],
    ['throws a text', 'boom', 'string'],
    ['throws an error that cannot be described', Object.assign(new Error(), { message: 5 }), 'Error'],
  ])('is answered 500 with an id that the log has: keyOf that %s', async (_, error, type) => {
    const keyOf = () => {
      throw error;
    };
    const { answer, logger, queue } = await post({ body: message }, { dedup: { keyOf } });
    const content = JSON.parse(answer.text);
    expect(answer.status).toBe(500);
    expect(content).toEqual({
      error: 'internal_error',
      correlationId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(queue.deliveries).toEqual([]);
    expect(logger.lines).toEqual([
      {
        level: 'error',
        message: 'call failed',
        fields: expect.objectContaining({
          outcome: 'internal_error',
          correlationId: content.correlationId,
          error: expect.objectContaining({ type }),
        }),
      },
    ]);
  });

  it('in the logger costs no delivery', async () => {
    const fail = () => {
      throw new Error('disk full');
    };
    const { answer } = await post(
      { body: message },
      { logger: { debug: fail, info: fail, warn: fail, error: fail } },
    );
    expect(answer.status).toBe(200);
  });

  it('in the host, which answered before, is only logged', async () => {
    const { receiver, logger, queue } = makeReceiver();
    const url = await listen((req, res) => {
      receiver(req, res);
      res.statusCode = 202;
      res.end('host');
    });
    const answer = await call(url, { body: postback });
    expect([answer.status, answer.text]).toEqual([202, 'host']);
    await receiver.drain();
    expect(logger.lines.map(({ message }) => message)).toContain('the host has answered already');
    expect(queue.released).toEqual([]);
  });

  it('in the host, whose response takes no header, ends the connection and nothing else', async () => {
    const { receiver, logger, queue } = makeReceiver();
    const url = await listen((req, res) => {
      res.writeHead = () => {
        throw new Error('no');
      };
      receiver(req, res);
    });
    await expect(call(url, { body: postback })).rejects.toThrow(/hang up|ECONNRESET/);
    expect(logger.lines.at(-1)).toMatchObject({ level: 'error', message: 'the answer could not be written' });
    expect(queue.released).toEqual([]);
  });
});

describe('a queue that is slow', () => {
  const body = message;
  const headers = { 'x-api-key': SECRET };

  it.each([
    [undefined, 1_800],
    [5_000, 5_000],
    [100, 100],
  ])('is waited for as long as enqueueTimeoutMs says (%s)', async (enqueueTimeoutMs, timeoutMs) => {
    const clock = createManualClock();
    const { receiver } = makeReceiver({
      clock,
      enqueueTimeoutMs,
      queue: { enqueue: () => new Promise(() => {}) },
    });
    let answer: { status: number; body: string; headers: object } | undefined;
    void receiver.handle({ method: 'POST', headers, body }).then((given) => {
      answer = given;
    });
    await clock.advance(timeoutMs - 1);
    expect(answer).toBeUndefined();
    await clock.advance(1);
    expect(answer).toMatchObject({
      status: 503,
      body: '{"error":"enqueue_timeout"}',
      headers: { 'retry-after': '10' },
    });
    expect(clock.pending()).toBe(0);
  });

  it('may fail afterwards without anybody noticing', async () => {
    const clock = createManualClock();
    let fail: (error: Error) => void = () => {};
    const enqueue = () => new Promise<never>((_, reject) => (fail = reject));
    const { receiver, logger } = makeReceiver({ clock, queue: { enqueue } });
    const answering = receiver.handle({ method: 'POST', headers, body });
    await clock.advance(1_800);
    expect((await answering).status).toBe(503);
    const unhandled = jest.fn();
    process.once('unhandledRejection', unhandled);
    fail(new Error('late'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    expect(logger.lines).toHaveLength(1);
  });

  it('leaves no timer behind when it answers', async () => {
    const clock = createManualClock();
    const { receiver } = makeReceiver({ clock });
    await receiver.handle({ method: 'POST', headers, body });
    await clock.advance(0);
    expect(clock.pending()).toBe(0);
  });

  it('that throws at once is as one that rejects', async () => {
    const enqueue = () => {
      throw new Error('boom');
    };
    const { receiver } = makeReceiver({ queue: { enqueue } });
    expect((await receiver.handle({ method: 'POST', headers, body })).status).toBe(503);
  });
});
