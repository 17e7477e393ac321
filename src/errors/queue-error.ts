import { DeliveryError } from './delivery-error.ts';

/** Why a queue did not take a delivery. */
export type QueueErrorCode =
  | 'queue_unavailable'
  | 'queue_unfit'
  | 'queue_full'
  | 'queue_closed'
  | 'durability_not_reached'
  | 'enqueue_timeout';

/**
 * Thrown when a delivery could not be stored, or not in time. Answered 503, and the service tries again. An add that was
 * given up may still land in the queue; the next attempt is then recognised as its duplicate.
 */
export class QueueError extends DeliveryError {
  override readonly name = 'QueueError';
  readonly code: QueueErrorCode;
  readonly status = 503;

  constructor(code: QueueErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
