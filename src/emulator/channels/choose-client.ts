import { ApiError, type AppRecord, type ClientRecord, type UserRecord } from '../world/index.ts';
import { channelOf } from './traits.ts';

/** Where a message is to go, as the caller says; both given must both be met. */
export interface WantedDestination {
  readonly integrationId?: string | undefined;
  readonly integrationType?: string | undefined;
}

/** Primary first, then by their last use. */
function sortByUse(clients: readonly ClientRecord[]): readonly ClientRecord[] {
  const seen = ({ lastSeen }: ClientRecord) => (lastSeen === undefined ? 0 : Date.parse(lastSeen));
  return [...clients].sort((a, b) => Number(b.primary) - Number(a.primary) || seen(b) - seen(a));
}

/**
 * The client to which messages go on their own: the primary one, else the one last used. Pending and inactive ones are passed over; a blocked
 * one is taken when there is no other, so that the failure is told. Source: Part A, "Client status" and "Client".
 */
export function chooseClient(user: UserRecord): ClientRecord | undefined {
  const clients = sortByUse(user.clients);
  return (
    clients.find(({ status }) => status === 'active') ?? clients.find(({ status }) => status === 'blocked')
  );
}

/** The client for a message that was not read where it cannot get the user's attention: the best that can. */
export function choosePushingClient(user: UserRecord): ClientRecord | undefined {
  return sortByUse(user.clients).find(
    ({ status, platform }) => status === 'active' && channelOf(platform).pushes,
  );
}

/**
 * The client that a destination names. Throws `client_not_found` when the user has none that can be written to or is blocked.
 * Source: Part B, "Messages".
 */
export function findClient(
  user: UserRecord,
  { integrationId, integrationType }: WantedDestination,
): ClientRecord {
  const fits = user.clients.filter(
    (client) =>
      (integrationId === undefined || client.integrationId === integrationId) &&
      (integrationType === undefined || client.platform === integrationType) &&
      (client.status === 'active' || client.status === 'blocked'),
  );
  const [client] = sortByUse(fits);
  if (client === undefined)
    throw new ApiError('client_not_found', 'The user has no client at that destination');
  return client;
}

/** Throws `client_not_found` when `user` has no client for that destination; before a message is stored. */
export function checkDestination(_app: AppRecord, user: UserRecord, destination: WantedDestination): void {
  findClient(user, destination);
}
