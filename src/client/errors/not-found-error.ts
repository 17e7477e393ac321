import { ApiError } from './api-error.ts';

/** Thrown for an answer 404. `code` says what does not exist: the user, the app, the conversation, a matching client. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}
