import {
  type BrotliCompress,
  constants,
  createBrotliCompress,
  createDeflate,
  createGzip,
  type Gzip,
  gzipSync,
} from 'node:zlib';
import { type Answer, createReceiver } from '../../src/index.ts';
import { SECRET, Witness } from './receivers.ts';
import { memoryInUse } from './run-inputs.ts';

/** What a bomb becomes when it is unpacked, in bytes. */
const INFLATED_BYTES = 200_000_000;

/** How long a bomb may take, in milliseconds; the middle of several runs. */
export const MAX_BOMB_MS = 50;

const RUNS = 15;

/** What a body that is out of all proportion costs. */
export interface BombReport {
  readonly name: string;
  readonly sentBytes: number;
  readonly statuses: readonly number[];
  readonly medianMs: number;
  /** The most that one of them added to what was in use before, in bytes. */
  readonly grownBytes: number;
}

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

const bombs: readonly { name: string; encoding: string; make(): Promise<Buffer> | Buffer }[] = [
  { name: 'gzip of blanks', encoding: 'gzip', make: () => inflated(createGzip(), ' ') },
  { name: 'gzip of brackets', encoding: 'gzip', make: () => inflated(createGzip({ level: 1 }), '[') },
  { name: 'deflate of zeros', encoding: 'deflate', make: () => inflated(createDeflate(), '\0') },
  { name: 'br of blanks', encoding: 'br', make: () => inflated(createBrotliCompress(brotli), ' ') },
  { name: 'br of letters', encoding: 'br', make: () => inflated(createBrotliCompress(brotli), 'x') },
  {
    name: '60,000 empty gzips',
    encoding: 'gzip',
    make: () => Buffer.concat(Array(60_000).fill(gzipSync(''))),
  },
];

/** Sends each bomb to a receiver several times. */
export async function runBombs(): Promise<BombReport[]> {
  const { logger } = new Witness();
  const queue = { enqueue: async () => ({ outcome: 'queued', release: async () => {} }) as const };
  const receiver = createReceiver({ secrets: SECRET, queue, logger });
  const send = (body: Buffer, encoding: string) =>
    receiver.handle({ method: 'POST', headers: { 'x-api-key': SECRET, 'content-encoding': encoding }, body });
  for (const encoding of ['gzip', 'deflate', 'br']) await send(Buffer.alloc(10), encoding);

  const reports: BombReport[] = [];
  for (const { name, encoding, make } of bombs) {
    const body = await make();
    const series = () => measure(() => send(body, encoding));
    let result = await series();
    // A machine that was busy with something else is not the receiver's fault.
    for (let chance = 0; result.medianMs > MAX_BOMB_MS && chance < 3; chance++) result = await series();
    reports.push({ name, sentBytes: body.length, ...result });
  }
  return reports;
}

/** Sends a bomb several times. */
async function measure(send: () => Promise<Answer>): Promise<Omit<BombReport, 'name' | 'sentBytes'>> {
  const statuses = new Set<number>();
  const times: number[] = [];
  let grownBytes = 0;
  for (let run = 0; run < RUNS; run++) {
    const before = (await memoryInUse()).residentBytes;
    const startedAtMs = performance.now();
    statuses.add((await send()).status);
    times.push(performance.now() - startedAtMs);
    grownBytes = Math.max(grownBytes, process.memoryUsage.rss() - before);
  }
  const medianMs = times.sort((x, y) => x - y)[Math.floor(RUNS / 2)] ?? 0;
  return { statuses: [...statuses], medianMs, grownBytes };
}

/** What `packer` makes of 200 MB of one letter, which never stand in memory together. */
async function inflated(packer: Gzip | BrotliCompress, letter: string): Promise<Buffer> {
  const piece = Buffer.alloc(1_000_000, letter);
  const chunks: Buffer[] = [];
  packer.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (let sent = 0; sent < INFLATED_BYTES; sent += piece.length) {
    if (!packer.write(piece)) await new Promise((resolve) => packer.once('drain', resolve));
  }
  const ended = new Promise((resolve) => packer.once('end', resolve));
  packer.end();
  await ended;
  return Buffer.concat(chunks);
}
