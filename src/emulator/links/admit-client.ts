import { addClient, announceClients, type NewClient, removeClients, touchClient } from '../users/index.ts';
import type { AppRecord, ClientRecord, UserRecord, World } from '../world/index.ts';
import { findHolder } from './find-holder.ts';

/**
 * Gives the user a client that came with a one-time code: client:add, after client:remove when it was another user's. One that the user has already
 * is merely in use again. Source: Part A, "Event rules".
 */
export function admitClient(world: World, app: AppRecord, user: UserRecord, fields: NewClient): ClientRecord {
  const holder = findHolder(app, fields);
  if (holder?.user === user) {
    touchClient(world, user, holder.client);
    return holder.client;
  }
  const client = addClient(world, app, user, fields);
  if (holder !== undefined) removeClients(world, app, holder.user, [holder.client]);
  announceClients(world, app, user, [client]);
  return client;
}
