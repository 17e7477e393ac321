import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { RunWorker } from '../protocol.ts';

/** A BullMQ worker with a processor that does nothing. It knows no handlers: `handlers` is ignored. */
export const run: RunWorker = ({ redisUrl }, { concurrency, onHandled }) => {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const worker = new Worker('webhooks', async (job) => onHandled(job.data), { connection, concurrency });
  worker.on('error', (error) => console.error(error));
  return {
    async close() {
      await worker.close();
      connection.disconnect();
    },
  };
};
