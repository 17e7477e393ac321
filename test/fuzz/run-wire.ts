import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import fc from 'fast-check';
import { createReceiver, createServer } from '../../src/index.ts';
import { MAX_ANSWER_MS, SECOND_CHANCES, type Verdict } from './judge.ts';
import { SECRET, Witness } from './receivers.ts';
import { type WireRequest, wireRequest, writeRequest } from './wire-requests.ts';

/**
 * What may come back over the wire: the receiver's answers and those of Node's own parser (400, 408, 417, 431), and 503 for a body that broke
 * off. An interim 100 is no answer. None of it is 403, 404, 406 or 3xx.
 */
const allowed = new Set([200, 400, 401, 405, 408, 413, 415, 417, 431, 503]);

/**
 * How long to wait for an answer before the client says that nothing more will come, in milliseconds, the first time and once more. Node drops
 * a request of a client that says so while it is being answered, so the second time is what counts.
 */
const HALF_CLOSE_AFTER_MS = [15, 400];

/** A connection that is neither answered nor closed by then hangs, in milliseconds. */
const PATIENCE_MS = 3_000;

/** What came back, and how soon. */
interface Exchange {
  readonly statuses: readonly number[];
  readonly text: string;
  readonly firstByteMs: number;
}

/** How a run over the wire went. */
export interface WireReport {
  /** By status; 0 for a connection that was closed without an answer. */
  readonly answers: ReadonlyMap<number, number>;
  readonly slowestMs: number;
  readonly elapsedMs: number;
  readonly failure:
    | { readonly fault: string; readonly path: string; readonly request: WireRequest }
    | undefined;
}

/** An Express app with a receiver on a free port, and a client that judges its answers. */
export class WireJudge {
  readonly #witness = new Witness();
  #server: Server | undefined;
  #port = 0;

  async open(): Promise<void> {
    this.#server = await listen(this.#witness);
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async judge(request: WireRequest): Promise<Verdict> {
    const port = this.#port;
    this.#witness.reset();
    let exchange: Exchange = { statuses: [], text: '', firstByteMs: 0 };
    for (const waitMs of HALF_CLOSE_AFTER_MS) {
      if (exchange.statuses.length === 0) exchange = await send(port, request, waitMs);
    }
    for (let chance = 0; exchange.firstByteMs > MAX_ANSWER_MS && chance < SECOND_CHANCES; chance++)
      exchange = await send(port, request, MAX_ANSWER_MS);
    const [status = 0] = exchange.statuses;
    const fault = this.#witness.fault ?? faultOf(exchange, request);
    return { status, durationMs: exchange.firstByteMs, fault };
  }

  close(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }
}

/** Sends `requests` of all kinds, each over a connection of its own. */
export async function runWire(options: {
  requests: number;
  seed: number;
  path?: string;
}): Promise<WireReport> {
  const { requests, seed, path } = options;
  const judge = new WireJudge();
  await judge.open();
  const answers = new Map<number, number>();
  let slowestMs = 0;
  const startedAtMs = performance.now();

  try {
    const property = fc.asyncProperty(wireRequest, async (request) => {
      const { status, durationMs, fault } = await judge.judge(request);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      slowestMs = Math.max(slowestMs, durationMs);
      if (fault !== undefined) throw new Error(fault);
    });
    const details = await fc.check(property, {
      numRuns: requests,
      seed,
      ...(path !== undefined && { path }),
    });
    const [request] = details.counterexample ?? [];
    const fault = details.errorInstance instanceof Error ? details.errorInstance.message : 'unknown';
    return {
      answers,
      slowestMs,
      elapsedMs: performance.now() - startedAtMs,
      failure: request && { fault, path: details.counterexamplePath ?? '', request },
    };
  } finally {
    judge.close();
  }
}

async function listen(witness: Witness): Promise<Server> {
  const queue = {
    enqueue: async (delivery: object) => {
      JSON.stringify(delivery);
      return { outcome: 'queued', release: async () => {} } as const;
    },
  };
  const receiver = createReceiver({ secrets: SECRET, queue, logger: witness.logger, limitBytes: 50_000 });
  const server = createServer(express().use('/hook', receiver)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Writes the request piece by piece, says that nothing more will come, and reads until the other side has closed. */
async function send(port: number, request: WireRequest, waitMs: number): Promise<Exchange> {
  const bytes = writeRequest(request);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  let startedAtMs = performance.now();
  let firstByteMs = 0;
  socket.on('error', () => {});
  const finish = setTimeout(() => {
    // What is not whole is answered now, if at all.
    startedAtMs = performance.now();
    socket.end();
  }, waitMs);
  socket.on('data', (chunk) => {
    firstByteMs ||= performance.now() - startedAtMs;
    chunks.push(chunk);
    // the rest of the answer is on its way
    clearTimeout(finish);
    setImmediate(() => socket.end());
  });
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    const late = setTimeout(resolve, PATIENCE_MS);
    socket.on('close', () => {
      isClosed = true;
      clearTimeout(late);
      resolve();
    });
  });
  socket.on('end', () => socket.end());
  let from = 0;
  for (const cut of [...request.cuts].sort((a, b) => a - b)) {
    socket.write(bytes.subarray(from, cut));
    from = Math.max(from, cut);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.write(bytes.subarray(from));
  await closed;
  clearTimeout(finish);
  if (!isClosed) {
    socket.destroy();
    return { statuses: [], text: 'the connection was not closed', firstByteMs: PATIENCE_MS };
  }
  const text = Buffer.concat(chunks).toString('latin1');
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  return { statuses: statuses.filter((status) => status !== 100), text, firstByteMs };
}

function faultOf(
  { statuses, text, firstByteMs }: Exchange,
  { method, lines }: WireRequest,
): string | undefined {
  const wrong = statuses.find((status) => !allowed.has(status));
  if (wrong !== undefined) return `the status is ${wrong}: ${text}`;
  if (firstByteMs > MAX_ANSWER_MS) return `the answer took ${Math.round(firstByteMs)} ms: ${text}`;
  if (statuses.includes(503) && !text.includes('request_aborted')) return `the status is 503: ${text}`;
  if (text.includes(SECRET)) return 'the answer holds the secret';
  const lengths = lines.filter((line) => /^content-length/i.test(line));
  const isDoubtful = lengths.length > 0 && lines.some((line) => /^transfer-encoding/i.test(line));
  if ((isDoubtful || lengths.length > 1) && statuses.includes(200)) return 'a body of two lengths was taken';
  const secrets = lines.filter((line) => /^x-api-key/i.test(line));
  const isDoubtfulSecret = secrets.length !== 1 || secrets[0]?.includes(',');
  if (method !== 'HEAD' && isDoubtfulSecret && statuses.includes(200))
    return 'two secrets, or none, were taken';
  return undefined;
}
