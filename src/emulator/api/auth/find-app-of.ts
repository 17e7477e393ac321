import { ApiError, type AppRecord, type EmulatorState, findApp } from '../../world/index.ts';
import type { Route } from '../route.ts';
import type { Credentials } from './authenticate.ts';

/**
 * The app that a call is about: that of the path, or of the key where the path leaves it out. `undefined` where the route is about none. Throws
 * `unauthorized` for an app key on a route of the account, `forbidden` for another app than the key's, and `app_not_found`.
 */
export function findAppOf(
  { scope, path }: Pick<Route, 'scope' | 'path'>,
  appId: string | undefined,
  credentials: Credentials,
  state: EmulatorState,
): AppRecord | undefined {
  if (credentials.scope === 'app') {
    const { appId: own = '' } = credentials.key;
    if (scope === 'account') throw new ApiError('unauthorized', 'This needs credentials of the account');
    if (appId !== undefined && appId !== own) throw new ApiError('forbidden', 'The key is of another app');
    return findApp(state, own);
  }
  if (appId !== undefined) return findApp(state, appId);
  // Short paths are for app keys: no app is implied here. The code is inferred.
  if (path.startsWith('/apps/:appId'))
    throw new ApiError('app_not_found', 'Credentials of the account need the app in the path: /apps/{appId}');
  return undefined;
}
