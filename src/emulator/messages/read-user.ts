import type { RouteCall } from '../api/route.ts';
import { findUser, type UserRecord } from '../world/index.ts';

/** The user in the path of a call. Throws `user_not_found`. */
export function readUser({ app, params }: Pick<RouteCall, 'app' | 'params'>): UserRecord {
  const { user = '' } = params;
  return findUser(app, user);
}
