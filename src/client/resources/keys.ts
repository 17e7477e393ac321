import type { ApiRequest, RequestOptions } from '../api-call.ts';
import type { Key, NewKey } from '../types/key.ts';
import { readBody } from './limits/body.ts';
import { readNamed, readNothing } from './read-answer.ts';
import type { Send } from './send.ts';

/**
 * The keys of an app, with their secrets; needs account-scoped credentials. Beyond the document: the Parts do not show them.
 * Source: the service's public documentation; seen on the wire.
 */
export interface Keys {
  create(appId: string, body: NewKey, options?: RequestOptions): ApiRequest<Key>;
  list(appId: string, options?: RequestOptions): ApiRequest<readonly Key[]>;
  get(appId: string, keyId: string, options?: RequestOptions): ApiRequest<Key>;
  delete(appId: string, keyId: string, options?: RequestOptions): ApiRequest<void>;
  readonly jwt: {
    /** A token of app scope, signed with the key, that never ends. */
    get(appId: string, keyId: string, options?: RequestOptions): ApiRequest<string>;
  };
}

/** Makes `client.keys`. */
export function createKeys(send: Send): Keys {
  const all = (appId: string) => ({ base: 'account', segments: ['apps', appId, 'keys'] }) as const;
  const one = (appId: string, keyId: string, ...rest: readonly string[]) =>
    ({ base: 'account', segments: [...all(appId).segments, keyId, ...rest] }) as const;
  const read = readNamed<Key>('key');
  return {
    create: (appId, body, options) =>
      send(() => ({ method: 'POST', ...all(appId), json: readBody(body, 'key') }), read, options),
    list: (appId, options) =>
      send(() => ({ method: 'GET', ...all(appId) }), readNamed<readonly Key[]>('keys'), options),
    get: (appId, keyId, options) => send(() => ({ method: 'GET', ...one(appId, keyId) }), read, options),
    delete: (appId, keyId, options) =>
      send(() => ({ method: 'DELETE', ...one(appId, keyId) }), readNothing, options),
    jwt: {
      get: (appId, keyId, options) =>
        send(() => ({ method: 'GET', ...one(appId, keyId, 'jwt') }), readNamed<string>('jwt'), options),
    },
  };
}
