import type { Readable } from 'node:stream';
import { RequestAbortedError } from '../errors/index.ts';
import { tooLarge } from './body-size.ts';

/**
 * Reads a body that is not compressed to its end, or rejects with a `BodyError` (413) once it is longer than `limitBytes`, or with a
 * `RequestAbortedError`. Leaves `source` paused or flowing, but never destroyed. By hand: body-parser waits for the end of an upload that it refuses, and
 * the stream that keeps it from that was a tenth of what a delivery costs.
 */
export function readPlain(source: Readable, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const take = (chunk: Buffer | string) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      sizeBytes += bytes.length;
      if (sizeBytes <= limitBytes) return void chunks.push(bytes);
      detach();
      source.pause();
      reject(tooLarge());
    };
    const end = () => {
      detach();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, sizeBytes));
    };
    const lose = () => {
      detach();
      reject(new RequestAbortedError('the connection broke before the body was complete'));
    };
    // The listener of errors stays: without one, a late error would end the process.
    const detach = () => source.off('data', take).off('end', end).off('close', lose);
    if (source.destroyed) return lose();
    // A host that looked at the bytes has had the request paused.
    source.on('error', lose).on('close', lose).on('end', end).on('data', take).resume();
  });
}
