import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

/** One call of the fuzz run, ready to be made. */
export interface Input {
  readonly receiver: ReceiverKind;
  readonly via: Via;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** Which of the receivers under test gets the call. `receivers.ts` says what is special about each. */
export const receiverKinds = [
  'plain',
  'small',
  'oneVersion',
  'rotating',
  'failing',
  'sealed',
  'draining',
] as const;
export type ReceiverKind = (typeof receiverKinds)[number];

/** How a host hands the call over: the bytes, a text, the value that its own parser made of it, or a web-standard request. */
export const vias = ['bytes', 'text', 'value', 'fetch'] as const;
export type Via = (typeof vias)[number];

/** How a body is packed. `rawDeflate` is what some clients send as deflate. */
export const packings = ['gzip', 'deflate', 'rawDeflate', 'br'] as const;
export type Packing = (typeof packings)[number];

const packers: Record<Packing, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
  deflate: (bytes) => deflateSync(bytes, { level: 1 }),
  rawDeflate: (bytes) => deflateRawSync(bytes, { level: 1 }),
  br: (bytes) => brotliCompressSync(bytes, { params: { [1]: 1 } }),
};

/** The bytes, packed once for each of `list`, the first one innermost. */
export function pack(bytes: Buffer, list: readonly Packing[]): Buffer {
  return list.reduce((packed, packing) => packers[packing](packed), bytes);
}
