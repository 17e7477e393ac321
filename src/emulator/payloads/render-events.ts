import type { Trigger } from '../../events/index.ts';
import type { AppRecord, Happening, WebhookRecord, World } from '../world/index.ts';
import { fieldsOf } from './fields-of.ts';
import { momentOf } from './moment.ts';
import { isSubscribed } from './subscription.ts';
import { triggerOf } from './trigger-of.ts';

/** An event as a webhook is sent it. */
export interface EventBody {
  readonly trigger: Trigger;
  /** Plain JSON: it shares nothing with the state, and has no field that is `undefined`. */
  readonly body: object;
}

/**
 * What `webhook` is sent of `happening`: in its version, with the fields it has asked for. Nothing, when it is not subscribed or its version does not tell of it.
 * Every v1 body says its version. Source: Part A, "Payload shapes".
 */
export function renderEvents(
  world: World,
  app: AppRecord,
  webhook: WebhookRecord,
  happening: Happening,
): readonly EventBody[] {
  const { version, triggers, includeClient, includeFullAppUser } = webhook;
  const trigger = triggerOf(happening, version);
  if (trigger === undefined || !isSubscribed(triggers, trigger)) return [];
  const view = { version, includeClient, includeFullAppUser, at: momentOf(world, happening) };
  return fieldsOf(happening, view).map((fields) => {
    const body: unknown = { trigger, app: { _id: app._id }, ...fields, version };
    return { trigger, body: JSON.parse(JSON.stringify(body)) as object };
  });
}
