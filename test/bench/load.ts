import { connect, type Socket } from 'node:net';
import type { RequestTemplate } from './requests.ts';
import { writeId } from './requests.ts';

/** How a target is called. */
export interface LoadOptions {
  readonly port: number;
  /** Kept open, each with one call at a time. */
  readonly connections: number;
  /** Sent in turn, each with a new id. */
  readonly templates: readonly RequestTemplate[];
  /** The number of the first id. The same one again makes the same calls again. */
  readonly firstId: number;
  /** No call is begun later than this, in seconds. */
  readonly seconds: number;
  /** Nor are there more calls than this. Default: no limit. */
  readonly count?: number;
}

/** What came of it. */
export interface LoadResult {
  readonly calls: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** From the first call to the last answer, in seconds. */
  readonly seconds: number;
  /** From the write of a call to the end of its answer, in milliseconds, the shortest first. */
  readonly latenciesMs: Float64Array;
  /** What the sender itself used, in microseconds. */
  readonly cpuUs: number;
}

/** How long after the last call an answer is waited for, in milliseconds. */
const PATIENCE_MS = 20_000;

/**
 * Calls a server on 127.0.0.1 over kept connections and takes the time of each call. A call costs a few writes into a buffer that is kept, so that the
 * sender takes less of the machine than what it measures. Rejects when a connection ends or an answer stays out.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { port, connections, templates, firstId, seconds, count = Number.POSITIVE_INFINITY } = options;
  const opened = Array.from({ length: connections }, () => open(port));
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  let begun = 0;
  let working = connections;
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.all(opened.map(({ ready }) => ready));
    const cpu = process.cpuUsage();
    const startMs = performance.now();
    const endMs = startMs + seconds * 1_000;
    await new Promise<void>((done, fail) => {
      timer = setTimeout(
        () => fail(new Error('an answer stayed out')),
        Math.min(seconds * 1_000 + PATIENCE_MS, 2 ** 31 - 1),
      );
      for (const connection of opened) {
        const buffers = templates.map(({ bytes }) => Buffer.from(bytes));
        let sentMs = 0;
        const sendNext = () => {
          const now = performance.now();
          if (now >= endMs || begun >= count) {
            working -= 1;
            if (working === 0) done();
            return;
          }
          const index = begun % templates.length;
          const buffer = buffers[index] as Buffer;
          writeId(buffer, templates[index] as RequestTemplate, firstId + begun);
          begun += 1;
          sentMs = now;
          connection.socket.write(buffer);
        };
        connection.onFailure = fail;
        connection.onAnswer = (status) => {
          latencies.push(performance.now() - sentMs);
          statuses[status] = (statuses[status] ?? 0) + 1;
          sendNext();
        };
        sendNext();
      }
    });
    const { user, system } = process.cpuUsage(cpu);
    const took = (performance.now() - startMs) / 1_000;
    const latenciesMs = Float64Array.from(latencies).sort();
    return { calls: begun, statuses, seconds: took, latenciesMs, cpuUs: user + system };
  } finally {
    clearTimeout(timer);
    for (const { socket } of opened) socket.destroy();
  }
}

interface Connection {
  readonly socket: Socket;
  readonly ready: Promise<void>;
  onAnswer: (status: string) => void;
  onFailure: (error: Error) => void;
}

function open(port: number): Connection {
  let text = '';
  const onread = {
    buffer: Buffer.allocUnsafe(16_384),
    callback(length: number, bytes: Uint8Array): boolean {
      text += (bytes as Buffer).toString('latin1', 0, length);
      if (isWhole(text)) {
        const status = text.slice(9, 12);
        text = '';
        connection.onAnswer(status);
      }
      return true;
    },
  };
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
  const ready = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  const connection: Connection = { socket, ready, onAnswer: () => {}, onFailure: () => {} };
  socket.on('error', (error) => connection.onFailure(error));
  socket.on('close', () => connection.onFailure(new Error('the server closed a connection')));
  return connection;
}

/** Whether an answer has come to its end, by its length or its last chunk. */
function isWhole(text: string): boolean {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  if (length !== undefined) return text.length >= headEnd + 4 + Number(length);
  return /\r\ntransfer-encoding: *chunked/i.test(text) ? text.endsWith('\r\n0\r\n\r\n') : true;
}
