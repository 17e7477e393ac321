import type { Clock } from '../clock.ts';
import { HandlerTimeoutError, isPermanentError } from '../errors/index.ts';
import { childLogger, describeError, type Logger } from '../logger.ts';
import { type Checkpoints, doneCheckpoint } from './checkpoints.ts';
import { copyJson } from './copy-json.ts';
import type { DeliveryInfo, HandlerContext } from './handler.ts';
import { HandlerStop } from './handler-stop.ts';
import { createOnce } from './once.ts';
import type { Registration } from './registration.ts';

/** One run of a delivery, as its handlers share it. */
export interface DeliveryRun {
  /** Each handler gets a copy of its own, so that none can change what another sees. */
  readonly event: unknown;
  readonly delivery: DeliveryInfo;
  /** For the log: the name of a known trigger, or `other`. */
  readonly trigger: string;
  /** Aborted when the delivery is taken back. */
  readonly signal: AbortSignal;
  /** How long a handler without a `timeoutMs` of its own may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly checkpoints: Checkpoints;
  /** Whether the delivery is over once its handlers have returned: none is left that failed in an earlier run. */
  readonly settles: boolean;
  readonly logger: Logger;
  readonly clock: Clock;
}

/**
 * How a handler fared. `done`: it has returned, now or in an earlier run. `unwanted`: its `when` said no. `cut`: the delivery was taken
 * back before its end.
 */
export type HandlerResult =
  | { readonly handler: Registration; readonly outcome: 'done' | 'unwanted' | 'cut' }
  | {
      readonly handler: Registration;
      readonly outcome: 'failed';
      readonly error: unknown;
      /** True when the handler said that trying again cannot help. */
      readonly permanent: boolean;
    };

/**
 * Runs handlers at the same time and apart from each other; those that returned in an earlier run are not started. Never rejects, and
 * never waits for a handler that ignores its signal: it resolves once each has ended, timed out or been cut short.
 */
export async function runHandlers(
  handlers: readonly Registration[],
  run: DeliveryRun,
): Promise<readonly HandlerResult[]> {
  const progress: Progress = { running: new Set(), left: handlers.length, settles: run.settles };
  // One listener for all: with one for each, Node warns of a leak at the eleventh handler.
  const takeBack = () => {
    const { reason } = run.signal;
    // A handler that throws the reason must throw an error.
    for (const stop of progress.running)
      stop.stop(reason instanceof Error ? reason : new Error(String(reason)));
  };
  run.signal.addEventListener('abort', takeBack, { once: true });
  const results = await Promise.all(handlers.map((handler) => runHandler(handler, run, progress)));
  run.signal.removeEventListener('abort', takeBack);
  return results;
}

/** How far the handlers of a run are. */
interface Progress {
  readonly running: Set<HandlerStop>;
  /** How many have not ended. */
  left: number;
  /** Whether the delivery is over when those that are left return. */
  settles: boolean;
}

async function runHandler(
  handler: Registration,
  run: DeliveryRun,
  progress: Progress,
): Promise<HandlerResult> {
  if (run.checkpoints.known.has(doneCheckpoint(handler.name))) {
    progress.left -= 1;
    return { handler, outcome: 'done' };
  }
  const stop = new HandlerStop();
  progress.running.add(stop);
  const result = await awaitHandler(handler, run, stop);
  progress.left -= 1;
  if (result.outcome === 'failed' || result.outcome === 'cut') progress.settles = false;
  // Not part of its time: a handler that has returned is done, however slow the note of it is.
  if (result.outcome === 'done' && stop.reason === undefined)
    await noteDone(handler, run, stop, progress.left === 0 && progress.settles);
  progress.running.delete(stop);
  return result;
}

async function awaitHandler(
  handler: Registration,
  run: DeliveryRun,
  stop: HandlerStop,
): Promise<HandlerResult> {
  if (run.signal.aborted) return { handler, outcome: 'cut' };
  const timeoutMs = handler.timeoutMs ?? run.timeoutMs;
  const cancelTimer = run.clock.schedule(() => {
    stop.stop(new HandlerTimeoutError(`${handler.name} took longer than ${timeoutMs} ms.`));
  }, timeoutMs);
  const stopped = stop.stopped.then((error): HandlerResult => {
    if (run.signal.aborted) return { handler, outcome: 'cut' };
    return { handler, outcome: 'failed', error, permanent: false };
  });
  const result = await Promise.race([stopped, callHandler(handler, run, stop)]);
  cancelTimer();
  return result;
}

async function callHandler(
  handler: Registration,
  run: DeliveryRun,
  stop: HandlerStop,
): Promise<HandlerResult> {
  try {
    const event = copyJson(run.event);
    if (!(await handler.wants(event))) return { handler, outcome: 'unwanted' };
    stop.throwIfAborted();
    await handler.call(event, makeContext(handler, run, stop));
    return { handler, outcome: 'done' };
  } catch (error) {
    return { handler, outcome: 'failed', error, permanent: isPermanentError(error) };
  }
}

/** Signal and logger are made for those who ask for them. */
function makeContext({ name }: Registration, run: DeliveryRun, stop: HandlerStop): HandlerContext {
  const { trigger, delivery, checkpoints, event } = run;
  let child: Logger | undefined;
  const log = () => {
    child ??= childLogger(run.logger, { trigger, key: delivery.key, handler: name });
    return child;
  };
  return {
    delivery,
    get signal() {
      return stop.signal;
    },
    get log() {
      return log();
    },
    once: createOnce({ handler: name, checkpoints, signal: stop, log, event }),
  };
}

/**
 * Notes that a handler has returned. Where that fails a later run of the delivery repeats it: at least once. The last of a delivery that is over with
 * it need not wait: the end of the delivery says the same, one round trip later either way.
 */
async function noteDone(
  { name }: Registration,
  run: DeliveryRun,
  stop: HandlerStop,
  isLast: boolean,
): Promise<void> {
  const checkpoint = doneCheckpoint(name);
  if (isLast) return run.checkpoints.note(checkpoint, '1');
  const writing = run.checkpoints.write(checkpoint, '1').catch((error: unknown) => {
    const fields = { trigger: run.trigger, key: run.delivery.key, handler: name };
    const described = describeError(error, run.event);
    run.logger.warn(
      { ...fields, error: described },
      'that a handler has returned could not be noted: it may repeat',
    );
  });
  await Promise.race([writing, stop.stopped]);
}
