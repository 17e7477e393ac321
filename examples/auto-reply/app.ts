/**
 * Answers what users write, each message once: although the service calls again, although an answer of its API is lost, although the handler
 * fails behind its post and runs again. `context.delivery.key` is the same each time, and makes the post a safe one.
 *
 *   SWITCHHOOK_KEY_ID=app_… SWITCHHOOK_SECRET=… REDIS_URL=redis://127.0.0.1:6379 npx tsx examples/auto-reply/app.ts
 *
 * and, once it listens where the service can reach it (PORT is 3000 by default):
 *
 *   npx switchhook webhooks ensure https://example.com/webhooks/messaging --trigger message:appUser
 *
 * SWITCHHOOK_APP_ID names the app where the key is an account's, SWITCHHOOK_BASE_URL another host. Without REDIS_URL the queue is in memory.
 */
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createMemoryQueue, createReceiver, createRouter, createServer, createWorker } from 'switchhook';
import { createBullQueue } from 'switchhook/bullmq';
import { basicAuth, createClient, webhookSecrets } from 'switchhook/client';

const { PORT = '3000', REDIS_URL, SWITCHHOOK_KEY_ID, SWITCHHOOK_SECRET } = process.env;

const client = createClient({
  auth: basicAuth({ keyId: SWITCHHOOK_KEY_ID, secret: SWITCHHOOK_SECRET }),
  appId: process.env['SWITCHHOOK_APP_ID'] || undefined,
  baseUrl: process.env['SWITCHHOOK_BASE_URL'] || undefined,
});

const router = createRouter();
router.on('message:appUser', { name: 'auto-reply' }, async (event, context) => {
  const { log, signal } = context;
  // Never answer the business, and so never ourselves.
  const message = event.messages.findLast(({ role }) => role === 'appUser');
  if (message === undefined) return;
  const user = event.appUser._id;
  await client.messages.create(
    user,
    { role: 'appMaker', type: 'text', text: 'Thank you for your message. We answer within an hour.' },
    // An earlier run, or the one that a replayed dead letter had, may have posted and then failed: so look first, which costs a call.
    { dedupeKey: context.delivery.key, lookFirst: true, signal },
  );
  // When this fails, the handler runs again from its beginning.
  await client.conversations.sendActivity(user, { type: 'conversation:read' }, { signal });
  log.info({ message: message._id }, 'answered');
});

const queue = REDIS_URL ? createBullQueue({ connection: REDIS_URL }) : createMemoryQueue();
// The secret of the webhook comes from the service, also that of one which is made while this runs.
const receiver = createReceiver({ secrets: webhookSecrets(client), queue });
const worker = createWorker({ queue, router });

const app = express();
app.use('/webhooks/messaging', receiver);
const server = createServer(app).listen(Number(PORT), () => {
  console.log(`listening on http://localhost:${(server.address() as AddressInfo).port}`);
});
await worker.start();

process.once('SIGTERM', async () => {
  await receiver.drain();
  server.close();
  await worker.close({ graceMs: 10_000 });
  await queue.close();
});
