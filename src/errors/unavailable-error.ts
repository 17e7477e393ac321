import { DeliveryError } from './delivery-error.ts';

/** Why the receiver cannot judge a call just now. */
export type UnavailableErrorCode = 'draining' | 'secrets_unavailable' | 'secret_not_known_yet';

/** Thrown when the receiver is shutting down, has no secrets yet, or may learn this secret soon. Answered 503: the service tries again. */
export class UnavailableError extends DeliveryError {
  override readonly name = 'UnavailableError';
  readonly code: UnavailableErrorCode;
  readonly status = 503;

  constructor(code: UnavailableErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
