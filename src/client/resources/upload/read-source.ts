import { readFile, stat } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { isAnyArrayBuffer } from 'node:util/types';
import { OptionsError } from '../../../errors/index.ts';
import { MAX_FILE_BYTES, TooLarge } from '../../transport/prepare-body.ts';
import type { UploadSource } from '../../types/attachment.ts';

/**
 * The bytes of `source`. Throws a `TooLarge` before more is read than the service takes, and an `OptionsError` for what is no source; what a
 * stream or the file system throws passes through. `signal` ends the reading.
 */
export async function readSource(source: UploadSource, signal?: AbortSignal): Promise<Blob> {
  if (source instanceof Blob) return source;
  if (ArrayBuffer.isView(source) || isAnyArrayBuffer(source)) {
    return new Blob([source as Uint8Array<ArrayBuffer>]);
  }
  // Before the path: a stream of a file has one too.
  if (isIterable(source)) return new Blob(await readChunks(source, signal));
  if (isFile(source)) {
    checkSize((await stat(source.path)).size);
    return new Blob([await readFile(source.path, { signal })]);
  }
  throw new OptionsError('source must be bytes, a Blob, a stream, or a file as { path }.');
}

async function readChunks(
  source: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal | undefined,
): Promise<Buffer<ArrayBuffer>[]> {
  const stream = source instanceof Readable ? source : Readable.from(source, { objectMode: true });
  if (signal !== undefined) addAbortSignal(signal, stream);
  const chunks: Buffer<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    checkSize(size);
    chunks.push(bytes);
  }
  return chunks;
}

function isIterable(source: unknown): source is AsyncIterable<Uint8Array | string> {
  return typeof source === 'object' && source !== null && Symbol.asyncIterator in source;
}

function isFile(source: unknown): source is { readonly path: string | URL } {
  return typeof source === 'object' && source !== null && 'path' in source;
}

function checkSize(size: number): void {
  if (size > MAX_FILE_BYTES)
    throw new TooLarge(`the file has more bytes than the ${MAX_FILE_BYTES} that the service takes`);
}
