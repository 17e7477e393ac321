import type { UserRecord } from '../world/index.ts';
import { changeProperties } from './properties.ts';
import type { UserUpdate } from './user-body.ts';

/** Changes what is given, and of `properties` those that are given. Throws `bad_request`, and changes nothing, when the properties have no room. */
export function updateUser(user: UserRecord, changes: UserUpdate): void {
  user.properties = changeProperties(user.properties, changes.properties ?? {});
  user.givenName = changes.givenName ?? user.givenName;
  user.surname = changes.surname ?? user.surname;
  user.email = changes.email ?? user.email;
  user.avatarUrl = changes.avatarUrl ?? user.avatarUrl;
  user.signedUpAt = changes.signedUpAt ?? user.signedUpAt;
  user.toBeRetained = changes.toBeRetained ?? user.toBeRetained;
}

/** Forgets who the user is: names, e-mail, avatar, properties, and what the clients tell. Source: Part A, "Endpoints", "App users". */
export function clearProfile(user: UserRecord): void {
  user.givenName = undefined;
  user.surname = undefined;
  user.email = undefined;
  user.avatarUrl = undefined;
  user.properties = {};
  for (const client of [...user.clients, ...user.pendingClients]) {
    delete client.displayName;
    delete client.avatarUrl;
    delete client.info;
    delete client.raw;
  }
}
