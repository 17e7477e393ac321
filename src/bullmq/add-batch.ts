import { setImmediate } from 'node:timers';
import type { Job, JobsOptions, Queue } from 'bullmq';

/** A job to be added. */
export interface NewJob {
  readonly name: string;
  readonly data: unknown;
  /** `jobId` must be one of its own: that is how a repeated add is told from a duplicate. */
  readonly opts: JobsOptions;
}

interface Waiting {
  readonly job: NewJob;
  readonly resolve: (job: Job) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Adds what arrives in one turn of the event loop in one round trip: BullMQ's `addBulk`, a pipeline of the same scripts that `add` runs, so each job meets
 * the check for duplicates by itself. One that comes alone is added alone, and no later.
 */
export class AddBatch {
  #waiting: Waiting[] = [];
  readonly #queue: Queue;

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  /** Resolves to the job that is in the queue: the new one, or the one that holds its deduplication key. */
  add(job: NewJob): Promise<Job> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.#flush());
      this.#waiting.push({ job, resolve, reject });
    });
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    const [first] = batch;
    if (batch.length === 1 && first) return this.#addAlone(first);
    try {
      const jobs = await this.#queue.addBulk(batch.map(({ job }) => ({ ...job })));
      for (const [i, { resolve }] of batch.entries()) resolve(jobs[i] as Job);
    } catch (error) {
      // BullMQ gives the first error of the pipeline and nothing else. Where Redis refused a job, the others may be in: each is added again under its own
      // id, which changes nothing for one that is. Where it did not answer, another round would be as silent.
      if (isReply(error)) await Promise.all(batch.map((each) => this.#addAlone(each)));
      else for (const { reject } of batch) reject(error);
    }
  }

  async #addAlone({ job: { name, data, opts }, resolve, reject }: Waiting): Promise<void> {
    try {
      resolve(await this.#queue.add(name, data, opts));
    } catch (error) {
      reject(error);
    }
  }
}

/** Redis has answered, with an error. */
function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}
