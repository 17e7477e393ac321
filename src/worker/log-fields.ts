import type { Delivery } from '../delivery.ts';
import { loggable } from '../events/index.ts';

/** What a log line says of a delivery: our own words and its key, nothing that a sender could choose. */
export interface DeliveryFields {
  /** The name of a known trigger, or `other`. */
  readonly trigger: string;
  /** A known version, or `other`. */
  readonly version: string;
  readonly key: string;
}

/** The fields of a delivery that may stand in a log line. */
export function deliveryFields(delivery: Delivery): DeliveryFields {
  const { trigger, version } = loggable(delivery);
  return { trigger, version, key: delivery.key };
}
