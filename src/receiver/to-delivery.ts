import type { Delivery } from '../delivery.ts';
import {
  identifyEvent,
  isVersion,
  type ParsedEvent,
  schemasRevision,
  type Version,
} from '../events/index.ts';
import type { Settings } from './options.ts';
import type { Secret } from './secret-list.ts';

/** The trigger and the version of `parsed`, whatever became of it: `null` when the body has none that is a text. */
export function labelsOf(parsed: ParsedEvent): {
  readonly trigger: string | null;
  readonly version: string | null;
} {
  return parsed.kind === 'refused' ? parsed : parsed.event;
}

/** False for an event of a version that we know and do not want. A version that we do not know is for `onUnknown`. */
export function isAccepted(parsed: ParsedEvent, acceptVersions: ReadonlySet<Version>): boolean {
  const { version } = labelsOf(parsed);
  return !isVersion(version) || acceptVersions.has(version);
}

/** The value that goes into the queue. */
export function toDelivery(
  parsed: ParsedEvent,
  secret: Secret,
  { keyOf, windowMs, weakWindowMs, clock }: Settings,
): Delivery {
  const { key, strength } = identifyEvent(parsed, keyOf);
  const { trigger, version } = labelsOf(parsed);
  return {
    key,
    keyStrength: strength,
    windowMs: strength === 'strong' ? windowMs : weakWindowMs,
    trigger,
    version,
    payload: parsed.payload,
    ...(parsed.kind === 'known' && { acceptedBy: schemasRevision }),
    receivedAtMs: clock.now(),
    webhook: secret.name,
  };
}
