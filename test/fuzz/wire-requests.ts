import fc from 'fast-check';
import { fixtures } from '../../src/testing/index.ts';
import { SECRET } from './receivers.ts';

/** A request as its bytes go over the wire, in latin1; cut into pieces that are written one by one. */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  /** Header lines without their ends. */
  readonly lines: readonly string[];
  readonly lineEnd: string;
  readonly body: string;
  readonly cuts: readonly number[];
}

/** The bytes of a request. */
export function writeRequest({ method, target, version, lines, lineEnd, body }: WireRequest): Buffer {
  return Buffer.from([`${method} ${target} ${version}`, ...lines, '', body].join(lineEnd), 'latin1');
}

const S = SECRET;
/** A letter for each byte of the UTF-8, as everything here. */
const bodies = fixtures({ trigger: 'postback' }).map(({ payload }) =>
  Buffer.from(JSON.stringify(payload)).toString('latin1'),
);

const secretLines = fc.oneof(
  { weight: 20, arbitrary: fc.constant([`x-api-key: ${S}`]) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<string[][]>(
      [],
      [`X-API-KEY:${S}`],
      [`x-api-key: \t${S}\t `],
      [`x-api-key: ${S}`, `x-api-key: ${S}`],
      [`x-api-key: ${S}`, 'x-api-key: wrong-secret'],
      ['x-api-key: wrong-secret', `X-Api-Key: ${S}`],
      [`x-api-key: ${S}, ${S}`],
      [`x-api-key: ${S},`],
      [`x-api-key: "${S}"`],
      ['x-api-key:', ` ${S}`],
      [`x-api-key: ${S.slice(0, 8)}`, ` ${S.slice(8)}`],
      [`x-api-key : ${S}`],
      [` x-api-key: ${S}`],
      ['x-api-key:'],
      ['x-api-key'],
      [`x-api-key: ${S}\u0000`],
      [`x-api-key: ${S}\u0080\u00ff`],
      [`x-api-key: ${S}\r`],
      [`x-api-key: ${S}\nx-other: 1`],
      [`x_api_key: ${S}`],
      [`x-api-key: ${S.toLowerCase()}`],
      [`x-api-key: ${S}${'x'.repeat(9_000)}`],
    ),
  },
);

const hostLines = fc.oneof(
  { weight: 30, arbitrary: fc.constant(['host: hook.test']) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<string[][]>([], ['host:'], ['host: a', 'host: b'], ['host: a b\u00e9']),
  },
);

/** How the length of the body is said; `N` is the true one. */
const framing = fc.oneof(
  { weight: 20, arbitrary: fc.constant(['content-length: N']) },
  { weight: 6, arbitrary: fc.constant(['transfer-encoding: chunked']) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<string[][]>(
      [],
      ['content-length: N', 'content-length: N'],
      ['content-length: N', 'content-length: 5'],
      ['content-length: N, N'],
      ['content-length: -1'],
      ['content-length: +N'],
      ['content-length: 0xN'],
      ['content-length: N.0'],
      ['content-length:'],
      ['content-length: 99999999999999999999999'],
      ['content-length: 9007199254740991'],
      ['content-length: 0'],
      ['content-length: 5'],
      ['content-length: N', 'transfer-encoding: chunked'],
      ['transfer-encoding: chunked', 'content-length: 3'],
      ['transfer-encoding: chunked, chunked'],
      ['transfer-encoding: gzip, chunked'],
      ['transfer-encoding: identity'],
      ['transfer-encoding: xchunked'],
      ['transfer-encoding: chunked', 'transfer-encoding: identity'],
      ['transfer-encoding:\u000bchunked'],
      ['Transfer-Encoding : chunked', 'content-length: N'],
    ),
  },
);

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i));
const oddLines = fc.constantFrom<string[][]>(
  ['content-type: application/json'],
  ['content-type: application/json; charset=\u00ff'],
  ['content-encoding: gzip'],
  ['content-encoding: gzip', 'content-encoding: br'],
  ['content-encoding: identity'],
  ['connection: close'],
  ['connection: keep-alive, x-api-key'],
  ['connection: upgrade', 'upgrade: websocket'],
  ['upgrade: h2c', 'http2-settings: AAMAAABkAAQAAP__'],
  ['expect: 100-continue'],
  ['expect: something-else'],
  ['x-http-method-override: DELETE'],
  ['__proto__: polluted', 'constructor: polluted', 'toString: x'],
  ['cookie: a=1', 'cookie: b=2'],
  ['\u00e9: 1'],
  ['x: \u0001'],
  ['(x): 1'],
  [': empty'],
  ['no colon'],
  ['trailer: x', 'te: trailers'],
  ['range: bytes=0-'],
  ['if-match: "x"', 'if-none-match: *', 'accept: image/png'],
  many(2_500, (i) => `${i.toString(36)}:`),
  many(1_500, () => 'a: 1'),
  many(5_000, (i) => `x-${i}: 1`),
  [`x-huge: ${'h'.repeat(15_000)}`],
  [`x-huge: ${'h'.repeat(20_000)}`],
  [`x-huge: ${'h'.repeat(300_000)}`],
);

