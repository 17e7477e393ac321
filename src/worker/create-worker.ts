import { OptionsError } from '../errors/index.ts';
import { describeError } from '../logger.ts';
import { nearestTo, readInteger, readOptions } from '../options/index.ts';
import type { Consumption, QueueHealth } from '../queue/index.ts';
import { createEmitter, type Listener } from './emitter.ts';
import { readWorkerOptions, type WorkerOptions } from './options.ts';
import { reportGivenUp, reportRun, type WorkerEvents } from './report.ts';
import { type RunOutcome, runDelivery } from './run-delivery.ts';

/** Takes deliveries from a queue and runs the handlers of a router for them. */
export interface Worker {
  /**
   * Begins to take deliveries. Resolves at once, also while the queue cannot be reached: `health()` says when it can. Does nothing when the
   * worker has started. Rejects with an `OptionsError` after `close`: a closed worker stays closed.
   */
  start(): Promise<void>;
  /**
   * Takes no more deliveries, lets those that run finish, and after `graceMs` (default: 10,000) aborts their handlers' signals and hands the
   * rest back to the queue. Never hangs. A second call returns the promise of the first. Rejects with an `OptionsError` for wrong options.
   */
  close(options?: CloseOptions): Promise<CloseResult>;
  /** Whether deliveries are being taken, and if not, why. Never rejects. */
  health(): Promise<QueueHealth>;
  /** Calls `listener` at each `handled`, `retrying` or `deadLettered`. Its errors are logged and harm nothing. */
  on<Name extends keyof WorkerEvents>(name: Name, listener: Listener<WorkerEvents[Name]>): Worker;
  /** Ends what `on` or `once` began. */
  off<Name extends keyof WorkerEvents>(name: Name, listener: Listener<WorkerEvents[Name]>): Worker;
  /** As `on`, for the next event alone. */
  once<Name extends keyof WorkerEvents>(name: Name, listener: Listener<WorkerEvents[Name]>): Worker;
}

/** Options of `worker.close`. */
export interface CloseOptions {
  /** How long what runs may go on, in milliseconds. Default: 10,000. */
  readonly graceMs?: number;
}

/** How a worker closed. */
export interface CloseResult {
  /** How many deliveries were handed back unfinished. */
  readonly handedBack: number;
}

/** What a queue gets on top of the grace to hand back what is left, before `close` stops waiting for it, in milliseconds. */
const HAND_BACK_MS = 5_000;

/** Makes a worker; `start()` sets it to work. Throws an `OptionsError` when an option is missing or wrong. */
export function createWorker(options: WorkerOptions): Worker {
  const settings = readWorkerOptions(options);
  const { queue, concurrency, clock, logger } = settings;
  const emitter = createEmitter<WorkerEvents>((error, event, { delivery }) => {
    logger.error({ event, error: describeError(error, delivery.payload) }, 'a listener of the worker failed');
  });
  const reporting = { logger, emitter };
  let consumption: Consumption | undefined;
  let closing: Promise<CloseResult> | undefined;

  async function shutDown(graceMs: number): Promise<CloseResult> {
    if (!consumption) return { handedBack: 0 };
    let cancelTimer = () => {};
    const late = new Promise<never>((_, reject) => {
      const giveUp = () => reject(new Error('The queue did not close in time.'));
      cancelTimer = clock.schedule(giveUp, graceMs + HAND_BACK_MS);
    });
    try {
      return await Promise.race([consumption.close({ graceMs }), late]);
    } catch (error) {
      logger.error({ error: describeError(error) }, 'the worker could not hand back what was left');
      return { handedBack: 0 };
    } finally {
      cancelTimer();
    }
  }

  const worker: Worker = {
    async start() {
      if (closing !== undefined) throw new OptionsError('The worker was closed: create another one.');
      const unnamed = settings.router.handlers().filter(({ name }) => /#\d+$/.test(name));
      if (unnamed.length > 0 && !consumption) {
        const handlers = unnamed.map(({ name }) => name);
        logger.warn(
          { handlers },
          'handlers share a default name: give them names, or a new order mistakes one for another',
        );
      }
      consumption ??= queue.consume((lease) => runDelivery(lease, settings), {
        concurrency,
        onSettled: (lease, settlement) => {
          // What the queue itself settled, as it takes a delivery back, is no outcome of ours.
          if ('durationMs' in settlement) reportRun(lease, settlement as RunOutcome, reporting);
        },
        onGivenUp: (deadLetter) => reportGivenUp(deadLetter, reporting),
      });
    },
    async close(given = {}) {
      readOptions(given, ['graceMs'], 'close');
      const graceMs = readInteger(given.graceMs ?? 10_000, 'graceMs', 0);
      closing ??= shutDown(graceMs);
      return closing;
    },
    async health() {
      if (closing !== undefined) return { ready: false, reason: 'The worker was closed.' };
      if (!consumption) return { ready: false, reason: 'The worker was not started.' };
      try {
        return await consumption.health();
      } catch {
        return { ready: false, reason: 'The queue could not say how it is.' };
      }
    },
    on(name, listener) {
      checkEvent(name, listener);
      emitter.add(name, listener, false);
      return worker;
    },
    off(name, listener) {
      emitter.remove(name, listener);
      return worker;
    },
    once(name, listener) {
      checkEvent(name, listener);
      emitter.add(name, listener, true);
      return worker;
    },
  };
  return worker;
}

const eventNames: readonly string[] = [
  'handled',
  'retrying',
  'deadLettered',
] satisfies (keyof WorkerEvents)[];

/** A misspelt event would never be told of. */
function checkEvent(name: string, listener: unknown): void {
  if (!eventNames.includes(name))
    throw new OptionsError(`There is no event '${name}'; did you mean '${nearestTo(name, eventNames)}'?`);
  if (typeof listener !== 'function') throw new OptionsError('The listener must be a function.');
}
