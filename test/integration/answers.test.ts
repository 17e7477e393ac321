import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createRouter, type DeliveryQueue, QueueError, type ReceiverOptions } from '../../src/index.ts';
import { fixture } from '../../src/testing/index.ts';
import {
  call,
  cleanUp,
  eventually,
  makeMessage,
  openMemoryQueue,
  post,
  SECRET,
  serve,
  settled,
  startWorker,
} from './support/stage.ts';

afterEach(cleanUp);

const event = makeMessage('one');

/** An app with a worker behind it, and what became of the deliveries. */
async function setUp(options: Partial<ReceiverOptions> = {}) {
  const { queue } = await openMemoryQueue();
  const { url, receiver } = await serve({ queue, ...options });
  const known: string[] = [];
  const unknown: (string | null)[] = [];
  const router = createRouter()
    .onAny(({ trigger }) => known.push(trigger))
    .onUnknown(({ trigger }) => unknown.push(trigger));
  const { seen } = await startWorker(queue, router);
  return { url, receiver, queue, known, unknown, seen };
}

/** An app whose queue does with a delivery what `enqueue` does. */
function setUpQueue(enqueue: DeliveryQueue['enqueue'], options: Partial<ReceiverOptions> = {}) {
  return serve({ queue: { enqueue }, ...options });
}

describe('200 ends a delivery for the service', () => {
  it('when it is queued', async () => {
    const { url, known, seen } = await setUp();
    const answer = await post(url, event);
    expect([answer.status, answer.body]).toEqual([200, { outcome: 'queued' }]);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    await seen.until('handled');
    expect(known).toEqual(['message:appUser']);
  });

  it('when it is a duplicate', async () => {
    const { url, known, queue } = await setUp();
    await post(url, event);
    const answer = await post(url, event);
    expect([answer.status, answer.body]).toEqual([200, { outcome: 'duplicate' }]);
    await settled(queue);
    expect(known).toHaveLength(1);
  });

  it.each([
    ['trigger', 'unknown/trigger'],
    ['version', 'unknown/version-v3'],
  ] as const)('when its %s is unknown, and hands it to onUnknown', async (_, name) => {
    const { url, known, unknown, seen } = await setUp();
    const body = fixture(name);
    const answer = await post(url, body);
    expect([answer.status, answer.body]).toEqual([200, { outcome: 'queued' }]);
    await seen.until('handled');
    expect([known, unknown]).toEqual([[], [body['trigger']]]);
  });

  it('when its version is not among acceptVersions, and queues nothing', async () => {
    const { url, known, seen } = await setUp({ acceptVersions: ['v1.1'] });
    const answer = await post(url, fixture('v1/message.appUser/text'));
    expect([answer.status, answer.body]).toEqual([200, { outcome: 'ignored' }]);
    expect((await post(url, fixture('v1.1/message.appUser/text'))).body).toEqual({ outcome: 'queued' });
    await seen.until('handled');
    expect(known).toHaveLength(1);
  });

  it('when its schema refuses it, and keeps it as a dead letter with the issues', async () => {
    const { url, queue, known, unknown } = await setUp();
    const answer = await post(url, fixture('refused/text-without-text'));
    expect([answer.status, answer.body]).toEqual([200, { outcome: 'queued' }]);
    await eventually(async () => (await queue.counts()).dead === 1);
    expect(await queue.deadLetters.list()).toMatchObject([
      { reason: 'refused', issues: [{ path: 'messages.0.text' }] },
    ]);
    expect([known, unknown]).toEqual([[], []]);
  });

  it('when a HEAD asks for the target without a secret', async () => {
    const { url, queue } = await setUp();
    const answer = await call(url, { method: 'HEAD', headers: { 'x-api-key': '' } });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await queue.counts()).toMatchObject({ waiting: 0, active: 0 });
  });
});

describe('400 ends a delivery that can never be read', () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  it.each([
    ['empty', ''],
    ['not JSON', '{"trigger":'],
    ['not valid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a JSON array', JSON.stringify([event])],
    ['a JSON text', '"message:appUser"'],
    ['JSON null', 'null'],
    ['an object without a trigger', '{"messages":[]}'],
    ['nested too deep', `{"trigger":"message:appUser","messages":${deep}}`],
  ])('when its body is %s', async (_, body) => {
    const { url, queue } = await setUp();
    const answer = await call(url, { body });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([400, { error: 'body_malformed' }]);
    expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, dead: 0 });
  });
});

