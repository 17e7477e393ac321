import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Activities } from './activities.ts';

/** How long a tick of real time is, in milliseconds. Ticks are counted, not time: a machine that stalls loses the same ticks as the work. */
export const TICK_MS = 2;

/** So many turns of the event loop without a change, and nothing more is to come without real time. */
const STILL_TURNS = 5;

/** So many turns at most, for a handler that never rests. A burst is handed out within them: 20 deliveries a turn. */
const MAX_TURNS = 20_000;

/** A way to wait until a pipeline has come to rest. */
export interface Rest {
  /** Resolves when nothing changes any more without the clock being turned, and nothing runs but what has not ended within its ticks. */
  wait(): Promise<void>;
  /** Whether somebody waits for it: the clock is being turned. */
  isAwaited(): boolean;
}

/** `changes` gives another text whenever something has happened. */
export function createRest(activities: Activities, changes: () => string): Rest {
  let waiting = 0;
  let resting: Promise<void> | undefined;

  async function pass(): Promise<void> {
    let turns = 0;
    for (;;) {
      for (let still = 0, last = ''; still < STILL_TURNS && turns < MAX_TURNS; turns++) {
        await setImmediate();
        const now = changes();
        still = now === last ? still + 1 : 0;
        last = now;
      }
      if (!activities.areWaitedFor || turns >= MAX_TURNS) return;
      await setTimeout(TICK_MS);
      activities.tick();
    }
  }

  return {
    async wait() {
      waiting += 1;
      // One after another: what came to be during a pass may have come too late for it, and two passes would tick twice.
      while (resting !== undefined) await resting;
      resting = pass().finally(() => {
        resting = undefined;
      });
      await resting;
      waiting -= 1;
    },
    isAwaited: () => waiting > 0,
  };
}
