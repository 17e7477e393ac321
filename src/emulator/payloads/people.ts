import type { AppUser, Client, FullAppUser, Reference } from '../../events/index.ts';
import type { ClientRecord, UserRecord } from '../world/index.ts';
import type { View } from './view.ts';

/** Fields of a wire object; those that are `undefined` are left out when the body is written. */
export type Fields<Wire> = { readonly [Key in keyof Wire]: Wire[Key] | undefined };

/** What all events show of a user but those of `userOf`. Source: Part A, "App user"; v1 knows no `includeFullAppUser`, the public documentation. */
export function truncatedUser(user: UserRecord, view: View): Fields<AppUser> {
  const { _id, userId, conversationStarted } = user;
  if (view.version === 'v1' || !view.includeFullAppUser) return { _id, userId, conversationStarted };
  const { givenName, surname, email, avatarUrl, signedUpAt, properties } = user;
  return {
    _id,
    userId,
    conversationStarted,
    givenName,
    surname,
    email,
    avatarUrl,
    signedUpAt,
    properties,
  };
}

/** What messages, postbacks and conversation:start show: in v1 the full user. Source: Part A, "Versioning". */
export function userOf(user: UserRecord, view: View): Fields<AppUser> | Fields<FullAppUser> {
  return view.version === 'v1' ? fullUser(user, view) : truncatedUser(user, view);
}

/** Source: seen on the wire; `devices` is the old copy of `clients`. */
function fullUser(user: UserRecord, view: View): Fields<FullAppUser> {
  const { givenName, surname, email, avatarUrl, signedUpAt, properties } = user;
  const clients = user.clients.map((client) => toClient(client, view));
  return {
    ...truncatedUser(user, view),
    givenName,
    surname,
    email,
    avatarUrl,
    signedUpAt,
    credentialRequired: false,
    clients,
    devices: clients,
    pendingClients: user.pendingClients.map((client) => toClient(client, view)),
    properties,
  };
}

/** A client where the event is about clients. v1 has fewer fields. Source: Part A, "Client"; v1 seen on the wire. */
export function toClient(client: ClientRecord, view: View): Fields<Client> {
  if (view.version === 'v1.1') return client;
  const { id, platform, active, lastSeen, linkedAt, displayName, appVersion, info, raw } = client;
  return { id, platform, active, lastSeen, linkedAt, displayName, appVersion, info, raw };
}

/** The client through which the user acted; v1.1 with `includeClient` alone. Source: Part A, "Payload shapes". */
export function clientField(client: ClientRecord | undefined, view: View): Fields<Client> | undefined {
  if (client === undefined || view.version === 'v1' || !view.includeClient) return undefined;
  return toClient(client, view);
}

/** The conversation, which v1 does not tell. Source: Part A, "Payload shapes". */
export function conversationField(user: UserRecord, view: View): Reference | undefined {
  if (user.conversation === undefined || view.version === 'v1') return undefined;
  return { _id: user.conversation._id };
}
