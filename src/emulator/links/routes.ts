import type { Route, RouteCall } from '../api/route.ts';
import { toAppUser } from '../users/index.ts';
import { findUser, type UserRecord } from '../world/index.ts';
import { createAuthCode } from './auth-code.ts';
import { createLinkRequests } from './link-request.ts';
import { startLink } from './start-link.ts';
import { unlinkChannel } from './unlink-channel.ts';

const one = '/apps/:appId/appusers/:user';

/** The endpoints that link channels. Source: Part A, "Link a channel" and "Auth code and link requests". */
export const linkRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${one}/channels`,
    scope: 'app',
    handle(call, world) {
      const user = findCalled(call);
      startLink(world, call.app, user, call);
      return { status: 200, body: { appUser: toAppUser(user, call.version) } };
    },
  },
  {
    method: 'DELETE',
    path: `${one}/channels/:channel`,
    scope: 'app',
    handle(call, world) {
      unlinkChannel(world, call.app, findCalled(call), call.params['channel'] ?? '');
      return { status: 200, body: {} };
    },
  },
  {
    method: 'GET',
    path: `${one}/authcode`,
    scope: 'app',
    handle: (call, world) => ({
      status: 200,
      body: { authCode: createAuthCode(world, call.app, findCalled(call)) },
    }),
  },
  {
    method: 'GET',
    path: `${one}/linkrequest`,
    scope: 'app',
    handle(call, world) {
      const user = findCalled(call);
      return {
        status: 200,
        body: { linkRequests: createLinkRequests(world, call.app, user, readIds(call)) },
      };
    },
  },
];

function findCalled({ app, params: { user = '' } }: RouteCall): UserRecord {
  return findUser(app, user);
}

function readIds({ query }: RouteCall): readonly string[] {
  const given = query.getAll('integrationIds').flatMap((list) => list.split(','));
  return given.map((id) => id.trim()).filter((id) => id !== '');
}
