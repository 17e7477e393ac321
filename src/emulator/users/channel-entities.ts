import type { ClientRecord, UserRecord } from '../world/index.ts';

/** What an address is called where it is not `userId`. Source: Part A, "Channel entities and business systems"; e-mail: `address`, as it is linked. */
const entities: ReadonlyMap<string, string> = new Map([
  ['twilio', 'phoneNumber'],
  ['messagebird', 'phoneNumber'],
  ['telegram', 'chatId'],
  ['whatsapp', 'username'],
  ['mailgun', 'address'],
]);

/** The user's addresses on third-party channels, as the deprecated "get channels" answers them; clients of our own SDKs have none. */
export function listChannelEntities(user: UserRecord): object[] {
  return user.clients.flatMap(toChannelEntity);
}

function toChannelEntity({ platform, integrationId, externalId }: ClientRecord): object[] {
  if (externalId === undefined) return [];
  const entity = entities.get(platform) ?? 'userId';
  return [{ type: platform, ...(integrationId !== undefined && { integrationId }), [entity]: externalId }];
}
