import { ApiError } from './api-error.ts';

/** Thrown for a body over the service's limit: before the call, with no `status` and no attempt, or for an answer 413. */
export class TooLargeError extends ApiError {
  override readonly name = 'TooLargeError';
}
