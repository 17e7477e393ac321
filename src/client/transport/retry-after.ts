/** A longer `Retry-After` is not waited for, in milliseconds. */
export const MAX_RETRY_AFTER_MS = 60_000;

/**
 * How long the service wants to be left alone, in milliseconds; `undefined` when `Retry-After` is absent or cannot be read. It holds seconds or a
 * date; a date is compared with the answer's own `Date`, so that a clock of ours that is wrong does no harm. Source: RFC 9110, 10.2.3.
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const atMs = readDate(text);
  if (atMs === undefined) return undefined;
  return Math.max(0, atMs - (readDate(headers.get('date') ?? '') ?? nowMs));
}

/** `Date.parse` alone would take `apples 12` for a date. */
function readDate(text: string): number | undefined {
  if (!/^[A-Z][a-z]+, .*\d\d:\d\d:\d\d GMT$/.test(text)) return undefined;
  const timeMs = Date.parse(text);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}
