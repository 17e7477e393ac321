import type { Job } from 'bullmq';
import type { Delivery, TakenBack } from '../delivery.ts';
import type { HandlerFailure, Lease } from '../queue/index.ts';
import type { Checkpoints } from './checkpoints.ts';
import { readFailedReason } from './failed-reason.ts';
import { hasFailed } from './tolerant-worker.ts';

const none: ReadonlyMap<string, string> = new Map();

/** What `process` gets of a job. */
export class BullLease implements Lease {
  readonly jobId: string;
  readonly delivery: Delivery;
  readonly attempt: number;
  readonly redelivered: boolean;
  readonly failures: readonly HandlerFailure[];
  readonly signal = new LeaseSignal();
  readonly #isNew: boolean;
  readonly #checkpoints: Checkpoints;

  constructor(job: Job, delivery: Delivery, checkpoints: Checkpoints) {
    this.jobId = String(job.id);
    this.delivery = delivery;
    this.attempt = job.attemptsMade + 1;
    this.redelivered = job.attemptsStarted > this.attempt;
    this.failures = job.failedReason ? readFailedReason(job.failedReason).failures : [];
    // One whose run was cut short counts that run; one that failed, and the replay of a dead letter, are told by BullMQ's list of failures.
    this.#isNew = job.attemptsStarted <= 1 && job.stalledCounter === 0 && !hasFailed(job);
    this.#checkpoints = checkpoints;
  }

  // Fields: who wraps a queue makes a lease of his own from this one with a spread, which leaves methods behind.
  readonly readCheckpoints = () => (this.#isNew ? none : this.#checkpoints.read(this.jobId));

  readonly writeCheckpoint = (name: string, value: string) =>
    this.#checkpoints.write(this.jobId, name, value);

  readonly noteCheckpoint = (name: string, value: string) => this.#checkpoints.note(this.jobId, name, value);
}

/** As an `AbortSignal`, of which making one and listening to it costs 4 us. */
class LeaseSignal implements TakenBack {
  aborted: boolean = false;
  reason: unknown;
  #listeners: readonly (() => void)[] = [];

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = [...this.#listeners, listener];
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.filter((each) => each !== listener);
  }

  /** The first reason counts. */
  abort(reason: Error): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners) listener();
  }
}
