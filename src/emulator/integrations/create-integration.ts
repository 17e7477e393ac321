import { z } from 'zod';
import { checkBody } from '../api/check-body.ts';
import type { RouteCall } from '../api/route.ts';
import type { AppRecord, IntegrationRecord, World } from '../world/index.ts';
import { drawAnsweredFields } from './answered-fields.ts';
import { isSecretName } from './secret-name.ts';
import { typeFields } from './type-fields.ts';

const anyType = z.object({ type: z.string().min(1) });

/** Types that exist, and whose fields no document names. Source: the service's public documentation. */
const bareTypes = ['android', 'api', 'ios'];

/**
 * Adds the integration that a call asks for; it is active at once. Throws `bad_request` that names the missing or wrong field of a known
 * type; an unknown type gets a warning, and keeps the fields it is given, but for what is secret by name. Source: Part B, "Integrations".
 */
export function createIntegration(
  world: World,
  call: Pick<RouteCall, 'app' | 'body' | 'warn'>,
): IntegrationRecord {
  const { type } = checkBody({ body: call.body, warn: () => {} }, anyType);
  return addIntegration(world, call.app, type, readFields(type, call));
}

/**
 * An integration of that type: the first active one, else a new one with the fields that the service would answer. For the end user's side,
 * where channels need no set-up.
 */
export function ensureIntegration(world: World, app: AppRecord, type: string): IntegrationRecord {
  const found = app.integrations.find((one) => one.type === type && one.status === 'active');
  return found ?? addIntegration(world, app, type, {});
}

function readFields(type: string, call: Pick<RouteCall, 'body' | 'warn'>): Record<string, unknown> {
  const known = Object.hasOwn(typeFields, type) ? typeFields[type] : undefined;
  if (known === undefined) {
    if (!bareTypes.includes(type)) call.warn(`the type '${type}' is not known here`);
    return withoutKeys(call.body as Record<string, unknown>, isSecretName);
  }
  const fields = checkBody(
    call,
    known.create.safeExtend({ type: z.string(), displayName: z.string().optional() }),
  );
  return withoutKeys(fields, (key) => known.secret.includes(key));
}

function withoutKeys(
  fields: Readonly<Record<string, unknown>>,
  isLeftOut: (key: string) => boolean,
): Record<string, unknown> {
  const kept = Object.entries(fields).filter(([key, value]) => value !== undefined && !isLeftOut(key));
  return structuredClone(Object.fromEntries(kept));
}

function addIntegration(
  world: World,
  app: AppRecord,
  type: string,
  fields: Readonly<Record<string, unknown>>,
): IntegrationRecord {
  const fixed = { _id: world.ids.timed(), type, status: 'active' } as const;
  // Twice: they come first, and fields of an unknown type cannot replace them.
  const integration: IntegrationRecord = {
    ...fixed,
    displayName: null,
    ...drawAnsweredFields(world, type),
    ...fields,
    ...fixed,
  };
  app.integrations.push(integration);
  return integration;
}
