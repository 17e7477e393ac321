let lastMs = 0;

/** The time now, but later than `afterMs` and than any time that this function has given before. Milliseconds. */
export function nextMs(afterMs = 0): number {
  lastMs = Math.max(Date.now(), lastMs + 1, afterMs + 1);
  return lastMs;
}
