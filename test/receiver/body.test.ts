import { request } from 'node:http';
import { createConnection } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { MAX_DEPTH } from '../../src/receiver/parse-json.ts';
import {
  call,
  closeServers,
  listen,
  makeReceiver,
  message,
  outcomeOf,
  SECRET,
  type TestCall,
  until,
} from './support.ts';

afterEach(closeServers);

const LIMIT = 2_000;
const queued = [200, { outcome: 'queued' }];
const malformed = [400, { error: 'body_malformed' }];
const tooLarge = [413, { error: 'body_too_large' }];
const badEncoding = [415, { error: 'body_encoding_unsupported' }];

const text = JSON.stringify(message);
const bytes = Buffer.from(text);

/** A message event of exactly `length` bytes. */
function padTo(length: number): Buffer {
  const empty = Buffer.byteLength(JSON.stringify({ ...message, padding: '' }));
  return Buffer.from(JSON.stringify({ ...message, padding: 'x'.repeat(length - empty) }));
}

/** An event in which objects and arrays stand `depth` deep, the outermost included. */
function nest(depth: number, open = '[', close = ']'): string {
  return `{"trigger":"postback","x":${open.repeat(depth - 1)}${close.repeat(depth - 1)}}`;
}

function nestObjects(depth: number): string {
  return `{"trigger":"postback","x":${'{"a":'.repeat(depth - 2)}{}${'}'.repeat(depth - 2)}}`;
}

