import type { Clock } from '../../clock.ts';

/** Holds calls back after a 429: all that use the same credentials, since the service counts them together. */
export interface Gate {
  /** How long it stays closed, in milliseconds; 0 when it is open. */
  waitMs(): number;
  /** Closes it for so long, or leaves it closed for longer. */
  closeFor(delayMs: number): void;
}

/** Makes a gate that is open. */
export function createGate(clock: Pick<Clock, 'now'>): Gate {
  let closedAtMs = 0;
  let delayMs = 0;
  const waitMs = (): number => {
    const sinceMs = clock.now() - closedAtMs;
    // A clock that was set back must not keep the gate closed until it has caught up.
    return sinceMs < 0 ? 0 : Math.max(0, delayMs - sinceMs);
  };
  return {
    waitMs,
    closeFor(wantedMs) {
      if (wantedMs <= waitMs()) return;
      closedAtMs = clock.now();
      delayMs = wantedMs;
    },
  };
}
