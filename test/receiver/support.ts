import {
  createServer,
  request as httpRequest,
  type OutgoingHttpHeaders,
  type RequestListener,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Delivery } from '../../src/delivery.ts';
import type { EnqueueResult } from '../../src/queue/index.ts';
import { createReceiver, type ReceiverOptions } from '../../src/receiver/index.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { makeDelivery } from '../support/deliveries.ts';

/** The secret that the receivers under test know. */
export const SECRET = 'w6fKq2Zr-9dLxT0vBn3c';

/** A v1.1 text message, and a v1.1 postback, as the service sends them. */
export const message = makeDelivery().payload;
export const postback = {
  trigger: 'postback',
  version: 'v1.1',
  app: { _id: '5f3a6c1e9b1d4a0012ab34c0' },
  appUser: { _id: '5f3a6c1e9b1d4a0012ab34c1', conversationStarted: true },
  postbacks: [{ action: { _id: '5f3a6c1e9b1d4a0012ab34c9', type: 'postback', text: 'Go', payload: 'GO' } }],
};

/** A queue that knows the keys it was given, releases weak ones, and can be told to do something else. */
export function createFakeQueue() {
  const deliveries: Delivery[] = [];
  const released: string[] = [];
  const known = new Set<string>();
  const queue = {
    deliveries,
    released,
    release: async (delivery: Delivery): Promise<void> => {
      if (delivery.keyStrength === 'weak') known.delete(delivery.key);
      released.push(delivery.key);
    },
    enqueue: async (delivery: Delivery): Promise<EnqueueResult> => {
      const outcome = known.has(delivery.key) ? 'duplicate' : 'queued';
      known.add(delivery.key);
      if (outcome === 'queued') deliveries.push(delivery);
      return { outcome, release: () => queue.release(delivery) };
    },
  };
  return queue;
}

/** A receiver with a fake queue and a logger that keeps its lines. */
export function makeReceiver(options: Partial<ReceiverOptions> = {}) {
  const queue = createFakeQueue();
  const logger = createMemoryLogger();
  const receiver = createReceiver({ secrets: SECRET, queue, logger, ...options });
  return { receiver, queue, logger };
}

const closers: (() => Promise<void>)[] = [];

/** Starts a server on a free port; `closeServers` ends it. Gives its URL. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** To be called after each test that listens. */
export async function closeServers(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

export interface TestCall {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer | object;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly text: string;
}

/** Calls `url`, by default with the right secret and a JSON content type. */
export function call(
  url: string,
  { method = 'POST', headers, body = '' }: TestCall = {},
): Promise<TestAnswer> {
  // bytes and not a text: with a text Node writes the headers in UTF-8
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const all: OutgoingHttpHeaders = {
    'x-api-key': SECRET,
    'content-type': 'application/json',
    ...(method !== 'HEAD' && { 'content-length': bytes.length }),
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, agent: false, headers: sent });
    request.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as TestAnswer['headers'],
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.end(method === 'HEAD' ? undefined : bytes);
  });
}

/** A promise and the functions that settle it. */
export function defer<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Waits until `condition` holds. */
export async function until(condition: () => boolean): Promise<void> {
  const endMs = Date.now() + 3_000;
  while (!condition()) {
    if (Date.now() > endMs) throw new Error('it did not come to that');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** The body of an answer. */
export function outcomeOf({ status, text }: { status: number; text: string }): unknown {
  return [status, text === '' ? '' : JSON.parse(text)];
}
