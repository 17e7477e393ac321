import { isSameAddress } from '../channels/index.ts';
import type { AppRecord, ClientRecord, UserRecord } from '../world/index.ts';

/** What tells one client from another: a third-party one by its address, one of our SDKs by its device. */
interface ClientAddress {
  readonly platform: string;
  readonly integrationId?: string | undefined;
  readonly externalId?: string | undefined;
  readonly deviceId?: string | undefined;
}

/** The user that has a client with that address, and the client; one that is logged out only when there is no other. Pending ones do not count. */
export function findHolder(
  app: AppRecord,
  address: ClientAddress,
): { readonly user: UserRecord; readonly client: ClientRecord } | undefined {
  const holders = [...app.users.values()].flatMap((user) =>
    user.clients.filter((one) => isSameClient(one, address)).map((client) => ({ user, client })),
  );
  return holders.find(({ client }) => client.status !== 'inactive') ?? holders[0];
}

function isSameClient(one: ClientRecord, other: ClientAddress): boolean {
  if (one.platform !== other.platform || one.integrationId !== other.integrationId) return false;
  if (one.externalId !== undefined && other.externalId !== undefined)
    return isSameAddress(one.platform, one.externalId, other.externalId);
  return one.deviceId !== undefined && one.deviceId === other.deviceId;
}
