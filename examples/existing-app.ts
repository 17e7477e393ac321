/**
 * The receiver in an app that you have already: beside your routes, behind your body parser, before your error handler.
 * WEBHOOK_SECRET is the secret of your webhook, PORT is 3000 by default, REDIS_URL makes the queue durable.
 */
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { createMemoryQueue, createReceiver, createRouter, createServer, createWorker } from 'switchhook';
import { createBullQueue } from 'switchhook/bullmq';

const { PORT = '3000', WEBHOOK_SECRET, REDIS_URL } = process.env;

// Your app. A parser in front of the receiver does no harm; without the limit, Express refuses what is larger than 100 kB.
const app = express();
app.use(express.json({ limit: '1mb' }));
app.get('/orders/:number', (request, response) => {
  response.json({ number: request.params.number, sent: true });
});

// What to do with the events.
const router = createRouter();
router.on('message:appUser', (event) => {
  for (const message of event.messages) console.log(`${message.type ?? 'message'} from ${event.appUser._id}`);
});
router.on('message:delivery:failure', (event) => {
  console.log(`${event.message._id} did not reach ${event.destination.type}: ${event.error.code}`);
});

// The mount.
const queue = REDIS_URL ? createBullQueue({ connection: REDIS_URL }) : createMemoryQueue();
const receiver = createReceiver({ secrets: WEBHOOK_SECRET, queue });
app.use('/webhooks/messaging', receiver);
const worker = createWorker({ queue, router });
await worker.start();

// For whoever runs it: alive as long as it answers; ready when each part is, and otherwise 503 with the reasons.
app.get('/healthz', (_request, response) => {
  response.json({ alive: true });
});
app.get('/readyz', async (_request, response) => {
  const parts = {
    receiver: await receiver.health(),
    queue: await queue.health(),
    worker: await worker.health(),
  };
  const ready = Object.values(parts).every((part) => part.ready);
  response.status(ready ? 200 : 503).json({ ready, ...parts });
});

// Your error handler. The receiver answers all its calls itself and never calls it; but your parser does, when a body is not JSON.
const onError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error);
  response.status(error.status ?? 500).json({ error: error.expose ? error.message : 'internal error' });
};
app.use(onError);

// In place of app.listen: slow clients are closed within 10 seconds.
const server = createServer(app).listen(Number(PORT), () => {
  console.log(`listening on http://localhost:${(server.address() as AddressInfo).port}`);
});

process.once('SIGTERM', async () => {
  await receiver.drain(); // answers what has come in; new calls get 503, which the service repeats
  server.close();
  await worker.close({ graceMs: 10_000 }); // lets the handlers finish
  await queue.close();
});
