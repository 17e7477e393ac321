import { DeliveryError } from './delivery-error.ts';

/**
 * The failure of a call whose body stopped coming before its end: the connection broke. Nobody is left to read the answer, as a
 * rule; where somebody is, it is 503, so that the service tries again.
 */
export class RequestAbortedError extends DeliveryError {
  override readonly name = 'RequestAbortedError';
  readonly code = 'request_aborted';
  readonly status = 503;
}
