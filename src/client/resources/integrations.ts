import type { ApiRequest, Call, RequestOptions } from '../api-call.ts';
import { listByOffset, type Paged } from '../paging.ts';
import type {
  BusinessProfile,
  Integration,
  IntegrationList,
  IntegrationQuery,
  IntegrationType,
  IntegrationUpdate,
  NewIntegration,
} from '../types/integration.ts';
import type { Menu, NewMenu } from '../types/menu.ts';
import { readBody } from './limits/body.ts';
import { readBusinessProfile } from './limits/business-profile.ts';
import { readListQuery } from './limits/list-query.ts';
import { readMenu } from './limits/menu.ts';
import { readNamed, readNothing } from './read-answer.ts';
import type { Send } from './send.ts';

/** The channels of the app. Source: Part B, "Integrations" and "Persistent menus". */
export interface Integrations {
  /** Creates an integration of any type; the fields of the known types are checked by the compiler. */
  create<Type extends IntegrationType>(
    body: NewIntegration<Type>,
    options?: RequestOptions,
  ): ApiRequest<Integration>;
  /** Lists them, of all types or of some, page by page; `limit` is the size of a page. */
  list(query?: IntegrationQuery, options?: RequestOptions): Paged<Integration, IntegrationList>;
  get(integrationId: string, options?: RequestOptions): ApiRequest<Integration>;
  /** Changes the fields that are given, of an active integration. */
  update(integrationId: string, body: IntegrationUpdate, options?: RequestOptions): ApiRequest<Integration>;
  delete(integrationId: string, options?: RequestOptions): ApiRequest<void>;
  readonly menu: {
    get(integrationId: string, options?: RequestOptions): ApiRequest<Menu>;
    /** Overrides the menu of the app. */
    update(integrationId: string, body: NewMenu, options?: RequestOptions): ApiRequest<Menu>;
    /** Falls back to the menu of the app. */
    delete(integrationId: string, options?: RequestOptions): ApiRequest<void>;
  };
  readonly profile: {
    /** Changes the profile of the business messaging channel. */
    update(integrationId: string, body: BusinessProfile, options?: RequestOptions): ApiRequest<void>;
  };
}

/** Makes `client.integrations`. */
export function createIntegrations(call: Call, send: Send): Integrations {
  const one = (integrationId: string, ...rest: readonly string[]) => ['integrations', integrationId, ...rest];
  const read = readNamed<Integration>('integration');
  const readAnsweredMenu = readNamed<Menu>('menu');
  return {
    create: (body, options) =>
      send(
        () => ({ method: 'POST', segments: ['integrations'], json: readBody(body, 'integration') }),
        read,
        options,
      ),
    list: (query, options) => {
      const list = {
        base: 'app',
        segments: ['integrations'],
        query: { types: query?.types, ...readListQuery(query) },
      } as const;
      return listByOffset<Integration, IntegrationList>(call, { ...list, key: 'integrations' }, options);
    },
    get: (integrationId, options) =>
      send(() => ({ method: 'GET', segments: one(integrationId) }), read, options),
    update: (integrationId, body, options) =>
      send(
        () => ({ method: 'PUT', segments: one(integrationId), json: readBody(body, 'integration') }),
        read,
        options,
      ),
    delete: (integrationId, options) =>
      send(() => ({ method: 'DELETE', segments: one(integrationId) }), readNothing, options),
    menu: {
      get: (integrationId, options) =>
        send(() => ({ method: 'GET', segments: one(integrationId, 'menu') }), readAnsweredMenu, options),
      update: (integrationId, body, options) =>
        send(
          () => ({ method: 'PUT', segments: one(integrationId, 'menu'), json: readMenu(body) }),
          readAnsweredMenu,
          options,
        ),
      delete: (integrationId, options) =>
        send(() => ({ method: 'DELETE', segments: one(integrationId, 'menu') }), readNothing, options),
    },
    profile: {
      update: (integrationId, body, options) =>
        send(
          () => ({
            method: 'PUT',
            segments: one(integrationId, 'profile'),
            json: readBusinessProfile(body),
          }),
          readNothing,
          options,
        ),
    },
  };
}
