import type { Clock } from '../../clock.ts';

/** The time that a call, or an attempt of it, has. */
export interface Lifetime {
  /** Aborted when the time is over (its reason is `timeIsUp` then) or one of the signals is, with the reason of that. */
  readonly signal: AbortSignal;
  /** How much time is left, in milliseconds. */
  remainingMs(): number;
  /** `work`, unless the time is over before; rejects with the signal's reason then. */
  bound<Result>(work: Result | Promise<Result>): Promise<Result>;
  /** Resolves `delayMs` milliseconds later, or rejects with the signal's reason. */
  wait(delayMs: number): Promise<void>;
  /** Ends the timer and lets go of the signals. To be called in the end, whatever happened. */
  close(): void;
}

/** The reason of a signal whose time is over. */
export const timeIsUp = Symbol('time is up');

/**
 * Begins a lifetime of `limitMs` milliseconds. The signals are joined by listeners that are taken away again, not by `AbortSignal.any`: a signal that
 * lives as long as the process would collect what depends on it.
 */
export function openLifetime(
  clock: Clock,
  limitMs: number,
  signals: readonly (AbortSignal | undefined)[],
): Lifetime {
  const controller = new AbortController();
  const { signal } = controller;
  const endAtMs = clock.now() + limitMs;
  const cancelTimer = clock.schedule(() => controller.abort(timeIsUp), limitMs);
  const releases = signals.flatMap((outer) => (outer === undefined ? [] : [follow(outer, controller)]));

  function bound<Result>(work: Result | Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop);
      const release = () => signal.removeEventListener('abort', stop);
      Promise.resolve(work).then(resolve, reject).finally(release);
    });
  }

  return {
    signal,
    remainingMs: () => endAtMs - clock.now(),
    bound,
    async wait(delayMs) {
      let cancel = () => {};
      const over = new Promise<void>((resolve) => {
        cancel = clock.schedule(resolve, delayMs);
      });
      await bound(over).finally(() => cancel());
    },
    close() {
      cancelTimer();
      for (const release of releases) release();
    },
  };
}

/** Aborts `controller` with `outer`. Gives a function that ends this. */
function follow(outer: AbortSignal, controller: AbortController): () => void {
  const stop = () => controller.abort(outer.reason);
  if (outer.aborted) stop();
  outer.addEventListener('abort', stop);
  return () => outer.removeEventListener('abort', stop);
}
