import type { Clock } from '../clock.ts';
import type { TakenBack } from '../delivery.ts';
import type { Logger } from '../logger.ts';
import { type Checkpoints, doneCheckpoint } from './checkpoints.ts';
import type { DeliveryInfo } from './handler.ts';
import { HandlerRun, type Progress } from './handler-run.ts';
import type { Registration } from './registration.ts';

/** One run of a delivery, as its handlers share it. */
export interface DeliveryRun {
  /** Each handler gets a copy of its own, so that none can change what another sees. */
  readonly event: unknown;
  readonly delivery: DeliveryInfo;
  /** For the log: the name of a known trigger, or `other`. */
  readonly trigger: string;
  /** Aborted when the delivery is taken back. */
  readonly signal: TakenBack;
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
  const running = new Set<HandlerRun>();
  const progress: Progress = { left: handlers.length, settles: run.settles };
  const runOne = (handler: Registration): HandlerResult | Promise<HandlerResult> => {
    if (run.checkpoints.known.has(doneCheckpoint(handler.name))) {
      progress.left -= 1;
      return { handler, outcome: 'done' };
    }
    if (run.signal.aborted) return { handler, outcome: 'cut' };
    return new Promise((resolve) => {
      const one = new HandlerRun(handler, run, progress, (result) => {
        running.delete(one);
        resolve(result);
      });
      running.add(one);
      one.start();
    });
  };
  // One listener for all: with one for each, Node warns of a leak at the eleventh handler.
  const takeBack = () => {
    const { reason } = run.signal;
    // A handler that throws the reason must throw an error.
    for (const one of running) one.stop(reason instanceof Error ? reason : new Error(String(reason)));
  };
  run.signal.addEventListener('abort', takeBack);
  const results = await Promise.all(handlers.map(runOne));
  run.signal.removeEventListener('abort', takeBack);
  return results;
}
