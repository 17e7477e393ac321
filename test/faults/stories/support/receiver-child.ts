// The web process of a story: a receiver and, when asked for, a worker. It stops at SIGTERM in the order of the README.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import express from 'express';
import { createBullQueue } from '../../../../src/bullmq/index.ts';
import { createReceiver, createRouter, createServer, createWorker } from '../../../../src/index.ts';
import { readSettings, stopAtSigterm } from '../../child-settings.ts';
import { HOOK_PATH, type ReceiverScript, SECRET } from './receiver-script.ts';
import { tell } from './tell.ts';

const { redisUrl, port, prefix = '{wh}', workMs, graceMs = 500 } = readSettings<ReceiverScript>();
const silent = { debug() {}, info() {}, warn() {}, error() {} };

const queue = createBullQueue({ connection: redisUrl, prefix, logger: silent });
const receiver = createReceiver({ secrets: SECRET, queue, logger: silent });
const app = express()
  .use((request, _response, next) => {
    void tell('taken', { id: String(request.headers['x-story-id']) });
    next();
  })
  .use(HOOK_PATH, receiver);
const router = createRouter().on(
  'message:appUser',
  { name: 'story' },
  async ({ messages }, { signal, delivery }) => {
    const id = String(messages[0]?._id);
    await tell('start', { id, redelivered: delivery.redelivered === true, attempt: delivery.attempt });
    await wait(workMs, undefined, { signal });
    await tell('end', { id });
  },
);
const worker = workMs === undefined ? undefined : createWorker({ queue, router, logger: silent });
const server = createServer(app);
while (!(await queue.health()).ready) await wait(5);

const told = once(process, 'message');
await tell('loaded');
await told;
await worker?.start();
server.listen(port, '127.0.0.1');
await once(server, 'listening');

stopAtSigterm(async () => {
  await receiver.drain();
  const closed = once(server, 'close');
  server.close();
  await closed;
  await worker?.close({ graceMs });
  await queue.close();
});
await tell('ready');
