import type { AppRecord, ClientRecord, LinkRecord, UserRecord } from '../world/index.ts';

/** A client that waits for its confirmation. */
export interface PendingLink {
  readonly user: UserRecord;
  readonly client: ClientRecord;
  readonly link: LinkRecord;
}

/** The link that waits under that client's `_id`, with the user that has it by now; `undefined` when it is settled. */
export function findPendingLink(app: AppRecord, clientId: string): PendingLink | undefined {
  for (const user of app.users.values()) {
    const link = user.links.get(clientId);
    const client = user.pendingClients.find(({ _id }) => _id === clientId);
    if (link !== undefined && client !== undefined) return { user, client, link };
  }
  return undefined;
}

/** Takes the pending client away from its user; it waits no longer. Tells nobody. */
export function dropPendingLink({ user, client }: Pick<PendingLink, 'user' | 'client'>): void {
  user.pendingClients = user.pendingClients.filter((one) => one !== client);
  user.links.delete(client._id);
}
