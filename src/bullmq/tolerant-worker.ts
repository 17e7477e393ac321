import { type Job, type JobJson, Worker } from 'bullmq';

/**
 * BullMQ's worker, except that it hands out a job whose data is no JSON too: with its raw data in an envelope that no reader takes
 * for a delivery. BullMQ itself throws where nobody can catch it, and leaves the job active for ever.
 */
export class TolerantWorker extends Worker {
  protected override createJob(json: JobJson, jobId: string): Job {
    if (isJson(json.data)) return super.createJob(json, jobId);
    return super.createJob({ ...json, data: JSON.stringify({ unreadable: json.data }) }, jobId);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
