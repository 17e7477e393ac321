import { ApiError } from './api-error.ts';

/** Thrown for an answer 403: the credentials are right, but not for this app. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError';
}
