import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';

/** A clock that stands still until it is turned. */
export interface ManualClock extends Clock {
  /** Turns the clock on, runs what falls due in its order, and lets the work that it starts settle in between. */
  advance(ms: number): Promise<void>;
  /** How many calls are scheduled. */
  pending(): number;
}

export function createManualClock(startMs = 1_700_000_000_000): ManualClock {
  let nowMs = startMs;
  let order = 0;
  const timers = new Map<number, { atMs: number; run: () => void }>();
  const next = () => [...timers].sort(([a, x], [b, y]) => x.atMs - y.atMs || a - b)[0];
  return {
    now: () => nowMs,
    schedule(run, delayMs) {
      const id = order++;
      timers.set(id, { atMs: nowMs + Math.max(delayMs, 0), run });
      return () => timers.delete(id);
    },
    async advance(ms) {
      const endMs = nowMs + ms;
      await setImmediate();
      for (let due = next(); due && due[1].atMs <= endMs; due = next()) {
        nowMs = due[1].atMs;
        timers.delete(due[0]);
        due[1].run();
        await setImmediate();
      }
      nowMs = endMs;
      await setImmediate();
    },
    pending: () => timers.size,
  };
}
