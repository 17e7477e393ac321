import { ApiError } from './api-error.ts';

/** Thrown when the call with its attempts and waits took longer than `deadlineMs`. Whether the last attempt was executed is not known. */
export class DeadlineError extends ApiError {
  override readonly name = 'DeadlineError';
}
