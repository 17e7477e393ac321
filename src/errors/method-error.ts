import { DeliveryError } from './delivery-error.ts';

/** Thrown for a method other than POST and HEAD. Answered 405 with an `Allow` header. */
export class MethodError extends DeliveryError {
  override readonly name = 'MethodError';
  readonly code = 'method_not_allowed';
  readonly status = 405;
}
