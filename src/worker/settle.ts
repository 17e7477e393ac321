import { describeError } from '../logger.ts';
import type { HandlerFailure, Lease, Settlement } from '../queue/index.ts';
import type { HandlerResult } from '../router/index.ts';

/** How long a failed handler that no worker knows any more is waited for, in milliseconds: a day. */
const MAX_ORPHAN_AGE_MS = 86_400_000;

/** What `settle` goes by. */
export interface SettleOptions {
  /** How often a handler without `attempts` of its own is run. */
  readonly attempts: number;
  /** The time now, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Gives the wait after an attempt, in milliseconds. */
  readonly backoff: (attempt: number) => number;
}

/** The part of a lease that `settle` reads. */
export type SettledLease = Pick<Lease, 'delivery' | 'attempt' | 'failures'>;

/**
 * What is to become of a delivery after its handlers ran. One that was cut short: hand it back. All returned: handled. Some may be run
 * again: retry. Else it is a dead letter.
 * A handler that failed in an earlier run and is not among `results` keeps its failure: it is final, or it is registered in another process
 * only, as during a rollout; the delivery then waits for that process, at most a day.
 */
export function settle(
  results: readonly HandlerResult[],
  lease: SettledLease,
  options: SettleOptions,
): Settlement {
  if (results.some(({ outcome }) => outcome === 'cut')) return { outcome: 'handBack' };
  if (lease.failures.length === 0 && !results.some(({ outcome }) => outcome === 'failed'))
    return { outcome: 'handled' };
  const ran = new Set(results.map(({ handler }) => handler.name));
  const isForgotten = options.nowMs - lease.delivery.receivedAtMs > MAX_ORPHAN_AGE_MS;
  const kept = lease.failures
    .filter(({ handler }) => !ran.has(handler))
    .map((failure) => ({ ...failure, final: failure.final || isForgotten }));
  const failures = [...kept, ...results.flatMap((result) => toFailure(result, lease, options))];
  if (failures.length === 0) return { outcome: 'handled' };
  if (failures.every(({ final }) => final)) {
    return { outcome: 'dead', reason: 'handler_failed', failures, issues: [] };
  }
  return { outcome: 'retry', delayMs: options.backoff(lease.attempt), failures };
}

function toFailure(
  result: HandlerResult,
  lease: SettledLease,
  { attempts }: SettleOptions,
): HandlerFailure[] {
  if (result.outcome !== 'failed') return [];
  const { handler, error, permanent } = result;
  const earlier = lease.failures.find((failure) => failure.handler === handler.name);
  // Runs of this handler, not of the delivery: in some of those it was not started.
  const tried = (earlier?.attempts ?? 0) + 1;
  return [
    {
      handler: handler.name,
      attempts: tried,
      final: permanent || tried >= (handler.attempts ?? attempts),
      error: describeError(error, lease.delivery.payload),
    },
  ];
}
