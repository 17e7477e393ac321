/** How long a delivery waits before its next run: grows with each attempt up to a cap. */
export interface BackoffOptions {
  /** The longest wait after the first attempt, in milliseconds; it doubles with each. Default: 1,000. */
  readonly baseMs?: number;
  /** The longest wait of all, in milliseconds. Default: 300,000 (5 minutes). */
  readonly capMs?: number;
}

/** Gives the wait after `attempt` (from 1), in milliseconds. */
export type Backoff = (attempt: number) => number;

/** Gives a number from 0 up to but not including 1, as `Math.random` does. */
export type Random = () => number;

/**
 * Exponential backoff with full jitter: any wait from 0 up to `baseMs * 2 ** (attempt - 1)`, at most `capMs`, in whole milliseconds. The
 * jitter keeps deliveries that failed together from coming back together.
 */
export function createBackoff({ baseMs = 1_000, capMs = 300_000 }: BackoffOptions, random: Random): Backoff {
  return (attempt) => {
    const longestMs = Math.min(capMs, baseMs * 2 ** (attempt - 1));
    return Math.floor(random() * (longestMs + 1));
  };
}

/**
 * A backoff of the user's that cannot do harm: where it throws, or gives anything but a number of milliseconds from 0 up, the default
 * backoff takes its place and `onBadWait` is told why.
 */
export function guardBackoff(backoff: Backoff, onBadWait: (error: unknown) => void, random: Random): Backoff {
  const fallback = createBackoff({}, random);
  return (attempt) => {
    try {
      const delayMs = backoff(attempt);
      if (Number.isFinite(delayMs) && delayMs >= 0) return Math.round(delayMs);
      throw new RangeError('backoff must give a number of milliseconds from 0 up.');
    } catch (error) {
      onBadWait(error);
      return fallback(attempt);
    }
  };
}
