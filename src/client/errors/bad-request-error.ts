import { ApiError } from './api-error.ts';

/** Thrown for an answer 400: the service does not accept what was sent. `description` says why. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}
