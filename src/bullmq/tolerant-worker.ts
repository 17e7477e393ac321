import { type Job, type JobJson, type Processor, Worker, type WorkerOptions } from 'bullmq';

/** Redis 6.2, the oldest that BullMQ works on, takes fractions of a second as the time of a blocking read. */
const capabilities = { canDoubleTimeout: true, canBlockFor1Ms: false };

/**
 * BullMQ's worker with two differences. It hands out a job whose data is no JSON too, in an envelope that no reader takes for a delivery: BullMQ
 * itself throws where nobody can catch it, and leaves the job active for ever. And it waits for a retry to the millisecond: without the check
 * of the version, which freezes the process where INFO is forbidden, BullMQ rounds each wait up to a whole second.
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
    try {
      return super.createJob(json, jobId);
    } catch {
      return super.createJob({ ...json, data: JSON.stringify({ unreadable: json.data }) }, jobId);
    }
  }
}
