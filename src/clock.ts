/** The time as switchhook sees it. Tests pass one that they turn by hand. */
export interface Clock {
  /** The time now, in milliseconds since 1970. */
  now(): number;
  /** Calls `run` once, `delayMs` milliseconds from now. Returns a function that cancels the call. */
  schedule(run: () => void, delayMs: number): () => void;
}

/** The longest delay that a timer of Node takes, in milliseconds (about 24.8 days); a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The system's clock. Its timers never keep a process alive. */
export const systemClock: Clock = createRealClock((timer) => timer.unref());

/** Real time whose timers keep a process alive: a script that awaits what is scheduled wants to see its end. */
export const wakefulClock: Clock = createRealClock(() => {});

function createRealClock(prepare: (timer: NodeJS.Timeout) => void): Clock {
  return {
    now: () => Date.now(),
    schedule(run, delayMs) {
      const timer = setTimeout(run, Math.min(Math.max(delayMs, 0), MAX_TIMER_MS));
      prepare(timer);
      return () => clearTimeout(timer);
    },
  };
}

/** Resolves after `delayMs` milliseconds of `clock`. */
export function sleep(delayMs: number, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(resolve, delayMs);
  });
}
