import type { Message } from '../../events/index.ts';
import type { RouteCall } from '../api/route.ts';
import { deliverTo } from '../channels/index.ts';
import { postMessage } from '../messages/index.ts';
import { ApiError, type AppRecord, type ClientRecord, type UserRecord, type World } from '../world/index.ts';
import { dropPendingLink, findPendingLink } from './pending-link.ts';
import { readLink } from './read-link.ts';
import { completeLink, failLink } from './settle-link.ts';

type LinkCall = Pick<RouteCall, 'body' | 'version' | 'warn'>;

/** Stands in for the service's own wording, which is not shown and cannot be customized. Source: Part A, "Link a channel". */
const promptText = 'Would you like to continue your conversation here?';

/**
 * Begins to link a channel: the user has a pending client at once, and what becomes of it follows. A link that waits for the same address is given
 * up for the new one. Throws `bad_request`, `integration_not_found` and what posting the message throws; then nothing has changed.
 * Source: Part A, "Link a channel".
 */
export function startLink(world: World, app: AppRecord, user: UserRecord, call: LinkCall): ClientRecord {
  const { link, externalId, message } = readLink(app, call);
  const text = link.confirmation === 'prompt' ? { type: 'text', text: promptText } : message;
  const messages = text === undefined ? [] : postFor(world, app, user, text, call);
  const client: ClientRecord = {
    _id: world.ids.hex(24),
    id: world.ids.uuid(),
    platform: link.channel,
    status: 'pending',
    active: false,
    blocked: false,
    primary: false,
    integrationId: link.integrationId,
    externalId,
  };
  const { integrationId } = client;
  const former = user.pendingClients.filter(
    (one) => one.integrationId === integrationId && one.externalId === externalId,
  );
  for (const one of former) dropPendingLink({ user, client: one });
  user.pendingClients.push(client);
  user.links.set(client._id, link);
  world.soon(() => takeNextStep(world, app, client._id, messages));
  return client;
}

/** The link's message is part of the conversation, and goes to the pending client alone. */
function postFor(
  world: World,
  app: AppRecord,
  user: UserRecord,
  message: Readonly<Record<string, unknown>>,
  { version, warn }: LinkCall,
): readonly Message[] {
  const { role = 'appMaker' } = message;
  if (role !== 'appMaker') throw new ApiError('bad_request', 'confirmation.message.role: must be appMaker');
  const posted = postMessage(world, app, user, { ...message, role }, { version, warn, deliver: false });
  return [posted.message, ...posted.extraMessages];
}

/** Delivers what there is to deliver. An immediate link is complete then; others wait for the user. Source: Part A, "States and transitions". */
function takeNextStep(world: World, app: AppRecord, clientId: string, messages: readonly Message[]): void {
  const pending = findPendingLink(app, clientId);
  if (pending === undefined) return;
  const { user, client, link } = pending;
  if (!messages.every((message) => deliverTo(world, app, user, client, message))) {
    // Which code it has is not shown: that of the delivery is told by its own event.
    failLink(world, app, pending, { code: 'uncategorized_error', message: 'The message was not delivered' });
    return;
  }
  if (link.confirmation === 'immediate') completeLink(world, app, pending, { matched: messages.length > 0 });
}
