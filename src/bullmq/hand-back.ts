import { setTimeout as wait } from 'node:timers/promises';

/** How long handing a delivery back, and stopping after that, may take at a close, in milliseconds. */
export const HAND_BACK_MS = 1_000;

/** Waits for a last word to Redis, which may be away: at most `HAND_BACK_MS`, and its failure is nobody's concern. */
export async function withinHandBack(speaking: Promise<unknown>): Promise<void> {
  speaking.catch(() => {});
  await Promise.race([speaking, wait(HAND_BACK_MS, undefined, { ref: false })]).catch(() => {});
}
