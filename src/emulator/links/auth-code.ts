import type { NewClient } from '../users/index.ts';
import {
  ApiError,
  type AppRecord,
  type ClientRecord,
  findUser,
  type UserRecord,
  type World,
} from '../world/index.ts';
import { admitClient } from './admit-client.ts';

/** A new one-time code with which an SDK client takes over the user's conversation. Source: Part A, "Auth code and link requests"; the form: seen on the wire. */
export function createAuthCode(world: World, app: AppRecord, user: UserRecord): string {
  const code = `ac_${world.ids.base64url(24)}`;
  app.authCodes.set(code, user._id);
  return code;
}

/** An SDK client hands in its code, and is the user's from now on. Throws `not_found` for a code that is unknown or used. */
export function redeemAuthCode(
  world: World,
  app: AppRecord,
  code: string,
  fields: NewClient,
): { readonly user: UserRecord; readonly client: ClientRecord } {
  const userId = app.authCodes.get(code);
  if (userId === undefined) throw new ApiError('not_found', 'No such auth code, or it was used');
  const user = findUser(app, userId);
  app.authCodes.delete(code);
  return { user, client: admitClient(world, app, user, fields) };
}
