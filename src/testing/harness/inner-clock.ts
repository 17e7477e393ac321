import type { Clock } from '../../clock.ts';

/** The clock as the parts of a harness see it: it counts their calls, so that those of others can be told apart. */
export interface InnerClock extends Clock {
  /** How many calls the parts have scheduled. */
  pending(): number;
}

/** Makes a clock that runs on `clock`. */
export function createInnerClock(clock: Clock): InnerClock {
  const scheduled = new Set<object>();
  return {
    now: () => clock.now(),
    schedule(run, delayMs) {
      const entry = {};
      scheduled.add(entry);
      const cancel = clock.schedule(() => {
        scheduled.delete(entry);
        run();
      }, delayMs);
      return () => {
        scheduled.delete(entry);
        cancel();
      };
    },
    pending: () => scheduled.size,
  };
}
