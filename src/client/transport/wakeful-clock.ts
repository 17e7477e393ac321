import type { Clock } from '../../clock.ts';

/** Real time. Other than the system's clock of the house it keeps a process alive: a script that awaits a call wants to see its end. */
export const wakefulClock: Clock = {
  now: () => Date.now(),
  schedule(run, delayMs) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
