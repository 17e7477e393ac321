import type { Client, FullAppUser, Version } from '../../events/index.ts';
import type { ClientRecord, UserRecord } from '../world/index.ts';
import { omitUndefined } from './omit-undefined.ts';

/**
 * The whole user as calls of `version` answer it, a copy. `credentialRequired` and `devices`, the old copy of `clients`, are of v1 alone.
 * Source: Part A, "App user", which has neither; seen on the wire; the service's public documentation gives both to v1.
 */
export function toAppUser(user: UserRecord, version: Version): FullAppUser {
  const { userId, givenName, surname, email, avatarUrl, toBeRetained } = user;
  return {
    _id: user._id,
    ...omitUndefined({ userId, surname, givenName, email, avatarUrl }),
    signedUpAt: user.signedUpAt,
    ...omitUndefined({ toBeRetained }),
    hasPaymentInfo: user.hasPaymentInfo,
    conversationStarted: user.conversationStarted,
    ...(version === 'v1' && { credentialRequired: false, devices: user.clients.map(toClient) }),
    clients: user.clients.map(toClient),
    pendingClients: user.pendingClients.map(toClient),
    properties: { ...user.properties },
  };
}

/** The client as it stands in answers and events, a copy. */
export function toClient(client: ClientRecord): Client {
  return structuredClone<Client>(client);
}
