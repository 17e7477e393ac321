/**
 * When the attempts of a delivery are made, in milliseconds after the first. Source: Part A, "Delivery policy": up to 5 attempts over
 * 15 minutes at growing intervals. The intervals themselves are unpublished: 60, 120, 240 and 480 s fill the window exactly.
 */
export const defaultScheduleMs: readonly number[] = [0, 60_000, 180_000, 420_000, 900_000];

/** So long the service waits for an answer, in milliseconds. Source: Part A, "Delivery policy". */
export const defaultTimeoutMs = 20_000;

/** The header that carries the secret. Source: not in Part A, which names no header; the service's public documentation. */
export const defaultHeader = 'x-api-key';

/** These statuses end a delivery for good. Source: Part A, "Delivery policy". */
const finalStatuses: readonly number[] = [400, 401, 403, 404, 406];

/**
 * What the service hears of one call: a status, or why there is none. `refused`: no connection came about. `reset`: the connection
 * ended before the answer. `silent`: no answer below the time limit.
 */
export type Outcome = number | 'refused' | 'reset' | 'silent';

/**
 * What the service believes of a delivery at the end: a 2xx acknowledged it, a final status ended it, or its attempts are exhausted.
 * In the last two cases it is lost for good: the service keeps no dead letters.
 */
export type Verdict = 'acknowledged' | 'ended' | 'exhausted';

/** What an outcome decides, or nothing when the call is tried again. A redirect is not followed. */
export function judge(outcome: Outcome): Exclude<Verdict, 'exhausted'> | undefined {
  if (isSuccess(outcome)) return 'acknowledged';
  return typeof outcome === 'number' && finalStatuses.includes(outcome) ? 'ended' : undefined;
}

/** True for a 2xx. */
export function isSuccess(outcome: Outcome | undefined): boolean {
  return typeof outcome === 'number' && outcome >= 200 && outcome < 300;
}
