/**
 * npm start: the app of the demo, to try by hand. It prints a line for curl.
 * PORT (default 3000), WEBHOOK_SECRET (default: a new one, which is printed), REDIS_URL (default: in memory), LOG_LEVEL.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createMemoryQueue } from 'switchhook';
import { createBullQueue } from 'switchhook/bullmq';
import { closeDemoApp, createDemoApp, WEBHOOK_PATH } from './demo/app.ts';
import { callLine } from './demo/print.ts';

const { PORT = '3000', WEBHOOK_SECRET, REDIS_URL, LOG_LEVEL = 'info' } = process.env;
const secret = WEBHOOK_SECRET || `demo-${randomBytes(12).toString('hex')}`;
const logger = pino({ name: 'start', level: LOG_LEVEL });

const queue = REDIS_URL ? createBullQueue({ connection: REDIS_URL, logger }) : createMemoryQueue({ logger });
const demo = createDemoApp({
  queue,
  secret,
  show: (trigger, text) => console.log(callLine(trigger ?? '(no trigger)', 'handled', text)),
  logger,
});

demo.server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === 'EADDRINUSE' ? `Port ${PORT} is in use: set PORT to another one.` : error.message,
  );
  process.exitCode = 1;
  void queue.close();
});

// Only this machine can connect. Leave the address out when the service is to reach you without a tunnel.
demo.server.listen(Number(PORT), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(demo.server.address() as AddressInfo).port}${WEBHOOK_PATH}`;
  // A secret of yours is not printed: the shell takes it from the environment.
  const header = WEBHOOK_SECRET ? '"x-api-key: $WEBHOOK_SECRET"' : `'x-api-key: ${secret}'`;
  console.log('Paste this into another terminal, in the same folder:\n');
  console.log(
    `curl -i ${url} -H 'content-type: application/json' -H ${header} --data @fixtures/v1.1/message.appUser/text.json\n`,
  );
  console.log('Paste it again, and the answer is "duplicate". Ctrl+C ends this.');
  void demo.worker.start();
});

// `on`, not `once`: Ctrl+C can arrive twice, from the terminal and from npm, and without a listener the second would end the process
// at once. Each step of the closing may be taken twice.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => void closeDemoApp(demo, queue));
}
