import { SwitchhookError } from './switchhook-error.ts';

/** An HTTP call that is not acknowledged. `status` is chosen for the service's retry policy: 400 and 401 end a delivery, the rest is tried again. */
export abstract class DeliveryError extends SwitchhookError {
  /** HTTP status of the answer. */
  abstract readonly status: number;
}
