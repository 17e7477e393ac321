import type { DeliveryQueue } from 'switchhook';
import { createBullQueue } from 'switchhook/bullmq';

/** The one thing that both processes must agree on: the same Redis, the same name. */
export function openQueue(): DeliveryQueue {
  const { REDIS_URL = 'redis://127.0.0.1:6379', QUEUE_NAME = 'deliveries' } = process.env;
  return createBullQueue({ connection: REDIS_URL, name: QUEUE_NAME });
}
