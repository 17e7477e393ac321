import { ApiError } from './api-error.ts';

/** Thrown for an answer that is not the service's: a redirect, which is not followed, or a success whose body is no JSON object. */
export class UnexpectedAnswerError extends ApiError {
  override readonly name = 'UnexpectedAnswerError';
}
