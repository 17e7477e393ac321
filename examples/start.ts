/**
 * npm start: the whole story on one machine. The service runs as an emulator, an app receives its webhooks, and its handlers answer through its API. Write
 * "hi" on the phone that it prints the address of.
 * PORT (the app, default 3000), EMULATOR_PORT (default 4010), REDIS_URL (default: in memory), LOG_LEVEL (default error).
 */
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import express from 'express';
import { pino } from 'pino';
import { createMemoryQueue, createReceiver, createRouter, createServer, createWorker } from 'switchhook';
import { createBullQueue } from 'switchhook/bullmq';
import { basicAuth, createClient, webhookSecrets } from 'switchhook/client';
import { createEmulator } from 'switchhook/emulator';
import { callLine } from './demo/print.ts';
import { addReplies } from './start/replies.ts';

const { PORT = '3000', EMULATOR_PORT = '4010', REDIS_URL, LOG_LEVEL = 'error' } = process.env;
const logger = pino({ name: 'start', level: LOG_LEVEL });

// The service. Everything below is what an app does with the real one too.
const emulator = createEmulator();
const baseUrl = await emulator.listen(Number(EMULATOR_PORT)).catch(endFor(EMULATOR_PORT, 'EMULATOR_PORT'));

const client = createClient({ auth: basicAuth(emulator.credentials), baseUrl });
const router = createRouter();
router.onAny((event) => console.log(callLine(event.trigger, 'handled', '')));
addReplies(router, client);

const queue = REDIS_URL ? createBullQueue({ connection: REDIS_URL, logger }) : createMemoryQueue({ logger });
const receiver = createReceiver({ secrets: webhookSecrets(client), queue, logger });
const worker = createWorker({ queue, router, logger });

const app = express();
app.use('/webhooks/messaging', receiver);
const server = createServer(app);
await new Promise<void>((resolve, reject) => {
  server.once('error', reject).listen(Number(PORT), '127.0.0.1', resolve);
}).catch(endFor(PORT, 'PORT'));
await worker.start();

// The receiver is up, so that it can answer the HEAD with which the service probes it.
const { port } = server.address() as AddressInfo;
await client.webhooks.ensure({
  target: `http://127.0.0.1:${port}/webhooks/messaging`,
  triggers: ['*', 'typing:appUser'],
});
// It asked for the secret when it was made, before there was one, and asks again a second later.
while (!(await receiver.health()).ready) await wait(100);

console.log(`\nThe phone and the deliveries: ${baseUrl}/_emulator\n`);
console.log('Write "hi" there, and the handlers in examples/start/replies.ts answer. Ctrl+C ends this.\n');

let ending = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end());

/** Ctrl+C can arrive twice, from the terminal and from npm. */
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await receiver.drain();
  server.close();
  server.closeIdleConnections();
  await worker.close({ graceMs: 5_000 });
  await queue.close();
  await emulator.close();
}

function endFor(port: string, variable: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    console.error(
      error.code === 'EADDRINUSE' ? `Port ${port} is in use: set ${variable} to another one.` : error.message,
    );
    process.exit(1);
  };
}
