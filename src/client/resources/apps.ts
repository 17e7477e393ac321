import type { ApiRequest, Call, RequestOptions } from '../api-call.ts';
import { listByOffset, type Paged } from '../paging.ts';
import type { App, AppList, AppQuery, AppUpdate, NewApp } from '../types/app.ts';
import { readBody } from './limits/body.ts';
import { readListQuery } from './limits/list-query.ts';
import { readNamed, readNothing } from './read-answer.ts';
import type { Send } from './send.ts';

/**
 * The apps of the account; needs account-scoped credentials. Beyond the document: Part B names the endpoints and does not show them.
 * Source: the service's public documentation; seen on the wire.
 */
export interface Apps {
  create(body: NewApp, options?: RequestOptions): ApiRequest<App>;
  /** Lists them all, page by page; `limit` is the size of a page. */
  list(query?: AppQuery, options?: RequestOptions): Paged<App, AppList>;
  get(appId: string, options?: RequestOptions): ApiRequest<App>;
  /** Changes the fields that are given. */
  update(appId: string, body: AppUpdate, options?: RequestOptions): ApiRequest<App>;
  delete(appId: string, options?: RequestOptions): ApiRequest<void>;
}

/** Makes `client.apps`. */
export function createApps(call: Call, send: Send): Apps {
  const all = { base: 'account', segments: ['apps'] } as const;
  const one = (appId: string) => ({ base: 'account', segments: ['apps', appId] }) as const;
  const read = readNamed<App>('app');
  return {
    create: (body, options) =>
      send(() => ({ method: 'POST', ...all, json: readBody(body, 'app') }), read, options),
    list: (query, options) => {
      const list = {
        ...all,
        query: { ...readListQuery(query), serviceAccountId: query?.serviceAccountId },
      };
      return listByOffset<App, AppList>(call, { ...list, key: 'apps' }, options);
    },
    get: (appId, options) => send(() => ({ method: 'GET', ...one(appId) }), read, options),
    update: (appId, body, options) =>
      send(() => ({ method: 'PUT', ...one(appId), json: readBody(body, 'app') }), read, options),
    delete: (appId, options) => send(() => ({ method: 'DELETE', ...one(appId) }), readNothing, options),
  };
}
