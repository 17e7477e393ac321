import { ApiError } from './api-error.ts';

/** Thrown for an answer 401: the credentials are missing, wrong or ended, or not enough for this call. */
export class AuthError extends ApiError {
  override readonly name = 'AuthError';
}
