import { Readable } from 'node:stream';
import { BodyError, RequestAbortedError } from '../errors/index.ts';
import { tooLarge } from './body-size.ts';
import { readPlain } from './read-plain.ts';

/** A body before it is parsed as JSON: bytes or text, or the value that a host's parser has made of it. */
export type Body = Buffer | string | { readonly parsed: unknown };

/** Reads `source` to its end, inflates it, and gives at most the limit. `encoding` is the header `content-encoding`, if any. */
export type ReadStream = (source: Readable, encoding: string | undefined) => Promise<Buffer>;

/** What body-parser reads of a request. It gets this instead of the real one, see `createStreamReader`. */
interface Carrier extends Readable {
  headers: Record<string, string>;
  body?: unknown;
}

type RawParser = (carrier: Carrier, response: undefined, next: (error?: unknown) => void) => void;

/**
 * Makes the function that reads bodies of up to `limitBytes`, counted after inflating (gzip, deflate, br). It rejects with a `BodyError`
 * (413, 415) or a `RequestAbortedError`, and leaves `source` paused or flowing, but never destroyed.
 */
export function createStreamReader(limitBytes: number): ReadStream {
  // No `verify` hook: one that throws is answered 403 by body-parser, which the service takes as final.
  const options = { type: () => true, limit: limitBytes, inflate: true };
  let loading: Promise<RawParser> | undefined;
  // Loading body-parser takes longer than the rest of a start, and plain bodies, which is what the service sends, do without it.
  const loadParser = () => {
    loading ??= import('body-parser').then(({ default: bodyParser }) => {
      return bodyParser.raw(options) as unknown as RawParser;
    });
    return loading;
  };

  return (source, encoding) => {
    if (encoding === undefined) return readPlain(source, limitBytes);
    return new Promise((resolve, reject) => {
      const abort = () => {
        if (!source.readableEnded)
          reject(new RequestAbortedError('the connection broke before the body was complete'));
      };
      if (source.destroyed) return abort();
      source.once('error', abort).once('close', abort);
      const maxSentBytes = maxCompressedBytes(limitBytes);
      const { carrier, detach } = createCarrier(source, encoding, maxSentBytes, () => reject(tooLarge()));
      const parse = (parseRaw: RawParser) => {
        parseRaw(carrier, undefined, (error) => {
          detach();
          if (error) reject(toBodyError(error));
          else resolve(carrier.body as Buffer);
        });
      };
      loadParser().then(parse, reject);
    });
  };
}

/**
 * What a body of `limitBytes` takes at most when compression makes it longer. body-parser counts only what comes out, and gzip may go on for
 * ever with nothing coming out.
 */
function maxCompressedBytes(limitBytes: number): number {
  return Math.ceil(limitBytes * 1.01) + 1_024;
}

/**
 * A stream of what `source` gives. body-parser waits for the end of a request that it refuses (`dump` in its lib/read.js), however long the
 * upload takes; a plain `Readable` in place of the request has no such end to wait for, and serves hosts without a Node request too.
 * It may not be a `PassThrough`: one that can be written to is waited for as well (on-finished, `isFinished`).
 */
function createCarrier(
  source: Readable,
  encoding: string,
  maxSentBytes: number,
  onTooLarge: () => void,
): { carrier: Carrier; detach(): void } {
  const headers = { 'transfer-encoding': 'chunked', 'content-encoding': encoding };
  const readable = new Readable({ read: () => source.resume() });
  let sentBytes = 0;
  const forward = (chunk: Uint8Array) => {
    sentBytes += chunk.length;
    if (sentBytes > maxSentBytes) {
      detach();
      onTooLarge();
    } else if (!readable.push(chunk)) {
      source.pause();
    }
  };
  const end = () => readable.push(null);
  const detach = () => {
    source.off('data', forward).off('end', end).pause();
    readable.destroy();
  };
  source.on('data', forward).once('end', end);
  return { carrier: Object.assign(readable, { headers }), detach };
}

/** A body that a host has read before us, when it is not too large. A value that was parsed already is not measured again. */
export function checkSize(body: Body, limitBytes: number): Body {
  const sizeBytes = typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.byteLength(body) : 0;
  if (sizeBytes > limitBytes) throw tooLarge();
  return body;
}

/** `error` of body-parser as ours. What it carries is left behind: its `body` is the body. */
function toBodyError(error: unknown): unknown {
  const type = (error as { type?: unknown }).type;
  if (type === 'entity.too.large') return tooLarge();
  const fault = type === 'encoding.unsupported' ? 'is not supported' : 'is broken';
  return new BodyError('body_encoding_unsupported', `the content-encoding of the body ${fault}`);
}
