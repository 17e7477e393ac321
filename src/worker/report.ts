import type { Delivery } from '../delivery.ts';
import type { Logger } from '../logger.ts';
import type { DeadLetter, DeathCause, HandlerFailure, Lease } from '../queue/index.ts';
import type { Emitter } from './emitter.ts';
import { deliveryFields } from './log-fields.ts';
import type { RunOutcome } from './run-delivery.ts';

/** A delivery whose handlers have all returned, or that no handler wanted. */
export interface HandledEvent {
  readonly delivery: Delivery;
  /** Which run this was, from 1. */
  readonly attempt: number;
  /** How long the run took. */
  readonly durationMs: number;
}

/** A delivery that will be run again. */
export interface RetryingEvent {
  readonly delivery: Delivery;
  /** Which run this was, from 1. */
  readonly attempt: number;
  /** How long it waits. */
  readonly delayMs: number;
  /** The handlers that failed so far; those that are `final` will not be run again. Empty when none could be started. */
  readonly failures: readonly HandlerFailure[];
}

/** A delivery that was given up, with its cause.. */
export interface DeadLetteredEvent extends DeathCause {
  readonly delivery: Delivery;
  /** How often it ran. */
  readonly attempts: number;
}

/** What a worker tells its listeners, by the name of the event. Each is emitted when the queue has recorded how the run ended. */
export interface WorkerEvents {
  handled: HandledEvent;
  retrying: RetryingEvent;
  deadLettered: DeadLetteredEvent;
}

/** Logs how a run ended, in one line, and tells the listeners. */
export function reportRun(
  { delivery, attempt }: Lease,
  run: RunOutcome,
  { logger, emitter }: Reporting,
): void {
  const { trigger, version, key } = deliveryFields(delivery);
  const { outcome, durationMs } = run;
  const fields = { trigger, version, key, outcome, attempt, durationMs };
  switch (run.outcome) {
    case 'handled':
      if (run.wanted) logger.info(fields, 'delivery handled');
      else logger.debug(fields, 'no handler wants this delivery');
      emitter.emit('handled', { delivery, attempt, durationMs });
      break;
    case 'retry': {
      const { delayMs, failures } = run;
      logger.warn({ ...fields, delayMs, failures }, 'delivery will be retried');
      emitter.emit('retrying', { delivery, attempt, delayMs, failures });
      break;
    }
    case 'dead': {
      const { reason, failures, issues } = run;
      logger.error({ ...fields, reason, failures, issues }, 'delivery is a dead letter');
      emitter.emit('deadLettered', { delivery, attempts: attempt, reason, failures, issues });
      break;
    }
    case 'handBack':
      logger.info(fields, 'delivery handed back before its end');
  }
}

/** Logs a delivery that the queue gave up without asking, and tells the listeners. */
export function reportGivenUp(
  { delivery, attempts, reason, failures, issues }: DeadLetter,
  { logger, emitter }: Reporting,
): void {
  const fields = { ...deliveryFields(delivery), outcome: 'dead', attempt: attempts, reason };
  logger.error({ ...fields, failures, issues }, 'delivery is a dead letter');
  emitter.emit('deadLettered', { delivery, attempts, reason, failures, issues });
}

/** Where reports go. */
export interface Reporting {
  readonly logger: Logger;
  readonly emitter: Emitter<WorkerEvents>;
}
