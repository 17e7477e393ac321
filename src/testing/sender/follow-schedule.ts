import { type Clock, sleep } from '../../clock.ts';
import { judge, type Outcome, type Verdict } from './policy.ts';

/** When an attempt is made. */
export interface AttemptTime {
  /** From 1. */
  readonly number: number;
  /** In milliseconds since 1970 by the clock. */
  readonly atMs: number;
  /** The same, in milliseconds after the first attempt. */
  readonly afterMs: number;
}

/** What the schedule is followed by. */
export interface ScheduleSettings {
  readonly clock: Clock;
  /** Begins with 0. */
  readonly scheduleMs: readonly number[];
  /** Waits between two attempts. One that never ends gives the delivery up. Default: `clock`. */
  readonly wait?: ((delayMs: number) => Promise<void>) | undefined;
}

/** Attempts as the service does, until an outcome decides or no attempt is left. The first attempt is under way when it returns. */
export async function followSchedule(
  { clock, scheduleMs, wait = (delayMs) => sleep(delayMs, clock) }: ScheduleSettings,
  attempt: (time: AttemptTime) => Promise<Outcome>,
): Promise<Verdict> {
  const startedMs = clock.now();
  for (const [index, dueMs] of scheduleMs.entries()) {
    const waitMs = startedMs + dueMs - clock.now();
    // the first call is under way when `send` returns: nothing may be awaited before it
    if (waitMs > 0) await wait(waitMs);
    const atMs = clock.now();
    const verdict = judge(await attempt({ number: index + 1, atMs, afterMs: atMs - startedMs }));
    if (verdict !== undefined) return verdict;
  }
  return 'exhausted';
}