describe('401 ends a call of a stranger, and the connection', () => {
  it.each([
    ['wrong', { 'x-api-key': 'Xo7-bY1nDm3qHr8vZl5f' }],
    ['empty', { 'x-api-key': '' }],
    ['there twice', { 'x-api-key': [SECRET, SECRET] }],
    ['two in one', { 'x-api-key': `${SECRET}, ${SECRET}` }],
    ['right but longer', { 'x-api-key': `${SECRET}x` }],
    ['in another header', { 'x-api-key': '', authorization: `Bearer ${SECRET}` }],
  ])('when its secret is %s', async (_, headers) => {
    const { url, queue } = await setUp();
    const answer = await call(url, { headers, body: JSON.stringify(event) });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([401, { error: 'authentication_failed' }]);
    expect(answer.headers['connection']).toBe('close');
    expect(await queue.counts()).toEqual({ waiting: 0, active: 0, delayed: 0, dead: 0 });
  });

  it('before its body is read, however long that is', async () => {
    const { url } = await setUp();
    const headers = { 'x-api-key': 'wrong', 'content-length': '50000000' };
    const request = httpRequest(url, { method: 'POST', agent: false, headers });
    request.on('error', () => {});
    request.write('{"trigger":');
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(401);
    request.destroy();
  });
});

describe('405 says which methods there are', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('when the method is %s', async (method) => {
    const { url } = await setUp();
    const answer = await call(url, { method });
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST, HEAD']);
  });
});

describe('413 and 415 let the service try again with the same body', () => {
  const long = JSON.stringify(makeMessage('one', 'x'.repeat(20_000)));

  it.each([
    ['larger than the limit', long, {}],
    ['larger than the limit once it is inflated', gzipSync(long), { 'content-encoding': 'gzip' }],
    ['larger than the limit and of no declared length', long, { 'transfer-encoding': 'chunked' }],
  ])('413 when the body is %s', async (_, body, headers) => {
    const { url } = await setUp({ limitBytes: 10_000 });
    const answer = await call(url, { body, headers: headers as Record<string, string> });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([413, { error: 'body_too_large' }]);
  });

  it('200 for that body once the limit was raised', async () => {
    const { url } = await setUp({ limitBytes: 30_000 });
    expect((await call(url, { body: long })).status).toBe(200);
    const again = await call(url, { body: gzipSync(long), headers: { 'content-encoding': 'gzip' } });
    expect([again.status, JSON.parse(again.text)]).toEqual([200, { outcome: 'duplicate' }]);
  });

  it.each([
    ['broken', 'gzip', Buffer.from('no gzip at all')],
    ['not supported', 'zstd', Buffer.from('{}')],
  ])('415 when the encoding of the body is %s', async (_, encoding, body) => {
    const { url } = await setUp();
    const answer = await call(url, { body, headers: { 'content-encoding': encoding } });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([415, { error: 'body_encoding_unsupported' }]);
  });
});

describe('503 with Retry-After lets the service try again', () => {
  const unavailable = async (url: string, code: string) => {
    const answer = await post(url, event);
    expect([answer.status, answer.body]).toEqual([503, { error: code }]);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    return answer;
  };

  it('when the queue does not take the delivery', async () => {
    const { url } = await setUpQueue(() =>
      Promise.reject(new QueueError('queue_full', 'The queue is full.')),
    );
    await unavailable(url, 'queue_full');
  });

  it('when the queue fails in its own way', async () => {
    const { url } = await setUpQueue(() => Promise.reject(new Error('READONLY')));
    await unavailable(url, 'queue_unavailable');
  });

  it('when the queue is slow, without waiting for it', async () => {
    const { url } = await setUpQueue(() => new Promise(() => {}), { enqueueTimeoutMs: 100 });
    const sinceMs = Date.now();
    await unavailable(url, 'enqueue_timeout');
    expect(Date.now() - sinceMs).toBeLessThan(1_000);
  });

  it('when the queue was closed', async () => {
    const { url, queue } = await setUp();
    await queue.close();
    await unavailable(url, 'queue_closed');
  });

  it('when the receiver is shutting down, and then ends the connection', async () => {
    const { url, receiver } = await setUp();
    await receiver.drain();
    const answer = await unavailable(url, 'draining');
    expect(answer.headers['connection']).toBe('close');
  });

  it('when no secrets could be loaded yet', async () => {
    const { url } = await setUp({ secrets: () => Promise.reject(new Error('the vault is sealed')) });
    await unavailable(url, 'secrets_unavailable');
  });

  it('when the secret may be one that is being introduced', async () => {
    const { url } = await setUp({
      secrets: 'Lp6-cF2jTs9gKe4uWa0i',
      rotationUntil: Date.now() + 60_000,
    });
    await unavailable(url, 'secret_not_known_yet');
  });
});

describe('500 lets the service try again after a mistake of ours', () => {
  it('and says nothing but an id that stands in the log too', async () => {
    const keyOf = () => {
      throw Object.assign(new Error('cannot read properties of undefined'), { status: 404 });
    };
    const { url } = await setUp({ dedup: { keyOf } });
    const answer = await post(url, event);
    expect([answer.status, answer.body]).toEqual([
      500,
      { error: 'internal_error', correlationId: expect.stringMatching(/^[\da-f-]{36}$/) },
    ]);
  });
});
