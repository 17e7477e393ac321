import { ApiError } from './api-error.ts';

/** Thrown for an answer 409: another call changes the same object, or the `userId` is taken. PUT and DELETE were tried again. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}
