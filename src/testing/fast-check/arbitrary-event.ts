import type fc from 'fast-check';
import type { Trigger, VersionOf } from '../../index.ts';
import type { NewestOf } from '../build/build-options.ts';
import { checkListed } from '../build/check-listed.ts';
import type { PayloadOf } from '../fixture-types.ts';
import { conversationEvents } from './conversation-events.ts';
import { deliveryEvents } from './delivery-events.ts';
import type { EventsOf } from './envelope.ts';
import { messageEvents } from './message-events.ts';
import { userEvents } from './user-events.ts';

const events: EventsOf<Trigger> = {
  ...messageEvents,
  ...deliveryEvents,
  ...conversationEvents,
  ...userEvents,
};

/**
 * Bodies of `trigger` that the service might send, for property tests: optional fields come and go, messages and actions have every
 * type, open sets have unlisted values, objects have unknown keys, text has any script. The schema accepts each of them.
 * `version`: the newest that has the trigger by default. Throws `OptionsError` for a trigger or version that does not
 * exist, with the nearest one.
 *
 * ```ts
 * fc.assert(fc.asyncProperty(arbitraryEvent('message:appUser'), (event) => greet(event, context)));
 * ```
 */
export function arbitraryEvent<T extends Trigger, V extends VersionOf<T> = NewestOf<T>>(
  trigger: T,
  version?: V,
): fc.Arbitrary<PayloadOf<T, V>> {
  checkListed('trigger', trigger, Object.keys(events));
  const byVersion: Readonly<Record<string, fc.Arbitrary<unknown>>> = events[trigger];
  const versions = Object.keys(byVersion);
  const wanted: string | undefined = version ?? versions.at(-1);
  checkListed('version', wanted, versions, ` of ${trigger}`);
  return byVersion[wanted as string] as fc.Arbitrary<PayloadOf<T, V>>;
}
