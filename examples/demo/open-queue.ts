import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { createMemoryQueue, type DeliveryQueue, type Logger } from 'switchhook';
import { createBullQueue } from 'switchhook/bullmq';

/** A queue for one run of the demo. */
export interface DemoQueue {
  readonly queue: DeliveryQueue;
  readonly place: string;
  /** Deletes what the run has left in Redis. To be called after `queue.close()`. */
  cleanUp(): Promise<void>;
}

/**
 * The queue in memory, or on Redis when there is a `redisUrl`: under a prefix of its own, so that the demo sees nothing of your queues and
 * your workers see nothing of the demo. Rejects when Redis does not answer.
 */
export async function openDemoQueue(redisUrl: string | undefined, logger: Logger): Promise<DemoQueue> {
  if (!redisUrl) return { queue: createMemoryQueue({ logger }), place: 'in memory', cleanUp: async () => {} };
  const prefix = `{switchhook-demo-${randomUUID()}}`;
  const queue = createBullQueue({ connection: redisUrl, prefix, logger });
  const { ready, reason } = await queue.health();
  if (!ready) {
    await queue.close();
    throw new Error(`${reason}. Correct REDIS_URL, or leave it out to run in memory.`);
  }
  return { queue, place: `on Redis, prefix ${prefix}`, cleanUp: () => deleteKeys(redisUrl, prefix) };
}

async function deleteKeys(redisUrl: string, prefix: string): Promise<void> {
  const redis = new Redis(redisUrl);
  try {
    for await (const keys of redis.scanStream({ match: `${prefix}:*`, count: 1_000 })) {
      if (keys.length > 0) await redis.unlink(keys);
    }
  } finally {
    redis.disconnect();
  }
}
