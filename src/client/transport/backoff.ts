/** The longest first wait, in milliseconds; it doubles with each retry. */
const BASE_MS = 500;

/** The longest wait of all, in milliseconds. */
const CAP_MS = 8_000;

/** The wait before retry number `retry` (from 0), in whole milliseconds: exponential with full jitter, so that calls that failed together do not return together. */
export function waitBeforeRetry(retry: number, random: () => number): number {
  return Math.floor(random() * (Math.min(CAP_MS, BASE_MS * 2 ** retry) + 1));
}
