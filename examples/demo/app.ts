import type { Server } from 'node:http';
import express from 'express';
import {
  createReceiver,
  createServer,
  createWorker,
  type DeliveryQueue,
  type Logger,
  type Receiver,
  type Worker,
} from 'switchhook';
import { createDemoRouter, type Show } from './handlers.ts';

/** Where the webhooks come in. */
export const WEBHOOK_PATH = '/webhooks/messaging';

/** What the app of the demo is made of. */
export interface DemoAppOptions {
  readonly queue: DeliveryQueue;
  readonly secret: string;
  readonly show: Show;
  readonly logger: Logger;
}

/** What has to be started and closed. */
export interface DemoApp {
  readonly server: Server;
  readonly receiver: Receiver;
  readonly worker: Worker;
}

/** An Express app with a receiver, and a worker with handlers. */
export function createDemoApp({ queue, secret, show, logger }: DemoAppOptions): DemoApp {
  const receiver = createReceiver({ secrets: secret, queue, logger });
  const app = express();
  app.use(WEBHOOK_PATH, receiver);

  // A real worker waits longer between two attempts: leave `backoff` out and the wait grows from 1 s to 5 min.
  const worker = createWorker({ queue, router: createDemoRouter(show), backoff: () => 50, logger });
  return { server: createServer(app), receiver, worker };
}

/**
 * Closes everything so that no call and no delivery is lost. The order matters. `beforeQueueCloses` is for those who want to read from
 * the queue when nothing runs any more.
 */
export async function closeDemoApp(
  { server, receiver, worker }: DemoApp,
  queue: DeliveryQueue,
  beforeQueueCloses: () => Promise<void> = async () => {},
): Promise<void> {
  // 1. New calls get 503, which the service repeats; those under way are answered.
  await receiver.drain();
  // 2. No more connections. A client that holds one open without using it is cut off after a while.
  const cutOff = setTimeout(() => server.closeAllConnections(), 2_000);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  clearTimeout(cutOff);
  // 3. Handlers that run may finish; what is left goes back to the queue.
  await worker.close({ graceMs: 5_000 });
  await beforeQueueCloses();
  // 4. The queue last: the other two need it.
  await queue.close();
}
