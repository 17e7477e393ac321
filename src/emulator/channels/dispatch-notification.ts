import type { Message } from '../../events/index.ts';
import type { AppRecord, ClientRecord, IntegrationRecord, UserRecord, World } from '../world/index.ts';
import { isSameAddress } from './addresses.ts';
import { carry, type Step, toExternalMessages } from './carry.ts';
import { findChannelTrouble, findTrouble } from './channel-error.ts';
import { arriveAtAddress } from './inbox.ts';
import { channelOf } from './traits.ts';

/**
 * Sends a notification to an address of a channel and tells of it: notification:delivery:channel, then notification:delivery:user where the
 * channel reports it, or notification:delivery:failure. They name the user who has a client with that address, if there is one.
 * `message._id` is the id of the notification. Source: Part A, "Payload shapes".
 */
export function dispatchNotification(
  world: World,
  app: AppRecord,
  integration: IntegrationRecord,
  address: string,
  message: Message,
): void {
  const { _id: integrationId, type: platform } = integration;
  const match = findByAddress(app, integration, address);
  const destination = { type: platform, integrationId, destinationId: address };
  const matched = match && { matched: match.user, matchedClient: match.client };
  const tell = (step: Step) =>
    world.happen(app, {
      type: 'notificationDelivery',
      notification: { _id: message._id },
      destination,
      ...matched,
      ...step,
    });
  carry(world, {
    platform,
    id: message._id,
    trouble: match
      ? findTrouble(app, match.user, match.client)
      : findChannelTrouble(app, undefined, platform, integrationId),
    tell,
    arrive() {
      arriveAtAddress(world, app, { integrationId, address }, message);
      if (channelOf(platform).reportsDelivery)
        tell({ stage: 'user', isFinalEvent: true, ...toExternalMessages(platform, message._id) });
    },
  });
}

/** The user and the client with that address on an integration; pending clients have none yet. */
function findByAddress(
  app: AppRecord,
  integration: IntegrationRecord,
  address: string,
): { readonly user: UserRecord; readonly client: ClientRecord } | undefined {
  for (const user of app.users.values()) {
    const client = user.clients.find(
      ({ integrationId, externalId }) =>
        integrationId === integration._id &&
        externalId !== undefined &&
        isSameAddress(integration.type, externalId, address),
    );
    if (client !== undefined) return { user, client };
  }
  return undefined;
}