const otherLines = fc.oneof(fc.constant<string[]>([]), oddLines);

const chunkings: readonly ((body: string) => string)[] = [
  (body) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  (body) => `${[...body].map((letter) => `1\r\n${letter}\r\n`).join('')}0\r\n\r\n`,
  (body) => `${body.length.toString(16)};name="value"\r\n${body}\r\n0\r\nx-trailer: 1\r\n\r\n`,
  (body) => `${body.length.toString(16)};${'e'.repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`,
  (body) => `${body.length.toString(16)}\r\n${body}\r\n`,
  (body) => `ffffffffffffffff\r\n${body}`,
  (body) => `-1\r\n${body}\r\n0\r\n\r\n`,
  (body) => `zz\r\n${body}\r\n0\r\n\r\n`,
  (body) => `${body.length.toString(16)}\n${body}\n0\n\n`,
  (body) => `0\r\n\r\nPOST /hook HTTP/1.1\r\nhost: a\r\n\r\n${body}`,
];

const target = fc.oneof(
  { weight: 8, arbitrary: fc.constant('/hook') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '/hook/',
      '/hook?a=b',
      '/hook/%',
      '/hook/%00',
      '/hook/%c3%28',
      '/HOOK',
      '/hook/../other',
      '/hook/a/b',
      '/hook?%',
      '/hook#x',
      'http://hook.test/hook',
      `/hook?${'q'.repeat(10_000)}`,
      `/hook/${'q'.repeat(40_000)}`,
      '/hook/\u00ff',
      '/hook /x',
      '',
    ),
  },
);

/** Requests with every oddity of a header block, most of them with one only. */
export const wireRequest: fc.Arbitrary<WireRequest> = fc
  .record({
    method: fc.oneof(
      { weight: 30, arbitrary: fc.constant('POST') },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          'HEAD',
          'GET',
          'OPTIONS',
          'DELETE',
          'post',
          'FOO',
          '',
          'PRI',
          'TRACE',
          'PROPFIND',
        ),
      },
    ),
    target,
    version: fc.oneof(
      { weight: 40, arbitrary: fc.constant('HTTP/1.1') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'HTTP/1.0',
          'HTTP/0.9',
          'HTTP/2.0',
          'HTTP/1.2',
          'http/1.1',
          'HTTP/1.1 ',
          '',
        ),
      },
    ),
    lines: fc.tuple(hostLines, otherLines, secretLines, framing).map((parts) => parts.flat()),
    lineEnd: fc.oneof(
      { weight: 40, arbitrary: fc.constant('\r\n') },
      { weight: 1, arbitrary: fc.constantFrom('\n', '\r', '\r\n\r\n') },
    ),
    plain: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...bodies) },
      { weight: 1, arbitrary: fc.string({ maxLength: 50, unit: 'binary-ascii' }) },
      { weight: 1, arbitrary: fc.constantFrom('', '\u00ff\u00fe', '['.repeat(5_000), 'x'.repeat(60_000)) },
    ),
    chunking: fc.oneof(
      { weight: 2, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.nat(chunkings.length - 1) },
    ),
    cuts: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.nat(600), { maxLength: 4 }) },
    ),
  })
  .map(({ plain, chunking, lines, ...rest }) => {
    const chunked = lines.some((line) => /^transfer-encoding:.*chunked/i.test(line));
    const body = chunked ? (chunkings[chunking]?.(plain) ?? plain) : plain;
    return { ...rest, body, lines: lines.map((line) => line.replace('N', String(body.length))) };
  });
