import { UnrecoverableError } from 'bullmq';
import type { DeathCause, HandlerFailure } from '../queue/index.ts';

/**
 * The failure of a run as BullMQ is told of it: the cause travels as JSON in the message, which BullMQ stores as the job's
 * `failedReason` in the same step that moves the job, and deletes when the job is replayed.
 */
export class RetryError extends Error {
  override readonly name = 'RetryError';
  readonly delayMs: number;

  constructor(failures: readonly HandlerFailure[], delayMs: number) {
    super(JSON.stringify({ failures }));
    this.delayMs = delayMs;
    this.stack = '';
  }
}

/** The error that makes a job a dead letter at once. */
export function deathError(cause: DeathCause): UnrecoverableError {
  const { reason, failures, issues } = cause;
  const error = new UnrecoverableError(JSON.stringify({ reason, failures, issues }));
  error.stack = '';
  return error;
}

/** Reads the cause back. A reason that is not ours is BullMQ's own: the job's runs ended their process too often. */
export function readFailedReason(failedReason: string | undefined): DeathCause {
  try {
    const { reason = 'handler_failed', failures = [], issues = [] } = JSON.parse(failedReason ?? '');
    return { reason, failures, issues };
  } catch {
    return crashedCause;
  }
}

/** The cause of a job whose data is no delivery. */
export const unreadableCause: DeathCause = { reason: 'unreadable', failures: [], issues: [] };

/** The cause of a delivery whose runs ended the process each time. */
export const crashedCause: DeathCause = { reason: 'crashed', failures: [], issues: [] };

/** The field of the job's hash that counts the runs which began alone and did not end. */
export const SOLO_FIELD = 'solo';
