import express, { type RequestHandler } from 'express';
import { type Client, webhookSecrets } from '../../../src/client/index.ts';
import type { Clock } from '../../../src/clock.ts';
import {
  type AnyEvent,
  createMemoryQueue,
  createReceiver,
  createRouter,
  createWorker,
  type ReceiverOptions,
  type Version,
} from '../../../src/index.ts';
import { createMemoryLogger } from '../../../src/testing/index.ts';
import { listen } from '../../receiver/support.ts';

const closers: (() => Promise<unknown>)[] = [];

interface ReceiverSetup extends Partial<Pick<ReceiverOptions, 'secrets'>> {
  /** Default: the system's. */
  readonly clock?: Clock | undefined;
  /** Sees each call before the receiver does. */
  readonly before?: RequestHandler;
  /** Told of each known event, once for each delivery that is handled. */
  readonly onEvent?: (event: AnyEvent<Version>) => void | Promise<void>;
}

/** A receiver in an Express app, with a queue and a worker: what a customer has. It knows the secrets of the webhooks of `client`. */
export async function startReceiver(client: Client, setup: ReceiverSetup = {}) {
  const { clock, before, onEvent = () => {}, ...options } = setup;
  const logger = createMemoryLogger();
  const timed = { logger, ...(clock && { clock }) };
  const queue = createMemoryQueue(timed);
  const unknown: unknown[] = [];
  const router = createRouter()
    .onAny((event) => onEvent(event))
    .onUnknown((event) => void unknown.push(event));
  const worker = createWorker({ queue, router, ...timed });
  await worker.start();
  const make = (own: Partial<ReceiverOptions>) =>
    createReceiver({ secrets: webhookSecrets(client), queue, ...timed, ...own });
  let receiver = make(options);
  const app = express();
  if (before !== undefined) app.use(before);
  app.use('/webhooks/messaging', (request, response, next) => receiver(request, response, next));
  const origin = await listen(app);
  closers.push(async () => {
    await worker.close({ graceMs: 0 });
    await queue.close();
  });
  return {
    target: `${origin}/webhooks/messaging`,
    queue,
    /** Puts a receiver with these options in the place of the one that was, before the same queue. */
    deploy(own: Partial<Pick<ReceiverOptions, 'acceptVersions'>>): void {
      receiver = make(own);
    },
    /** Events whose trigger or version the receiver does not know. */
    unknown,
    /** Why payloads of known triggers were refused. */
    refused: () => queue.deadLetters.all().map(({ reason, delivery }) => ({ reason, delivery })),
  };
}

/** To be called after each test, and after the emulators are closed; the servers are ended by `closeServers`. */
export async function closeReceivers(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}
