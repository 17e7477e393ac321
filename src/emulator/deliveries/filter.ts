import { OptionsError } from '../../errors/index.ts';
import type { Version } from '../../events/index.ts';
import { readOptions } from '../../options/index.ts';
import { matchesPattern, readTriggerPattern } from '../faults/index.ts';
import type { DeliveryRecord, DeliveryState } from './record.ts';

/** Which deliveries are meant: those for which all that is given is true. */
export interface DeliveryFilter {
  readonly id?: string | undefined;
  readonly appId?: string | undefined;
  readonly webhookId?: string | undefined;
  readonly version?: Version | undefined;
  /** A trigger, or a pattern such as `message:delivery:*`. */
  readonly trigger?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** Anything else: `({ attempts }) => attempts.length === 2`. */
  readonly where?: ((delivery: DeliveryRecord) => boolean) | undefined;
}

const plainKeys = ['id', 'appId', 'webhookId', 'version', 'state'] as const;

/** Checks `filter` and gives the question as a function. Throws an `OptionsError` for what is wrong in it. */
export function readDeliveryFilter(filter: DeliveryFilter): (delivery: DeliveryRecord) => boolean {
  readOptions(filter, [...plainKeys, 'trigger', 'where'], 'a filter of deliveries');
  const { trigger, where } = filter;
  for (const key of plainKeys)
    if (filter[key] !== undefined && typeof filter[key] !== 'string')
      throw new OptionsError(`${key} must be a text.`);
  if (where !== undefined && typeof where !== 'function') throw new OptionsError('where must be a function.');
  const pattern = trigger === undefined ? undefined : readTriggerPattern(trigger, 'trigger');
  return (delivery) =>
    plainKeys.every((key) => filter[key] === undefined || filter[key] === delivery[key]) &&
    (pattern === undefined || matchesPattern(pattern, delivery.trigger)) &&
    (where === undefined || where(delivery));
}
