import { ApiError, type ApiErrorFields } from './api-error.ts';

/** Thrown for an answer 429 that was not waited for, or not long enough. Nothing was executed: any call can be made again, later. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
  /** How long the service wants to be left alone, in milliseconds; `undefined` when it does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, fields: ApiErrorFields, retryAfterMs: number | undefined) {
    super(message, fields);
    this.retryAfterMs = retryAfterMs;
  }
}
