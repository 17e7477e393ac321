// The process of a fault run that answers the service: an Express 5 app with the receiver, and nothing that shields it.
import { createServer } from 'node:http';
import express from 'express';
import { createBullQueue } from '../../src/bullmq/index.ts';
import { createReceiver } from '../../src/index.ts';
import { readSettings, stopAtSigterm, tellReady } from './child-settings.ts';

const { redisUrl, secret, port } = readSettings();

const queue = createBullQueue({ connection: redisUrl });
const receiver = createReceiver({ secrets: secret, queue });
const server = createServer(express().use('/webhooks/messaging', receiver));
server.listen(port, '127.0.0.1', tellReady);

stopAtSigterm(async () => {
  await receiver.drain();
  await new Promise((resolve) => server.close(resolve));
  await queue.close();
});
