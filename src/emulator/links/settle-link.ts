import { announceClients, makePrimary, removeClients } from '../users/index.ts';
import { type AppRecord, toIsoTime, type World } from '../world/index.ts';
import { findHolder } from './find-holder.ts';
import { dropPendingLink, type PendingLink } from './pending-link.ts';

/**
 * The link is complete: link:match, when `matched`, then link:success; client:remove when the address was another user's, and client:add. A user that
 * has the address already keeps its client, and gets no other. Source: Part A, "States and transitions" and "Event rules"; their order among
 * one another: not shown, but for the first two.
 */
export function completeLink(
  world: World,
  app: AppRecord,
  pending: PendingLink,
  { matched }: { readonly matched: boolean },
): void {
  const { user, client, link } = pending;
  const { channel, criteria } = link;
  const holder = findHolder(app, client);
  const isNew = holder?.user !== user;
  dropPendingLink(pending);
  if (isNew) {
    Object.assign(client, { status: 'active', active: true, linkedAt: toIsoTime(world.clock.now()) });
    if (holder !== undefined) takeOver(client, holder.client);
    user.clients.push(client);
  }
  makePrimary(user, link.primary ? (isNew ? client : holder.client) : undefined);
  if (matched) world.happen(app, { type: 'linkMatch', user, channel, criteria });
  world.happen(app, { type: 'linkSuccess', user, channel, criteria });
  if (!isNew) return;
  if (holder !== undefined) removeClients(world, app, holder.user, [holder.client]);
  announceClients(world, app, user, [client]);
}

/** What the channel has told of the user so far. */
function takeOver(client: PendingLink['client'], held: PendingLink['client']): void {
  const { displayName, avatarUrl, info, raw } = structuredClone(held);
  if (displayName !== undefined) client.displayName = displayName;
  if (avatarUrl !== undefined) client.avatarUrl = avatarUrl;
  if (info !== undefined) client.info = info;
  if (raw !== undefined) client.raw = raw;
}

/** The link has come to nothing: link:failure, and nothing else. Source: Part A, "States and transitions" and "Event rules". */
export function failLink(
  world: World,
  app: AppRecord,
  pending: PendingLink,
  error: { readonly code: string; readonly message: string },
): void {
  const { user, link } = pending;
  const { channel, criteria } = link;
  dropPendingLink(pending);
  world.happen(app, { type: 'linkFailure', user, channel, criteria, error });
}
