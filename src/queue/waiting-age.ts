import type { QueueHealth } from './delivery-queue.ts';

/** A delivery that waits longer is told of, unless `alarmAgeMs` says otherwise, in milliseconds. */
export const ALARM_AGE_MS = 60_000;

/** What `health` says of the delivery that has waited longest: its age, and a reason once that is above `alarmAgeMs`. */
export function describeWaiting(
  oldestWaitingMs: number | undefined,
  alarmAgeMs: number,
): Pick<QueueHealth, 'oldestWaitingMs' | 'reason'> {
  if (oldestWaitingMs === undefined) return {};
  if (oldestWaitingMs <= alarmAgeMs) return { oldestWaitingMs };
  const seconds = Math.round(oldestWaitingMs / 1_000);
  const reason = `The oldest delivery has waited for ${seconds} s: the workers do not keep up, none runs, or the queue is paused.`;
  return { oldestWaitingMs, reason };
}
