import type { Route, RouteCall } from '../api/route.ts';
import { findIntegration, type IntegrationRecord } from '../world/index.ts';
import { readProfile, updateProfile } from './business-profile.ts';
import { createIntegration } from './create-integration.ts';
import { deleteIntegration } from './delete-integration.ts';
import { listIntegrations } from './list-integrations.ts';
import { updateIntegration } from './update-integration.ts';

const all = '/apps/:appId/integrations';
const one = `${all}/:integrationId`;

/** The endpoints of integrations, but for their menus. Source: Part B, "Integrations"; reading a profile: the service's public documentation. */
export const integrationRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: all,
    scope: 'app',
    handle: (call, world) => answerIntegration(createIntegration(world, call), 201),
  },
  {
    method: 'GET',
    path: all,
    scope: 'app',
    handle: (call) => ({ status: 200, body: listIntegrations(call) }),
  },
  {
    method: 'GET',
    path: one,
    scope: 'app',
    handle: (call) => answerIntegration(findCalled(call)),
  },
  {
    method: 'PUT',
    path: one,
    scope: 'app',
    handle(call) {
      const integration = findCalled(call);
      updateIntegration(integration, call);
      return answerIntegration(integration);
    },
  },
  {
    method: 'DELETE',
    path: one,
    scope: 'app',
    handle(call, world) {
      deleteIntegration(world, call.app, findCalled(call));
      return { status: 200, body: {} };
    },
  },
  {
    method: 'GET',
    path: `${one}/profile`,
    scope: 'app',
    handle: (call) => ({ status: 200, body: { profile: readProfile(call, findCalled(call)) } }),
  },
  {
    method: 'PUT',
    path: `${one}/profile`,
    scope: 'app',
    handle(call) {
      updateProfile(call, findCalled(call));
      return { status: 200 };
    },
  },
];

function findCalled({ app, params: { integrationId = '' } }: RouteCall): IntegrationRecord {
  return findIntegration(app, integrationId);
}

function answerIntegration(integration: IntegrationRecord, status = 200) {
  return { status, body: { integration: structuredClone(integration) } };
}
