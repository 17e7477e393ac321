import { setImmediate } from 'node:timers/promises';
import { OptionsError } from '../../errors/index.ts';
import { readDuration } from '../../options/index.ts';
import type { TurnableClock } from './turnable-clock.ts';

/** The longest delay that a timer of Node takes, in milliseconds; for a later call it is set again. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** How often the event loop is turned between two calls while the clock is turned on. */
const TURNS = 5;

interface Timer {
  readonly atMs: number;
  readonly run: () => void;
}

/**
 * Makes a clock that starts now and runs `speed` times as fast as the system's. `advance` makes it jump: what falls due on the way runs in its
 * order, about at its own time, and what it starts gets to settle before the next. It never keeps a process alive.
 */
export function createRunningClock(speed: number): TurnableClock {
  const startMs = Date.now();
  let jumpedMs = 0;
  /** In the order of scheduling. */
  const timers = new Set<Timer>();
  const waits = new Set<() => Promise<void>>();
  let armed: { readonly forMs: number; readonly timer: NodeJS.Timeout } | undefined;

  const now = () => Math.floor(startMs + (Date.now() - startMs) * speed + jumpedMs);

  function findNext(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of timers) if (first === undefined || timer.atMs < first.atMs) first = timer;
    return first;
  }

  /** Has the system wake us for the next call, unless it does so already. */
  function arm(atMs: number | undefined): void {
    if (atMs === undefined || (armed !== undefined && armed.forMs <= atMs)) return;
    clearTimeout(armed?.timer);
    const delayMs = Math.min(Math.max(atMs - now(), 0) / speed, MAX_TIMER_MS);
    armed = { forMs: atMs, timer: setTimeout(wake, Math.ceil(delayMs)).unref() };
  }

  function wake(): void {
    armed = undefined;
    try {
      runDue();
    } finally {
      arm(findNext()?.atMs);
    }
  }

  function runDue(): void {
    for (let due = findNext(); due !== undefined && due.atMs <= now(); due = findNext()) {
      timers.delete(due);
      due.run();
    }
  }

  async function letWorkSettle(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) await setImmediate();
    for (const wait of waits) await wait();
  }

  /** Jumps without running what falls due. Timers of the system are set for the time before the jump. */
  function jump(byMs: number): void {
    jumpedMs += byMs;
    clearTimeout(armed?.timer);
    armed = undefined;
    arm(findNext()?.atMs);
  }

  return {
    now,
    schedule(run, delayMs) {
      if (Number.isNaN(delayMs)) throw new OptionsError('delayMs must be a number of milliseconds.');
      const timer = { atMs: now() + Math.max(delayMs, 0), run };
      timers.add(timer);
      arm(timer.atMs);
      return () => timers.delete(timer);
    },
    async advance(time) {
      let leftMs = readDuration(time, 'advance');
      await letWorkSettle();
      for (let next = findNext(); next !== undefined; next = findNext()) {
        const gapMs = Math.max(next.atMs - now(), 0);
        if (gapMs > leftMs) break;
        leftMs -= gapMs;
        jump(gapMs);
        runDue();
        await letWorkSettle();
      }
      jump(leftMs);
    },
    settleWith(wait) {
      // wrapped, so that the same function given twice is awaited until both have ended it
      const own = () => wait();
      waits.add(own);
      return () => waits.delete(own);
    },
  };
}