const table: [string, TestCall, unknown][] = [
  ['plain', { body: text }, queued],
  ['gzip', { body: gzipSync(bytes), headers: { 'content-encoding': 'gzip' } }, queued],
  ['gzip in capitals', { body: gzipSync(bytes), headers: { 'content-encoding': 'GZIP' } }, queued],
  ['deflate', { body: deflateSync(bytes), headers: { 'content-encoding': 'deflate' } }, queued],
  ['br', { body: brotliCompressSync(bytes), headers: { 'content-encoding': 'br' } }, queued],
  ['identity', { body: bytes, headers: { 'content-encoding': 'identity' } }, queued],
  [
    'in a content type of its own',
    { body: text, headers: { 'content-type': 'application/x-foo+json' } },
    queued,
  ],
  ['without a content type', { body: text, headers: { 'content-type': undefined } }, queued],
  [
    'in a form content type',
    { body: text, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    queued,
  ],
  [
    'in a charset that does not exist',
    { body: text, headers: { 'content-type': 'application/json; charset=x-9' } },
    queued,
  ],
  ['as long as the limit', { body: padTo(LIMIT) }, queued],
  ['a byte longer than the limit', { body: padTo(LIMIT + 1) }, tooLarge],
  ['of 0 bytes', { body: '' }, malformed],
  [
    'chunked, as long as the limit',
    { body: padTo(LIMIT), headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' } },
    queued,
  ],
  [
    'chunked, a byte longer',
    { body: padTo(LIMIT + 1), headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' } },
    tooLarge,
  ],
  [
    'gzip, as long as the limit inside',
    { body: gzipSync(padTo(LIMIT)), headers: { 'content-encoding': 'gzip' } },
    queued,
  ],
  [
    'gzip, a byte longer inside',
    { body: gzipSync(padTo(LIMIT + 1)), headers: { 'content-encoding': 'gzip' } },
    tooLarge,
  ],
  [
    'gzip, longer than what is in it',
    { body: gzipSync(padTo(LIMIT), { level: 0 }), headers: { 'content-encoding': 'gzip' } },
    queued,
  ],
  ['gzip that is none', { body: text, headers: { 'content-encoding': 'gzip' } }, badEncoding],
  [
    'gzip cut short',
    { body: gzipSync(bytes).subarray(0, 40), headers: { 'content-encoding': 'gzip' } },
    badEncoding,
  ],
  ['gzip of no bytes', { body: '', headers: { 'content-encoding': 'gzip' } }, badEncoding],
  ['br that is none', { body: text, headers: { 'content-encoding': 'br' } }, badEncoding],
  [
    'gzip twice',
    { body: gzipSync(gzipSync(bytes)), headers: { 'content-encoding': 'gzip, gzip' } },
    badEncoding,
  ],
  ['in an unknown encoding', { body: text, headers: { 'content-encoding': 'rot13' } }, badEncoding],
  ['with a byte order mark', { body: `\uFEFF${text}` }, queued],
  [
    'in invalid UTF-8',
    { body: Buffer.concat([Buffer.from('{"trigger":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]) },
    malformed,
  ],
  ['in UTF-16', { body: Buffer.from(text, 'utf16le') }, malformed],
  ['of blanks', { body: '  ' }, malformed],
  ['of broken JSON', { body: text.slice(0, -1) }, malformed],
  ['with something behind', { body: `${text}x` }, malformed],
  ['of a number', { body: '1' }, malformed],
  ['of a text', { body: '"trigger"' }, malformed],
  ['of null', { body: 'null' }, malformed],
  ['of true', { body: 'true' }, malformed],
  ['of an array', { body: `[${text}]` }, malformed],
  ['of an object without trigger', { body: '{}' }, malformed],
  ['64 levels of arrays deep', { body: nest(MAX_DEPTH) }, queued],
  ['65 levels of arrays deep', { body: nest(MAX_DEPTH + 1) }, malformed],
  ['64 levels of objects deep', { body: nestObjects(MAX_DEPTH) }, queued],
  ['65 levels of objects deep', { body: nestObjects(MAX_DEPTH + 1) }, malformed],
  ['with 65 brackets in a text', { body: `{"trigger":"x:y","a":"\\\\\\"${'['.repeat(65)}"}` }, queued],
  ['65 levels deep behind a text', { body: `{"trigger":"x:y","a":"\\\\","b":${'['.repeat(65)}` }, malformed],
  ['with a number beyond all', { body: '{"trigger":"shop:opened","at":1e999}' }, queued],
  ['with a lone surrogate', { body: '{"trigger":"shop:opened","id":"\\ud800"}' }, queued],
  ['with a key twice', { body: '{"trigger":"a","trigger":"shop:opened"}' }, queued],
];

describe('a body', () => {
  it.each(table)('%s is judged alike by the middleware, handle and fetch', async (_, input, expected) => {
    const viaNode = makeReceiver({ limitBytes: LIMIT });
    expect(outcomeOf(await call(await listen(viaNode.receiver), input))).toEqual(expected);

    const body = Buffer.from(input.body as string);
    const headers = { 'X-Api-Key': SECRET, ...(input.headers as Record<string, string>) };
    const viaHandle = makeReceiver({ limitBytes: LIMIT });
    const handled = await viaHandle.receiver.handle({ method: 'POST', headers, body });
    expect([handled.status, JSON.parse(handled.body)]).toEqual(expected);

    const viaFetch = makeReceiver({ limitBytes: LIMIT });
    const given = Object.entries(headers).filter(([, value]) => value !== undefined);
    const fetched = await viaFetch.receiver.fetch(
      new Request('http://hook.test/', { method: 'POST', headers: given as [string, string][], body }),
    );
    expect([fetched.status, await fetched.json()]).toEqual(expected);
    expect(viaFetch.queue.deliveries).toEqual(
      viaNode.queue.deliveries.map((delivery) => ({ ...delivery, receivedAtMs: expect.any(Number) })),
    );
  });

  it('is limited to 1 MiB unless told otherwise', async () => {
    const { receiver } = makeReceiver();
    const url = await listen(receiver);
    expect((await call(url, { body: padTo(1_048_576) })).status).toBe(200);
    expect((await call(url, { body: padTo(1_048_577) })).status).toBe(413);
  });

  it('keeps a key named __proto__ as a key', async () => {
    const { receiver, queue } = makeReceiver();
    const body =
      '{"trigger":"shop:opened","__proto__":{"polluted":true},"a":{"__proto__":{"polluted":true}}}';
    expect((await call(await listen(receiver), { body })).status).toBe(200);
    expect(JSON.stringify(queue.deliveries[0]?.payload)).toBe(body);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('that inflates to 200 MB is refused soon, with little memory', async () => {
    const bomb = brotliCompressSync(Buffer.alloc(200_000_000, 0x20), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
    });
    const { receiver } = makeReceiver();
    const url = await listen(receiver);
    const before = process.memoryUsage().rss;
    const answer = await call(url, { body: bomb, headers: { 'content-encoding': 'br' } });
    expect(answer.status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
  });
});

describe('an upload that is too large', () => {
  it.each([
    ['announced', { 'content-length': 50_000_000 }],
    ['not announced', { 'transfer-encoding': 'chunked' }],
  ])('and %s is answered 413 before it has ended, and the connection is closed', async (_, headers) => {
    const { receiver } = makeReceiver();
    const url = await listen(receiver);
    const upload = request(url, { method: 'POST', headers: { 'x-api-key': SECRET, ...headers } });
    const closed = new Promise((resolve) => upload.on('close', resolve).on('error', () => {}));
    const answered = new Promise<unknown>((resolve) => {
      upload.on('response', (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve([response.statusCode, response.headers.connection, body]));
        response.on('error', () => {});
      });
    });
    const writing = setInterval(() => upload.write(Buffer.alloc(200_000)), 1);
    const startedAtMs = Date.now();
    expect(await answered).toEqual([413, 'close', '{"error":"body_too_large"}']);
    expect(Date.now() - startedAtMs).toBeLessThan(400);
    await closed;
    clearInterval(writing);
    upload.destroy();
  });
});

it('that never ends and inflates to nothing is refused all the same', async () => {
  const { receiver } = makeReceiver({ limitBytes: 10_000 });
  const member = gzipSync('');
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(member) });
  const request = new Request('http://hook.test/', {
    method: 'POST',
    headers: { 'x-api-key': SECRET, 'content-encoding': 'gzip' },
    body: endless,
    duplex: 'half',
  });
  expect((await receiver.fetch(request)).status).toBe(413);
});

it('that is announced as too large is answered 413 before a byte of it came', async () => {
  const { receiver } = makeReceiver();
  const url = await listen(receiver);
  const upload = request(url, {
    method: 'POST',
    headers: { 'x-api-key': SECRET, 'content-length': 50_000_000 },
  });
  const answered = new Promise((resolve) =>
    upload.on('response', (response) => resolve(response.statusCode)),
  );
  upload.on('error', () => {}).flushHeaders();
  expect(await answered).toBe(413);
  upload.destroy();
});

describe('a caller that goes away in the middle of its body', () => {
  it.each([
    ['plain', ''],
    ['gzip', 'content-encoding: gzip\r\n'],
  ])('is logged and forgotten (%s)', async (_, extra) => {
    const { receiver, logger, queue } = makeReceiver();
    const url = new URL(await listen(receiver));
    const socket = createConnection(Number(url.port), url.hostname);
    socket.write(
      `POST / HTTP/1.1\r\nhost: a\r\nx-api-key: ${SECRET}\r\n${extra}content-length: 5000\r\n\r\n`,
    );
    socket.write(extra === '' ? '{"trigger"' : gzipSync(bytes).subarray(0, 20));
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.destroy();
    await until(() => logger.lines.length > 0);
    expect(logger.lines).toHaveLength(1);
    expect(logger.lines[0]).toMatchObject({
      level: 'warn',
      fields: { outcome: 'request_aborted', status: 503 },
    });
    await receiver.drain();
    expect(queue.deliveries).toEqual([]);
  });

  it('before we look at it is told from an empty body', async () => {
    const { receiver, logger } = makeReceiver();
    let arrived: (() => void) | undefined;
    const url = new URL(
      await listen((req, res) => {
        arrived = () => receiver(req, res);
      }),
    );
    const socket = createConnection(Number(url.port), url.hostname);
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\nx-api-key: ${SECRET}\r\ncontent-length: 5000\r\n\r\n{`);
    await until(() => arrived !== undefined);
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 30));
    arrived?.();
    await until(() => logger.lines.length > 0);
    expect(logger.lines[0]?.fields).toMatchObject({ outcome: 'request_aborted' });
    await receiver.drain();
  });
});
