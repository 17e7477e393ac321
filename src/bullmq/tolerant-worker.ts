import { setTimeout as wait } from 'node:timers/promises';
import { type Job, type JobJson, type Processor, type Span, Worker, type WorkerOptions } from 'bullmq';

/** Redis 6.2, the oldest that BullMQ works on, takes fractions of a second as the time of a blocking read. */
const capabilities = { canDoubleTimeout: true, canBlockFor1Ms: false };

/**
 * A Redis that is there and takes no command for now answers with one of these: full, without replicas, with a full disk, demoted, loading … Redis 6
 * wraps them when a script meets them.
 */
const refusal = /\b(OOM|NOREPLICAS|MISCONF|READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY)\b/;

/** A Redis that refuses is asked again so often, in milliseconds. */
const REFUSED_RETRY_MS = 250;

/** BullMQ writes the stack traces of a job, an empty list here, at its first failure, and never removes them. */
const failed = new WeakSet<Job>();

/** True for a job that failed before: for the replay of a dead letter too, of which BullMQ says nothing else. */
export function hasFailed(job: Job): boolean {
  return failed.has(job);
}

/**
 * BullMQ's worker with three differences. It hands out a job whose data is no JSON too, in an envelope that no reader takes for a delivery: BullMQ
 * itself throws where nobody can catch it, and leaves the job active for ever. It waits for a retry to the millisecond: without the check
 * of the version, which freezes the process where INFO is forbidden, BullMQ rounds each wait up to a whole second. And it says the end of a job
 * again while Redis refuses to hear it, and does not fetch meanwhile: BullMQ does so for lost connections alone, else leaves the job until its lock
 * runs out, and fetches without a pause.
 */
export class TolerantWorker extends Worker {
  constructor(name: string, run: Processor, options: WorkerOptions) {
    super(name, run, options);
    const { blockingConnection } = this.backend as { blockingConnection?: object };
    if (blockingConnection) {
      Object.defineProperty(blockingConnection, 'capabilities', { get: () => capabilities, set() {} });
    }
  }

  protected override createJob(json: JobJson, jobId: string): Job {
    const job = this.#readJob(json, jobId);
    if (json.stacktrace !== undefined) failed.add(job);
    return job;
  }

  #readJob(json: JobJson, jobId: string): Job {
    try {
      return super.createJob(json, jobId);
    } catch {
      return super.createJob({ ...json, data: JSON.stringify({ unreadable: json.data }) }, jobId);
    }
  }

  protected override handleCompleted(
    result: unknown,
    job: Job,
    token: string,
    fetchNext?: () => boolean,
    span?: Span,
  ) {
    return this.#whileRefused(() => super.handleCompleted(result, job, token, fetchNext, span));
  }

  protected override handleFailed(
    error: Error,
    job: Job,
    token: string,
    fetchNext?: () => boolean,
    span?: Span,
  ) {
    return this.#whileRefused(() => super.handleFailed(error, job, token, fetchNext, span));
  }

  protected override async moveToActive(token: string, name?: string) {
    try {
      return await super.moveToActive(token, name);
    } catch (error) {
      if (isRefusal(error)) await wait(REFUSED_RETRY_MS, undefined, { ref: false });
      throw error;
    }
  }

  async #whileRefused<Next>(speak: () => Promise<Next>): Promise<Next> {
    for (;;) {
      try {
        return await speak();
      } catch (error) {
        if (this.closing || !isRefusal(error)) throw error;
      }
      await wait(REFUSED_RETRY_MS, undefined, { ref: false });
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && refusal.test(error.message);
}
