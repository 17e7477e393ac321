import { gzipSync } from 'node:zlib';
import { makeReceiver, message, SECRET } from './support.ts';

const queued = [200, '{"outcome":"queued"}'];
const wrong = [401, '{"error":"authentication_failed"}'];
const body = JSON.stringify(message);

describe('handle', () => {
  it.each([
    ['an object in lower case', { 'x-api-key': SECRET }, queued],
    ['an object in another case', { 'X-API-Key': SECRET }, queued],
    ['an object with a list of one', { 'X-API-Key': [SECRET] }, queued],
    ['an object with a list of two', { 'X-API-Key': [SECRET, SECRET] }, wrong],
    ['an object with an empty list', { 'X-API-Key': [] }, wrong],
    ['an object with undefined', { 'X-API-Key': undefined }, wrong],
    ['an object with two spellings', { 'X-API-Key': SECRET, 'x-api-key': SECRET }, wrong],
    ['Headers', new Headers({ 'X-API-Key': SECRET }), queued],
    [
      'Headers with two',
      new Headers([
        ['X-API-Key', SECRET],
        ['x-api-key', SECRET],
      ]),
      wrong,
    ],
    ['a Map', new Map([['X-API-Key', SECRET]]), queued],
    ['pairs', [['X-API-Key', SECRET]] as [string, string][], queued],
    ['nothing', {}, wrong],
  ])('takes headers as %s', async (_, headers, expected) => {
    const { receiver } = makeReceiver();
    const answer = await receiver.handle({ method: 'POST', headers, body });
    expect([answer.status, answer.body]).toEqual(expected);
    expect(answer.headers['connection']).toBe(expected === wrong ? 'close' : undefined);
  });

  it.each([
    ['text', body],
    ['text with a byte order mark', `\uFEFF${body}`],
    ['a Buffer', Buffer.from(body)],
    ['bytes', new TextEncoder().encode(body)],
    ['a value', message],
  ])('takes a body as %s', async (_, given) => {
    const { receiver, queue } = makeReceiver();
    const answer = await receiver.handle({ method: 'post', headers: { 'x-api-key': SECRET }, body: given });
    expect([answer.status, answer.body]).toEqual(queued);
    expect(queue.deliveries[0]?.payload).toEqual(message);
  });

  it('takes a gzip body whose header has another case', async () => {
    const { receiver } = makeReceiver();
    const headers = { 'X-Api-Key': SECRET, 'Content-Encoding': 'gzip' };
    expect((await receiver.handle({ method: 'POST', headers, body: gzipSync(body) })).status).toBe(200);
  });

  it.each([
    ['missing', undefined, 400],
    ['null', null, 400],
    ['an array', [message], 400],
    ['too long a text', 'x'.repeat(5_001), 413],
    ['too long in bytes, not in characters', 'ä'.repeat(2_501), 413],
  ])('refuses a body that is %s', async (_, given, status) => {
    const { receiver } = makeReceiver({ limitBytes: 5_000 });
    const answer = await receiver.handle({ method: 'POST', headers: { 'x-api-key': SECRET }, body: given });
    expect(answer.status).toBe(status);
  });

  it('refuses a value that holds itself, and one that is too deep', async () => {
    const { receiver } = makeReceiver();
    const value: Record<string, unknown> = { ...message };
    value['one'] = value;
    value['other'] = [value, value];
    const headers = { 'x-api-key': SECRET };
    expect((await receiver.handle({ method: 'POST', headers, body: value })).status).toBe(400);
    let deep: unknown = 1;
    for (let i = 0; i < 64; i++) deep = [deep];
    expect((await receiver.handle({ method: 'POST', headers, body: { ...message, deep } })).status).toBe(400);
  });

  it('answers HEAD without a secret', async () => {
    const { receiver } = makeReceiver();
    expect(await receiver.handle({ method: 'head', headers: {} })).toEqual({
      status: 200,
      headers: { 'content-length': '0' },
      body: '',
    });
  });

  it('can be taken off the receiver', async () => {
    const { handle } = makeReceiver().receiver;
    expect((await handle({ method: 'HEAD', headers: {} })).status).toBe(200);
  });
});

describe('fetch', () => {
  const request = (init: RequestInit & { duplex?: 'half' } = {}) =>
    new Request('http://hook.test/in', { method: 'POST', headers: { 'x-api-key': SECRET }, body, ...init });

  it('answers a Request with a Response', async () => {
    const { receiver, queue } = makeReceiver();
    const response = await receiver.fetch(request());
    expect([response.status, await response.text()]).toEqual(queued);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(queue.deliveries).toHaveLength(1);
  });

  it('answers HEAD without a secret and without a body', async () => {
    const { receiver } = makeReceiver();
    const response = await receiver.fetch(new Request('http://hook.test/in', { method: 'HEAD' }));
    expect([response.status, response.body]).toEqual([200, null]);
  });

  it('refuses a Request without a body', async () => {
    const { receiver } = makeReceiver();
    expect((await receiver.fetch(request({ body: null }))).status).toBe(400);
  });

  it('does not buffer more than the limit of a body without end', async () => {
    const { receiver } = makeReceiver({ limitBytes: 10_000 });
    let pulled = 0;
    let cancelled = false;
    const endless = new ReadableStream({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(1_000));
      },
      cancel() {
        cancelled = true;
      },
    });
    const response = await receiver.fetch(request({ body: endless, duplex: 'half' }));
    expect(response.status).toBe(413);
    expect(pulled).toBeLessThan(200);
    await new Promise(setImmediate);
    expect(cancelled).toBe(true);
  });

  it('answers 503 when the body breaks off', async () => {
    const { receiver } = makeReceiver();
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new Error('reset'));
      },
    });
    const response = await receiver.fetch(request({ body: broken, duplex: 'half' }));
    expect([response.status, await response.text()]).toEqual([503, '{"error":"request_aborted"}']);
  });

  it('answers 500 and says why when the host has read the body', async () => {
    const { receiver, logger } = makeReceiver();
    const taken = request();
    await taken.text();
    expect((await receiver.fetch(taken)).status).toBe(500);
    expect(logger.lines[0]?.fields['error']).toMatchObject({
      message: expect.stringContaining('give it a clone'),
    });
  });

  it('refuses a wrong secret without reading the body', async () => {
    const { receiver } = makeReceiver();
    const given = request({ headers: { 'x-api-key': 'wrong' } });
    const response = await receiver.fetch(given);
    expect([response.status, response.headers.get('connection')]).toEqual([401, 'close']);
    expect(given.bodyUsed).toBe(false);
  });
});
