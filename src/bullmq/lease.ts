import type { Job } from 'bullmq';
import type { Delivery } from '../delivery.ts';
import type { Lease } from '../queue/index.ts';
import type { Checkpoints } from './checkpoints.ts';
import { readFailedReason } from './failed-reason.ts';
import { hasFailed } from './tolerant-worker.ts';

const none: ReadonlyMap<string, string> = new Map();

/** What `process` gets of a job. */
export function createLease(
  job: Job,
  delivery: Delivery,
  signal: AbortSignal,
  checkpoints: Checkpoints,
): Lease {
  const id = String(job.id);
  const attempt = job.attemptsMade + 1;
  // One whose run was cut short counts that run; one that failed, and the replay of a dead letter, are told by BullMQ's list of failures.
  const isNew = job.attemptsStarted <= 1 && job.stalledCounter === 0 && !hasFailed(job);
  return {
    delivery,
    attempt,
    redelivered: job.attemptsStarted > attempt,
    failures: job.failedReason ? readFailedReason(job.failedReason).failures : [],
    signal,
    readCheckpoints: () => (isNew ? none : checkpoints.read(id)),
    writeCheckpoint: (name, value) => checkpoints.write(id, name, value),
    noteCheckpoint: (name, value) => checkpoints.note(id, name, value),
  };
}
