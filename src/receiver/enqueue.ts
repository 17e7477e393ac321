import type { Delivery } from '../delivery.ts';
import { QueueError } from '../errors/index.ts';
import type { EnqueueResult } from '../queue/index.ts';
import { withDeadline } from './deadline.ts';
import type { Settings } from './options.ts';
import type { Releases } from './releases.ts';

/** However long the secrets took, the queue gets this long, in milliseconds. */
const MIN_ENQUEUE_MS = 300;

/**
 * Stores `delivery`, whose payload was read from the text `payloadJson`, if from any, within `enqueueTimeoutMs`, less the `waitedMs` that the secrets
 * took. Rejects with a `QueueError` (503), whatever the queue rejected with. A weak key waits for its release that is under way: of two equal taps,
 * each acknowledged, the second must not meet the claim of the first.
 */
export async function enqueue(
  delivery: Delivery,
  payloadJson: string | undefined,
  waitedMs: number,
  { queue, enqueueTimeoutMs, clock }: Settings,
  releases: Releases,
): Promise<EnqueueResult> {
  const store = async () => {
    if (delivery.keyStrength === 'weak') await releases.settled(delivery.key);
    return queue.enqueue(delivery, payloadJson);
  };
  const timeoutMs = Math.max(Math.min(MIN_ENQUEUE_MS, enqueueTimeoutMs), enqueueTimeoutMs - waitedMs);
  const late = () => new QueueError('enqueue_timeout', 'the queue did not take the delivery in time');
  try {
    return await withDeadline(store(), timeoutMs, clock, late);
  } catch (error) {
    if (error instanceof QueueError) throw error;
    throw new QueueError('queue_unavailable', 'the queue did not take the delivery', { cause: error });
  }
}
