import {
  hasVersion,
  type Trigger,
  triggers,
  triggerVersions,
  type Version,
  type VersionOf,
} from '../../../events/index.ts';
import { checkListed } from '../../../testing/build/check-listed.ts';
import { applyOverrides, checkOverrides } from '../../../testing/build/overrides.ts';
import type { Overrides, PayloadOf } from '../../../testing/index.ts';
import type { AppRecord, WebhookRecord, World } from '../../world/index.ts';
import { type EventBody, renderEvents } from '../render-events.ts';
import { happeningOf } from './happening-of.ts';
import { setScene } from './scene.ts';

/** How `fireTrigger` departs from what would happen by itself. */
export interface FireOptions<T extends Trigger = Trigger> {
  /**
   * Written over each body last: objects are merged, lists replaced, `undefined` removes a field. The `_id` or `userId` of a user of the app in `appUser` (or `surviving`)
   * makes the event one of that user, with that user's conversation and clients.
   */
  readonly overrides?: Overrides<PayloadOf<T, VersionOf<T>>> | undefined;
  /** Only webhooks of that version are told. Default: all whose version has the trigger. */
  readonly version?: Version | undefined;
}

/**
 * Sends an event of `trigger` to the webhooks that are subscribed to it, as if it had happened to the user who was added last, and gives what `send` gave. Its ids are
 * in the store: a user, client or message that it needs and does not find is added, a new message is stored and an offer paid, and nobody is told of that. Nothing
 * else happens: after `appUser:delete` the user is still there. Throws an `OptionsError` for a trigger or version that does not exist, with the nearest one.
 */
export function fireTrigger<Sent, T extends Trigger = Trigger>(
  world: World,
  app: AppRecord,
  trigger: T,
  send: (webhook: WebhookRecord, event: EventBody) => Sent,
  options: FireOptions<T> = {},
): readonly Sent[] {
  const { overrides, version } = options;
  checkListed('trigger', trigger, triggers);
  if (version !== undefined) checkListed('version', version, triggerVersions[trigger], ` of ${trigger}`);
  checkOverrides(overrides, 'overrides');
  const happening = happeningOf(trigger, setScene(world, app, overrides));
  return app.webhooks
    .filter(
      (webhook) => hasVersion(trigger, webhook.version) && (version ?? webhook.version) === webhook.version,
    )
    .flatMap((webhook) =>
      renderEvents(world, app, webhook, happening).map(({ body }) =>
        send(webhook, { trigger, body: applyOverrides(body, overrides ?? {}) }),
      ),
    );
}
