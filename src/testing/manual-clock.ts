import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { OptionsError } from '../errors/index.ts';
import { type Duration, readDuration } from '../options/index.ts';

/** A clock that stands still until it is turned. Give it to a queue, a worker and a receiver as their `clock`. */
export interface ManualClock extends Clock {
  /**
   * Turns the clock on by milliseconds or a text such as `'15m'`. What falls due on the way runs in its order, each at its own time, and the
   * work that it starts gets to settle before the next: the event loop is turned a few times, which is enough for promises, not for
   * files and sockets. Rejects with an `OptionsError` for a time that is none, and with what a due call throws.
   */
  advance(time: number | Duration): Promise<void>;
  /** When the next call falls due, in milliseconds since 1970, or `undefined` when none is scheduled. */
  nextAt(): number | undefined;
  /** How many calls are scheduled. */
  pending(): number;
  /**
   * Has `advance` await `wait()` too, wherever it lets work settle: a harness waits there for its handlers. Gives a function that ends this.
   */
  settleWith(wait: () => Promise<void>): () => void;
}

/** How often the event loop is turned between two calls: chains of promises may hop over several turns. */
const TURNS = 5;

interface Timer {
  readonly atMs: number;
  readonly run: () => void;
}

/**
 * Makes a clock that begins at `startMs`, in milliseconds since 1970. Default: 1,700,000,000,000, which is in November 2023.
 * Throws an `OptionsError` for a start that is no time.
 */
export function createManualClock(startMs = 1_700_000_000_000): ManualClock {
  if (!Number.isFinite(startMs) || startMs < 0) {
    throw new OptionsError('startMs must be a time in milliseconds since 1970.');
  }
  let nowMs = startMs;
  /** In the order of scheduling. */
  const timers = new Set<Timer>();
  const waits = new Set<() => Promise<void>>();

  function findNext(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of timers) if (first === undefined || timer.atMs < first.atMs) first = timer;
    return first;
  }

  async function letWorkSettle(): Promise<void> {
    if (waits.size === 0) for (let turn = 0; turn < TURNS; turn++) await setImmediate();
    // As many rounds as there are waits: what one has waited for may be work for another.
    for (let round = waits.size; round > 0; round--) for (const wait of waits) await wait();
  }

  return {
    now: () => nowMs,
    schedule(run, delayMs) {
      // It would be before and after nothing, and so keep all others from their turn.
      if (Number.isNaN(delayMs)) throw new OptionsError('delayMs must be a number of milliseconds.');
      const timer = { atMs: nowMs + Math.max(delayMs, 0), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(time) {
      const endMs = nowMs + readDuration(time, 'advance');
      await letWorkSettle();
      for (let due = findNext(); due !== undefined && due.atMs <= endMs; due = findNext()) {
        nowMs = due.atMs;
        timers.delete(due);
        due.run();
        await letWorkSettle();
      }
      // Never back: another `advance` may have gone further meanwhile.
      if (nowMs < endMs) {
        nowMs = endMs;
        await letWorkSettle();
      }
    },
    nextAt: () => findNext()?.atMs,
    pending: () => timers.size,
    settleWith(wait) {
      // Wrapped, so that the same function given twice is awaited until both have ended it.
      const own = () => wait();
      waits.add(own);
      return () => waits.delete(own);
    },
  };
}
