import type { Clock } from '../clock.ts';
import { HandlerTimeoutError, isPermanentError } from '../errors/index.ts';
import { childLogger, describeError, type Logger } from '../logger.ts';
import { type Checkpoints, doneCheckpoint } from './checkpoints.ts';
import type { DeliveryInfo, HandlerContext } from './handler.ts';
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
  const running = new Set<AbortController>();
  // One listener for all: with one for each, Node warns of a leak at the eleventh handler.
  const takeBack = () => {
    const { reason } = run.signal;
    // A handler that throws the reason must throw an error.
    for (const control of running)
      control.abort(reason instanceof Error ? reason : new Error(String(reason)));
  };
  run.signal.addEventListener('abort', takeBack, { once: true });
  const results = await Promise.all(
    handlers.map(async (handler) => {
      const control = new AbortController();
      running.add(control);
      const result = await runHandler(handler, run, control);
      running.delete(control);
      return result;
    }),
  );
  run.signal.removeEventListener('abort', takeBack);
  return results;
}

async function runHandler(
  handler: Registration,
  run: DeliveryRun,
  control: AbortController,
): Promise<HandlerResult> {
  if (run.checkpoints.known.has(doneCheckpoint(handler.name))) return { handler, outcome: 'done' };
  if (run.signal.aborted) return { handler, outcome: 'cut' };
  const timeoutMs = handler.timeoutMs ?? run.timeoutMs;
  const timeOut = () => {
    control.abort(new HandlerTimeoutError(`${handler.name} took longer than ${timeoutMs} ms.`));
  };
  const cancelTimer = run.clock.schedule(timeOut, timeoutMs);
  // Listens before the handler does: what the handler makes of the abort comes too late to count.
  const stopped = whenAborted(control.signal).then((): HandlerResult => {
    if (run.signal.aborted) return { handler, outcome: 'cut' };
    return { handler, outcome: 'failed', error: control.signal.reason, permanent: false };
  });
  const result = await Promise.race([stopped, callHandler(handler, run, control.signal)]);
  cancelTimer();
  // Not part of its time: a handler that has returned is done, however slow the note of it is.
  if (result.outcome === 'done' && !control.signal.aborted) {
    await Promise.race([noteDone(handler, run), whenAborted(control.signal)]);
  }
  return result;
}

/** Resolves when `signal` is aborted, and never when it was before. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

async function callHandler(
  handler: Registration,
  run: DeliveryRun,
  signal: AbortSignal,
): Promise<HandlerResult> {
  try {
    const event: unknown = structuredClone(run.event);
    if (!(await handler.wants(event))) return { handler, outcome: 'unwanted' };
    signal.throwIfAborted();
    await handler.call(event, makeContext(handler, run, signal));
    return { handler, outcome: 'done' };
  } catch (error) {
    return { handler, outcome: 'failed', error, permanent: isPermanentError(error) };
  }
}

function makeContext({ name }: Registration, run: DeliveryRun, signal: AbortSignal): HandlerContext {
  const { trigger, delivery, checkpoints, event } = run;
  const log = childLogger(run.logger, { trigger, key: delivery.key, handler: name });
  return { delivery, signal, log, once: createOnce({ handler: name, checkpoints, signal, log, event }) };
}

/** Notes that a handler has returned. Where that fails a later run of the delivery repeats it: at least once. */
async function noteDone({ name }: Registration, run: DeliveryRun): Promise<void> {
  try {
    await run.checkpoints.write(doneCheckpoint(name), '1');
  } catch (error) {
    const fields = { trigger: run.trigger, key: run.delivery.key, handler: name };
    const described = describeError(error, run.event);
    run.logger.warn(
      { ...fields, error: described },
      'that a handler has returned could not be noted: it may repeat',
    );
  }
}
