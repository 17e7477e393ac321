import type { FullAppUser } from '../../events/index.ts';
import type { ApiRequest, RequestOptions } from '../api-call.ts';
import type { AppUserMerge, AppUserUpdate, NewAppUser } from '../types/app-user.ts';
import type { BusinessSystem } from '../types/channel.ts';
import { type Channels, createChannels } from './channels.ts';
import { readAppUserUpdate, readMerge, readNewAppUser } from './limits/app-user.ts';
import { createLinkRequests, type LinkRequests } from './link-requests.ts';
import { readNamed, readNothing } from './read-answer.ts';
import type { Send } from './send.ts';
import { userPath } from './user-path.ts';

/** The app's users. `user` is the `_id` of the user or your `userId`. Source: Part A, "Endpoints". */
export interface AppUsers {
  /** Creates a user before its first message; a later login with the same `userId` finds it. */
  create(body: NewAppUser, options?: RequestOptions): ApiRequest<FullAppUser>;
  get(user: string, options?: RequestOptions): ApiRequest<FullAppUser>;
  /** Changes the fields, and of `properties` the properties, that are given. */
  update(user: string, body: AppUserUpdate, options?: RequestOptions): ApiRequest<FullAppUser>;
  /** Deletes the user with its clients and its conversation. It is complete when the event appUser:delete comes. */
  delete(user: string, options?: RequestOptions): ApiRequest<void>;
  /** Makes two users one. It is complete when the event merge:appUser comes. */
  merge(body: AppUserMerge, options?: RequestOptions): ApiRequest<void>;
  readonly profile: {
    /** Clears names, e-mail, avatar, properties and what the clients tell of the user. The conversation stays. */
    delete(user: string, options?: RequestOptions): ApiRequest<FullAppUser>;
  };
  readonly channels: Channels;
  readonly businessSystems: {
    list(user: string, options?: RequestOptions): ApiRequest<readonly BusinessSystem[]>;
  };
  readonly authCode: {
    /** A code with which an SDK client takes over the conversation of another channel. */
    get(user: string, options?: RequestOptions): ApiRequest<string>;
  };
  readonly linkRequests: LinkRequests;
}

/** Makes `client.appUsers`. */
export function createAppUsers(send: Send): AppUsers {
  const read = readNamed<FullAppUser>('appUser');
  return {
    create: (body, options) =>
      send(() => ({ method: 'POST', segments: ['appusers'], json: readNewAppUser(body) }), read, options),
    get: (user, options) => send(() => ({ method: 'GET', segments: userPath(user) }), read, options),
    update: (user, body, options) =>
      send(() => ({ method: 'PUT', segments: userPath(user), json: readAppUserUpdate(body) }), read, options),
    delete: (user, options) =>
      send(() => ({ method: 'DELETE', segments: userPath(user) }), readNothing, options),
    merge: (body, options) =>
      send(
        () => ({ method: 'POST', segments: ['appusers', 'merge'], json: readMerge(body) }),
        readNothing,
        options,
      ),
    profile: {
      delete: (user, options) =>
        send(() => ({ method: 'DELETE', segments: userPath(user, 'profile') }), read, options),
    },
    channels: createChannels(send),
    businessSystems: {
      list: (user, options) =>
        send(
          () => ({ method: 'GET', segments: userPath(user, 'businesssystems') }),
          readNamed<readonly BusinessSystem[]>('businessSystems'),
          options,
        ),
    },
    authCode: {
      get: (user, options) =>
        send(
          () => ({ method: 'GET', segments: userPath(user, 'authcode') }),
          readNamed<string>('authCode'),
          options,
        ),
    },
    linkRequests: createLinkRequests(send),
  };
}
