import { createBullQueue } from '../../../src/bullmq/index.ts';
import { createReceiver, type Receiver } from '../../../src/index.ts';
import type { Setup } from '../protocol.ts';

/** Our receiver and queue with their defaults, on a Redis that keeps nothing, as the bench's does. */
export function createOurs({ redisUrl, secret }: Setup): Receiver {
  const queue = createBullQueue({ connection: redisUrl, durability: 'memory' });
  return createReceiver({ secrets: secret, queue });
}
