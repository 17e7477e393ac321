import { ApiError } from './api-error.ts';

/** Thrown for an answer 423: the conversation is full with 30,000 messages, until they are deleted, or locked for a while. Never tried again. */
export class LockedError extends ApiError {
  override readonly name = 'LockedError';
}
