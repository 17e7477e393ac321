import { removeClients } from '../users/index.ts';
import { ApiError, type AppRecord, type UserRecord, type World } from '../world/index.ts';
import { dropPendingLink } from './pending-link.ts';

/**
 * Takes the clients of a channel away: client:remove follows, and until then they are there. Links of that channel that wait are given up, without
 * an event. Throws `client_not_found` when there are neither. Source: Part A, "Link a channel"; of waiting links it says nothing.
 */
export function unlinkChannel(world: World, app: AppRecord, user: UserRecord, channel: string): void {
  const ofChannel = ({ platform }: { readonly platform: string }) => platform === channel;
  const clients = user.clients.filter(ofChannel);
  const pending = user.pendingClients.filter(ofChannel);
  if (clients.length + pending.length === 0)
    throw new ApiError('client_not_found', `The user has no client of ${channel}`);
  for (const client of pending) dropPendingLink({ user, client });
  if (clients.length > 0) world.soon(() => removeClients(world, app, user, clients));
}
