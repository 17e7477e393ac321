import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { triggers } from '../../src/events/index.ts';
import { call, closeServers, listen, makeReceiver, SECRET } from './support.ts';

afterEach(closeServers);

/** The only statuses that a sound receiver with a sound queue gives. None of them is 403, 404, 406 or 3xx, which end a delivery. */
const allowed = [200, 400, 401, 405, 413, 415];

const anyJson = fc.jsonValue({ maxDepth: 6, noUnicodeString: false });
const event = fc
  .record(
    {
      trigger: fc.oneof(fc.constantFrom(...triggers), fc.string(), anyJson),
      version: fc.oneof(fc.constantFrom('v1', 'v1.1', '1', 'v2'), anyJson),
      app: fc.oneof(fc.constant({ _id: 'a' }), anyJson),
      appUser: fc.oneof(fc.constant({ _id: 'u' }), anyJson),
      messages: fc.oneof(fc.array(anyJson), anyJson),
      events: anyJson,
      timestamp: fc.oneof(fc.double(), anyJson),
    },
    { requiredKeys: [] },
  )
  .map((value) => Buffer.from(JSON.stringify(value)));
const deep = fc
  .tuple(fc.constantFrom('[', '{"a":'), fc.integer({ min: 1, max: 20_000 }))
  .map(([open, depth]) => Buffer.from(`{"trigger":"postback","x":${open.repeat(depth)}`));
const closed = fc
  .integer({ min: 60, max: 20_000 })
  .map((depth) => Buffer.from(`{"trigger":"postback","x":${'['.repeat(depth)}${']'.repeat(depth)}}`));
const bytes = fc.uint8Array({ maxLength: 2_000 }).map((value) => Buffer.from(value));
const body = fc.oneof(
  event,
  event,
  deep,
  closed,
  bytes,
  anyJson.map((value) => Buffer.from(JSON.stringify(value))),
);
const packed = fc
  .tuple(body, fc.constantFrom(undefined, 'gzip', 'deflate', 'br', 'identity'), fc.boolean())
  .map(([value, encoding, honest]) => ({ encoding, body: honest ? pack(value, encoding) : value }));

function pack(value: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gzipSync(value);
  if (encoding === 'deflate') return deflateSync(value);
  return encoding === 'br' ? brotliCompressSync(value) : value;
}

const headerText = fc
  .string({ maxLength: 30, unit: 'binary-ascii' })
  .map((text) => text.replace(/[^\x20-\x7e]/g, ''));
const secret = fc.oneof({ weight: 6, arbitrary: fc.constant(SECRET) }, { weight: 1, arbitrary: headerText });
const contentType = fc.oneof(
  fc.constantFrom(undefined, 'application/json', 'text/plain; charset=utf-7', 'multipart/form-data', ';;;'),
  headerText,
);
const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant('POST') },
  { weight: 1, arbitrary: fc.constantFrom('PUT', 'GET', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH') },
);
const otherEncoding = fc.option(headerText, { nil: undefined, freq: 8 });

it('answers whatever is sent with a status of its table, and never dies', async () => {
  const { receiver, logger } = makeReceiver({ limitBytes: 30_000 });
  const url = await listen(receiver);
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      method,
      secret,
      contentType,
      packed,
      otherEncoding,
      async (verb, key, type, content, encoding) => {
        const headers = {
          'x-api-key': key,
          'content-type': type,
          'content-encoding': encoding ?? content.encoding,
        };
        const answer = await call(url, { method: verb, headers, body: content.body });
        seen.add(answer.status);
        expect(allowed).toContain(answer.status);
        if (verb !== 'HEAD') expect(Object.keys(JSON.parse(answer.text))).toHaveLength(1);
      },
    ),
    { numRuns: 600 },
  );
  await receiver.drain();
  expect(logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
  expect([...seen].sort((a, b) => a - b)).toEqual(allowed);
}, 60_000);

it('answers whatever value a host hands over in the same way', async () => {
  const { receiver } = makeReceiver();
  await fc.assert(
    fc.asyncProperty(
      fc.anything({ withDate: true, withMap: true, withNullPrototype: true }),
      async (value) => {
        const answer = await receiver.handle({
          method: 'POST',
          headers: { 'x-api-key': SECRET },
          body: value as object,
        });
        expect(allowed).toContain(answer.status);
      },
    ),
    { numRuns: 500 },
  );
});
