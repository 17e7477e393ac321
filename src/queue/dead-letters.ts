import { readInteger } from '../options/index.ts';
import type { DeadLetter, DeadLetterFilter } from './delivery-queue.ts';

/** How long dead letters are kept, in milliseconds: 14 days. */
export const DEAD_LETTER_AGE_MS = 14 * 86_400_000;

/** How many dead letters a list holds unless told otherwise. */
const DEFAULT_LIST_LIMIT = 100;

/** How many dead letters a list may hold. Throws an `OptionsError` for a limit that is no whole number. */
export function limitOf({ limit = DEFAULT_LIST_LIMIT }: DeadLetterFilter): number {
  return readInteger(limit, 'limit', 0);
}

/** True when the dead letter is one that the filter asks for. */
export function matchesFilter(deadLetter: DeadLetter, filter: DeadLetterFilter): boolean {
  const { key, trigger, handler, reason, fromMs, untilMs } = filter;
  if (key !== undefined && deadLetter.delivery.key !== key) return false;
  if (trigger !== undefined && deadLetter.delivery.trigger !== trigger) return false;
  if (handler !== undefined && !deadLetter.failures.some((failure) => failure.handler === handler))
    return false;
  if (reason !== undefined && deadLetter.reason !== reason) return false;
  if (fromMs !== undefined && deadLetter.diedAtMs < fromMs) return false;
  return untilMs === undefined || deadLetter.diedAtMs < untilMs;
}
