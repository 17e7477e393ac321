import type { Delivery } from '../delivery.ts';

/** The version that this release writes. It reads this one and the one before it, so that a rolling deploy needs no pause. */
const ENVELOPE_VERSION = 1;

/** What a worker made of a job's data. */
export type OpenedEnvelope =
  | { readonly kind: 'delivery'; readonly delivery: Delivery }
  /** Written by a later release: to be left to its workers. */
  | { readonly kind: 'newer' }
  /** Not written by switchhook, or damaged. */
  | { readonly kind: 'unreadable' };

/**
 * The data of a job, as JSON: an object with the version of the envelope (a whole number from 1 up) as `v`, and the delivery. `payloadJson` is taken
 * for the payload where it is given: to write 1 to 2 KB anew cost 5 us of 90.
 */
export function writeEnvelope(delivery: Delivery, payloadJson = JSON.stringify(delivery.payload)): string {
  const { payload: _, ...fields } = delivery;
  return `{"v":${ENVELOPE_VERSION},"delivery":${JSON.stringify(fields).slice(0, -1)},"payload":${payloadJson}}}`;
}

export function openEnvelope(data: unknown): OpenedEnvelope {
  if (typeof data !== 'object' || data === null || !('v' in data) || typeof data.v !== 'number')
    return { kind: 'unreadable' };
  if (data.v > ENVELOPE_VERSION) return { kind: 'newer' };
  const { delivery } = data as { readonly delivery?: { readonly key?: unknown; readonly payload?: unknown } };
  if (typeof delivery?.key !== 'string' || typeof delivery.payload !== 'object')
    return { kind: 'unreadable' };
  return { kind: 'delivery', delivery: delivery as Delivery };
}

/** What stands for the delivery of a job that cannot be read, so that it can be listed and removed. */
export const unreadableDelivery: Delivery = {
  key: '',
  keyStrength: 'weak',
  windowMs: 0,
  trigger: null,
  version: null,
  payload: {},
  receivedAtMs: 0,
  webhook: null,
};
