/**
 * The process that answers the service. It puts deliveries into Redis and runs no handler, so it answers fast whatever they do, and
 * goes on answering while the worker is being deployed. Start as many as you like.
 */
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createReceiver, createServer } from 'switchhook';
import { openQueue } from './queue.ts';

const { PORT = '3000', WEBHOOK_SECRET } = process.env;

const queue = openQueue();
const receiver = createReceiver({ secrets: WEBHOOK_SECRET, queue });

const app = express();
app.use('/webhooks/messaging', receiver);
// For the load balancer: not ready while Redis is away, when the receiver answers 503 and the service calls again.
app.get('/ready', async (_request, response) => {
  const health = await queue.health();
  response.status(health.ready ? 200 : 503).json(health);
});

const server = createServer(app).listen(Number(PORT), () => {
  console.log(`web is listening on http://localhost:${(server.address() as AddressInfo).port}`);
});

process.once('SIGTERM', async () => {
  // In this order: answer what has come in, let go of the connections, then of Redis.
  await receiver.drain();
  const cutOff = setTimeout(() => server.closeAllConnections(), 5_000);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cutOff);
  await queue.close();
  console.log('web has stopped');
});
