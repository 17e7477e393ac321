import { checkBody } from '../api/check-body.ts';
import type { Route, RouteAnswer, RouteCall } from '../api/route.ts';
import { channelOf } from '../channels/index.ts';
import {
  ApiError,
  type AppRecord,
  findIntegration,
  type IntegrationRecord,
  type MenuRecord,
} from '../world/index.ts';
import { fillMenu, menuBody } from './menu-body.ts';

const ofApp = '/apps/:appId/menu';
const ofIntegration = '/apps/:appId/integrations/:integrationId/menu';

/** The menu that users of an integration see: its own, else that of the app, if there is one. Source: Part B, "Persistent menus". */
export function menuOf(app: AppRecord, integrationId: string): MenuRecord | undefined {
  return app.integrationMenus.get(integrationId) ?? app.menu;
}

/** The endpoints of persistent menus. Without a menu the answer is one without items. Source: Part B, "Persistent menus". */
export const menuRoutes: readonly Route[] = [
  { method: 'GET', path: ofApp, scope: 'app', handle: ({ app }) => answerMenu(app.menu) },
  {
    method: 'PUT',
    path: ofApp,
    scope: 'app',
    handle(call, world) {
      call.app.menu = fillMenu(world, checkBody(call, menuBody));
      return answerMenu(call.app.menu);
    },
  },
  {
    method: 'DELETE',
    path: ofApp,
    scope: 'app',
    handle({ app }) {
      app.menu = undefined;
      return answerMenu(undefined);
    },
  },
  {
    method: 'GET',
    path: ofIntegration,
    scope: 'app',
    handle: (call) => answerMenu(menuOf(call.app, findWithMenu(call)._id)),
  },
  {
    method: 'PUT',
    path: ofIntegration,
    scope: 'app',
    handle(call, world) {
      const { _id } = findWithMenu(call);
      const menu = fillMenu(world, checkBody(call, menuBody));
      call.app.integrationMenus.set(_id, menu);
      return answerMenu(menu);
    },
  },
  {
    method: 'DELETE',
    path: ofIntegration,
    scope: 'app',
    handle(call) {
      const { _id } = findWithMenu(call);
      if (!call.app.integrationMenus.delete(_id))
        throw new ApiError('menu_not_found', 'The integration has no menu of its own');
      return { status: 200, body: {} };
    },
  },
];

/**
 * The integration of the call. Throws `integration_not_found`, and `bad_request` when its channel has no menus: Part B names the social
 * messaging channel and the WeChat-type one; the code is inferred, as is `menu_not_found` above.
 */
function findWithMenu({ app, params: { integrationId = '' } }: RouteCall): IntegrationRecord {
  const integration = findIntegration(app, integrationId);
  if (channelOf(integration.type).menus) return integration;
  throw new ApiError('bad_request', `Integrations of the type ${integration.type} have no menus`);
}

function answerMenu(menu: MenuRecord | undefined): RouteAnswer {
  return { status: 200, body: { menu: menu === undefined ? { items: [] } : structuredClone(menu) } };
}
