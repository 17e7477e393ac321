import { ApiError, type ApiErrorFields } from './api-error.ts';

/**
 * Thrown when no connection came about, or one that broke before the whole answer. `retryable` says which: without a connection nothing was
 * sent. The original error is not kept: it may hold the headers that were sent.
 */
export class ConnectionError extends ApiError {
  override readonly name = 'ConnectionError';
  /** The system's word, such as `ECONNREFUSED`, or `unknown`. */
  readonly reason: string;

  constructor(message: string, fields: ApiErrorFields, reason: string) {
    super(message, fields);
    this.reason = reason;
  }
}
