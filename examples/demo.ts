/**
 * npm run demo: an Express app with a receiver, a queue and a worker gets every fixture over HTTP, some of them twice, and a few calls that
 * must be turned away. Prints what was answered and what the handlers saw, and exits 1 when anything does not add up.
 * REDIS_URL puts the queue on Redis, LOG_LEVEL=info shows the log, DEMO_DEADLINE_MS sets the time limit.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { closeDemoApp, createDemoApp, WEBHOOK_PATH } from './demo/app.ts';
import { makeCalls } from './demo/make-calls.ts';
import { type DemoQueue, openDemoQueue } from './demo/open-queue.ts';
import { expectedTally, planCalls } from './demo/plan.ts';
import { colour, formatTally } from './demo/print.ts';
import { Recorder } from './demo/recorder.ts';
import { compare, totalOf } from './demo/tally.ts';

const deadlineMs = Number(process.env['DEMO_DEADLINE_MS'] ?? 30_000);
const logger = pino({ name: 'demo', level: process.env['LOG_LEVEL'] ?? 'silent' });

/** Runs the demo. Gives a sentence for everything that went wrong. */
async function run({ queue, place }: DemoQueue): Promise<string[]> {
  const signal = AbortSignal.timeout(deadlineMs);
  const calls = planCalls();
  const recorder = new Recorder();
  const secret = randomBytes(16).toString('hex');
  const demo = createDemoApp({ queue, secret, show: recorder.show, logger });
  recorder.watch(demo.worker);

  demo.server.listen(0, '127.0.0.1');
  await once(demo.server, 'listening');
  await demo.worker.start();
  const url = `http://127.0.0.1:${(demo.server.address() as AddressInfo).port}${WEBHOOK_PATH}`;
  console.log(`${calls.length} calls to ${url}, queue ${place}`);

  const wrong: string[] = [];
  try {
    await makeCalls(calls, { url, secret, recorder, signal });
  } catch (error) {
    const why = signal.aborted ? `not finished after ${deadlineMs} ms` : String(error);
    wrong.push(`stopped before the end: ${why}`);
  }
  await closeDemoApp(demo, queue, () => recorder.countDeadLetters(queue));

  const { refused, failed } = totalOf(recorder.tally);
  console.log(`\n${formatTally(recorder.tally).join('\n')}\n`);
  console.log('received = handled + duplicates + dead letters');
  console.log(
    `dead letters: ${refused} refused by a schema, ${failed} failed in a handler; they can be replayed\n`,
  );
  return [...wrong, ...compare(expectedTally(calls), recorder.tally)];
}

// Should something hang that the deadline does not reach.
setTimeout(() => process.exit(1), deadlineMs + 10_000).unref();

let opened: DemoQueue | undefined;
try {
  opened = await openDemoQueue(process.env['REDIS_URL'], logger);
  const wrong = await run(opened);
  for (const line of wrong) console.log(colour('red', `does not add up: ${line}`));
  if (wrong.length > 0) process.exitCode = 1;
  else console.log(colour('green', 'everything adds up'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await opened?.cleanUp();
}
