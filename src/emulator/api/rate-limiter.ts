import { ApiError, type World } from '../world/index.ts';

/** Thrown for a call above the limit; `retryAfterS` goes into the header `retry-after`. */
export class RateLimitError extends ApiError {
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super('too_many_requests', 'Too many requests');
    this.retryAfterS = retryAfterS;
  }
}

/** Counts the calls of each app. */
export interface RateLimiter {
  /** Counts a call of `owner`, an app or, for calls that name none, the state. Throws a `RateLimitError` above the limit. */
  count(owner: object): void;
}

/** Makes the limiter that `rateLimit` asks for: spans of fixed length, each from the first call after the one before. */
export function createRateLimiter({ settings: { rateLimit }, clock }: World): RateLimiter {
  // By the record, not by its id: after a reset all count anew.
  const spans = new WeakMap<object, { readonly endMs: number; calls: number }>();
  return {
    count(owner) {
      if (rateLimit === undefined) return;
      const nowMs = clock.now();
      const known = spans.get(owner);
      const span =
        known !== undefined && nowMs < known.endMs ? known : { endMs: nowMs + rateLimit.perMs, calls: 0 };
      spans.set(owner, span);
      if (span.calls >= rateLimit.calls) throw new RateLimitError(Math.ceil((span.endMs - nowMs) / 1_000));
      span.calls++;
    },
  };
}
