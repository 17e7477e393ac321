import { type Clock, sleep } from '../clock.ts';
import type { Delivery } from '../delivery.ts';
import { describeError, type Logger } from '../logger.ts';
import type { EnqueueResult } from '../queue/index.ts';
import { withDeadline } from './deadline.ts';

/** The weak keys that are being given back. */
export interface Releases {
  /** Gives the weak key of an acknowledged delivery back. Never rejects: a failure is tried again, then logged. */
  release(delivery: Delivery, result: EnqueueResult): Promise<void>;
  /** Resolves when no release of `key` that is under way at the call is any more. Nothing to wait for when none is. */
  settled(key: string): Promise<unknown> | undefined;
}

/** Pauses before the first, second and third attempt, in milliseconds. */
const PAUSES_MS = [0, 100, 1_000];

/** A release that takes longer has failed, in milliseconds. */
const RELEASE_TIMEOUT_MS = 2_000;

/** Makes the place where releases are kept while they are under way. */
export function createReleases(clock: Clock, logger: Logger): Releases {
  const pending = new Map<string, Promise<unknown>>();

  async function tryRelease(delivery: Delivery, result: EnqueueResult): Promise<void> {
    let failure: unknown;
    for (const pauseMs of PAUSES_MS) {
      if (pauseMs > 0) await sleep(pauseMs, clock);
      try {
        const releasing = (async () => result.release())();
        return await withDeadline(releasing, RELEASE_TIMEOUT_MS, clock, () => new Error('release timed out'));
      } catch (error) {
        failure = error;
      }
    }
    const error = describeError(failure, delivery.payload);
    logger.warn(
      { key: delivery.key, error },
      'a key could not be given back: equal events are dropped until it expires',
    );
  }

  return {
    async release(delivery, result) {
      const { key } = delivery;
      const releasing = Promise.all([pending.get(key), tryRelease(delivery, result)]);
      pending.set(key, releasing);
      await releasing;
      if (pending.get(key) === releasing) pending.delete(key);
    },
    settled: (key) => pending.get(key),
  };
}
