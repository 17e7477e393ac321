import { DeliveryError } from './delivery-error.ts';

/** Thrown when the secret is absent or matches none of ours. Answered 401: the service does not try again. */
export class AuthenticationError extends DeliveryError {
  override readonly name = 'AuthenticationError';
  readonly code = 'authentication_failed';
  readonly status = 401;
}
