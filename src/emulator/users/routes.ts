import { checkBody } from '../api/check-body.ts';
import type { Route, RouteAnswer, RouteCall } from '../api/route.ts';
import { ApiError, findUser, type UserRecord } from '../world/index.ts';
import { listChannelEntities } from './channel-entities.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { mergeUsers } from './merge-users.ts';
import { toAppUser } from './to-app-user.ts';
import { clearProfile, updateUser } from './update-user.ts';
import { mergeBody, newUserBody, userUpdateBody } from './user-body.ts';

const one = '/apps/:appId/appusers/:user';

/** The endpoints of app users, but for those that link. Source: Part A, "App users" and "Channel entities and business systems". */
export const userRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/apps/:appId/appusers',
    scope: 'app',
    handle: (call, world) => answerUser(call, createUser(world, call.app, checkBody(call, newUserBody)), 201),
  },
  {
    method: 'POST',
    path: '/apps/:appId/appusers/merge',
    scope: 'app',
    handle(call, world) {
      const body = checkBody(call, mergeBody);
      const surviving = findByServiceId(call, body.surviving._id);
      const discarded = findByServiceId(call, body.discarded._id);
      if (surviving === discarded)
        throw new ApiError('bad_request', 'discarded: must not be the surviving user');
      mergeUsers(world, call.app, surviving, discarded);
      return { status: 200, body: {} };
    },
  },
  {
    method: 'GET',
    path: one,
    scope: 'app',
    handle: (call) => answerUser(call, findCalled(call)),
  },
  {
    method: 'PUT',
    path: one,
    scope: 'app',
    handle(call) {
      const user = findCalled(call);
      updateUser(user, checkBody(call, userUpdateBody));
      return answerUser(call, user);
    },
  },
  {
    method: 'DELETE',
    path: one,
    scope: 'app',
    handle(call, world) {
      deleteUser(world, call.app, findCalled(call));
      return { status: 200, body: {} };
    },
  },
  {
    method: 'DELETE',
    path: `${one}/profile`,
    scope: 'app',
    handle(call) {
      const user = findCalled(call);
      clearProfile(user);
      return answerUser(call, user);
    },
  },
  {
    method: 'GET',
    path: `${one}/channels`,
    scope: 'app',
    deprecated: true,
    handle: (call) => ({ status: 200, body: { channels: listChannelEntities(findCalled(call)) } }),
  },
  {
    method: 'GET',
    path: `${one}/businesssystems`,
    scope: 'app',
    handle: (call) => ({
      status: 200,
      body: { businessSystems: structuredClone(findCalled(call).businessSystems) },
    }),
  },
];

function findCalled({ app, params: { user = '' } }: RouteCall): UserRecord {
  return findUser(app, user);
}

/** A merge names users by `_id` alone. Source: Part A, "App users". */
function findByServiceId({ app }: RouteCall, id: string): UserRecord {
  const user = app.users.get(id);
  if (user === undefined) throw new ApiError('user_not_found', 'User not found');
  return user;
}

function answerUser({ version }: RouteCall, user: UserRecord, status = 200): RouteAnswer {
  return { status, body: { appUser: toAppUser(user, version) } };
}
