import { ApiError } from './api-error.ts';

/** Thrown for an answer 402: the plan does not include it, its limit is reached, or the trial has ended. */
export class PaymentRequiredError extends ApiError {
  override readonly name = 'PaymentRequiredError';
}
