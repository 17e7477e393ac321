// The process of a fault run that handles deliveries: it writes what it does to the journal.
import { setTimeout as wait } from 'node:timers/promises';
import { createBullQueue } from '../../src/bullmq/index.ts';
import { createRouter, createWorker, type Delivery, type HandlerContext } from '../../src/index.ts';
import { readSettings, stopAtSigterm, tellReady } from './child-settings.ts';
import { readMarker } from './events.ts';
import { type JournalWord, openJournal } from './journal.ts';

/** Shorter than the longest handler, so that a shutdown also hands back. */
const GRACE_MS = 1_000;

const { name, redisUrl, journal } = readSettings();
const write = openJournal(journal);
const worker = `${name}/${process.pid}`;

type Run = Pick<HandlerContext['delivery'], 'receivedAtMs' | 'attempt'> & { readonly redelivered?: boolean };

function note(word: JournalWord, id: string, { receivedAtMs, attempt, redelivered = false }: Run): void {
  write({ word, id, receivedAtMs, attempt, redelivered, worker, atMs: Date.now() });
}

async function handle(payload: unknown, { delivery, signal }: HandlerContext): Promise<void> {
  const { id, workMs, failures } = readMarker(payload);
  note('start', id, delivery);
  try {
    await wait(workMs, undefined, { signal });
  } catch (error) {
    note('cut', id, delivery);
    throw error;
  }
  if (delivery.attempt <= failures) {
    note('failed', id, delivery);
    throw new Error('This handler fails on purpose.');
  }
  note('done', id, delivery);
}

function noteEnd(word: 'completed' | 'dead', { payload, receivedAtMs }: Delivery, attempt: number): void {
  note(word, readMarker(payload).id, { receivedAtMs, attempt });
}

const router = createRouter();
router.onAny({ name: 'journal' }, (event, context) => handle(event, context));
router.onUnknown({ name: 'journal-unknown' }, (event, context) => handle(event.payload, context));

const queue = createBullQueue({ connection: redisUrl });
const running = createWorker({ queue, router });
running.on('handled', ({ delivery, attempt }) => noteEnd('completed', delivery, attempt));
running.on('deadLettered', ({ delivery, attempts }) => noteEnd('dead', delivery, attempts));
await running.start();
tellReady();

stopAtSigterm(async () => {
  await running.close({ graceMs: GRACE_MS });
  await queue.close();
});
