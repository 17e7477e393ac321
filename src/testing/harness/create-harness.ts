import {
  createMemoryQueue,
  createReceiver,
  createWorker,
  type DeadLetter,
  type EventFor,
  type MemoryQueue,
  type Receiver,
  type Router,
  type TriggerPattern,
  type Worker,
} from '../../index.ts';
import type { ManualClock } from '../manual-clock.ts';
import { createMemoryLogger, type LogLine } from '../memory-logger.ts';
import { Activities } from './activities.ts';
import { createDeliver, type Deliver } from './deliver.ts';
import { createInnerClock } from './inner-clock.ts';
import { type HarnessOptions, readHarnessOptions } from './options.ts';
import { type HandledDelivery, HandlerRecord, type HandlerRun } from './record.ts';
import { createRest, TICK_MS } from './rest.ts';
import { createSettle } from './settle.ts';

/** The whole pipeline in memory, from the call to the handlers, on a clock that stands still until it is turned. */
export interface Harness {
  readonly receiver: Receiver;
  readonly queue: MemoryQueue;
  /** Started already. */
  readonly worker: Worker;
  readonly clock: ManualClock;
  readonly router: Router;
  /** The secret that `deliver` sends. */
  readonly secret: string;
  /**
   * Posts a body to the receiver as the service does, and gives the answer; with `times` a list of answers. The handlers have not run then: await
   * `settle`. Rejects with an `OptionsError` for a fixture that does not exist.
   */
  readonly deliver: Deliver;
  /**
   * Runs everything to its end without waiting: handlers, retry delays, time-outs, and what others scheduled on `clock`, such as a sender's
   * attempts. While handlers run they are given real time first, see `patienceMs`. Calls at the same time share one run. Rejects with an
   * `Error` that names what is stuck when there is no end: retries for ever, a paused queue, a closed worker.
   */
  settle(): Promise<void>;
  /**
   * The deliveries whose handlers have all returned, in the order of their end; of one trigger or family alone when a pattern is given. One that no
   * handler wanted is not among them. Throws an `OptionsError` for a trigger that does not exist.
   */
  handled(): HandledDelivery[];
  handled<P extends TriggerPattern>(pattern: P): HandledDelivery<EventFor<P>>[];
  /** Every run of every handler, in the order of their begin; otherwise as `handled`. */
  runs(): HandlerRun[];
  runs<P extends TriggerPattern>(pattern: P): HandlerRun<EventFor<P>>[];
  /** What is a dead letter now, in the order in which it was given up. `queue.deadLetters` replays and removes. */
  readonly deadLetters: readonly DeadLetter[];
  /** What receiver, queue, worker and the handlers' `context.log` have logged, the oldest first. Nothing is printed. */
  readonly logs: readonly LogLine[];
  /**
   * Closes the worker and the queue, without grace for what runs. A test need not call it: a harness holds nothing open. May be called twice.
   */
  close(): Promise<void>;
}

/**
 * Makes a harness: receiver, memory queue, worker and router as in production, without Redis, ports, timers and open handles.
 * Throws an `OptionsError` when an option is missing or wrong.
 *
 * ```ts
 * const harness = createHarness({ router });
 * const { status } = await harness.deliver('v1.1/message.appUser/text');
 * await harness.settle();
 * harness.handled('message:appUser'); // one, with its typed event
 * ```
 */
export function createHarness(options: HarnessOptions): Harness {
  const settings = readHarnessOptions(options);
  const { router, secret, secrets, clock, patienceMs } = settings;
  const logger = createMemoryLogger();
  const logs = logger.lines;
  const activities = new Activities();
  const ticks = Math.ceil(patienceMs / TICK_MS);
  const record = new HandlerRecord(activities, { ticks, ticksOnceHung: Math.ceil(ticks / 4) }, clock);
  const parts = { logger, clock: createInnerClock(clock) };

  const queue = createMemoryQueue({ ...parts, allowInProduction: true });
  // It has said that deliveries die with the process, which is no news here.
  logger.clear();
  const receiver = trackCalls(
    createReceiver({ ...settings.receiver, ...parts, secrets, queue }),
    activities,
    ticks,
  );
  const worker = createWorker({
    backoff: longestBackoff,
    ...settings.worker,
    ...parts,
    queue,
    router: record.watch(router),
  });
  worker.on('handled', (event) => record.noteHandled(event));

  const changes = () => [logs.length, activities.changes, queue.length, clock.pending()].join();
  const rest = createRest(activities, changes);
  const endSettling = clock.settleWith(rest.wait);
  const settle = createSettle({
    queue,
    worker,
    clock,
    activities,
    rest,
    foreignTimers: () => clock.pending() - parts.clock.pending(),
  });
  let closing: Promise<void> | undefined;

  async function shutDown(): Promise<void> {
    let open = true;
    const closed = worker
      .close({ graceMs: 0 })
      .then(() => queue.close())
      .finally(() => {
        open = false;
        endSettling();
      });
    await clock.advance(0);
    // The hand-back of what still runs has time limits, and they are on the clock.
    for (let atMs = clock.nextAt(); open && atMs !== undefined; atMs = clock.nextAt()) {
      await clock.advance(Math.max(atMs - clock.now(), 0));
    }
    await closed;
  }

  // It cannot fail: the worker is new.
  void worker.start();
  return {
    receiver,
    queue,
    worker,
    clock,
    router,
    secret,
    deliver: createDeliver(receiver, settings),
    settle,
    handled: (pattern?: TriggerPattern) => record.handled(pattern),
    runs: (pattern?: TriggerPattern) => record.runs(pattern),
    get deadLetters() {
      return queue.deadLetters.all();
    },
    logs,
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}

/** The longest wait that the worker's default backoff may choose, in milliseconds: what a test expects must not be left to chance. */
function longestBackoff(attempt: number): number {
  return Math.min(300_000, 1_000 * 2 ** (attempt - 1));
}

/** The same receiver, with the calls that are given to it as values counted while they last. */
function trackCalls(receiver: Receiver, activities: Activities, ticks: number): Receiver {
  const middleware = (...call: Parameters<Receiver>) => receiver(...call);
  return Object.assign(middleware, {
    ...receiver,
    handle: (call: Parameters<Receiver['handle']>[0]) =>
      activities.track('receiver.handle', ticks, () => receiver.handle(call)),
    fetch: (request: Request) => activities.track('receiver.fetch', ticks, () => receiver.fetch(request)),
  });
}
