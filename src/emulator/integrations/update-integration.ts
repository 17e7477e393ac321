import { z } from 'zod';
import { checkBody } from '../api/check-body.ts';
import type { RouteCall } from '../api/route.ts';
import { ApiError, type IntegrationRecord } from '../world/index.ts';
import { isSecretName } from './secret-name.ts';
import { typeFields } from './type-fields.ts';

/**
 * Changes the fields that are given. Fields that this type cannot change are ignored with a warning; of an unknown type all can be. Throws
 * `bad_request` for a wrong value and for an integration that is not active. Source: Part B, "Integrations"; the code for the latter is inferred.
 */
export function updateIntegration(
  integration: IntegrationRecord,
  call: Pick<RouteCall, 'body' | 'warn'>,
): void {
  if (integration.status !== 'active')
    throw new ApiError(
      'bad_request',
      `The integration is ${integration.status}: only an active one can be changed`,
    );
  const { type } = integration;
  const known = Object.hasOwn(typeFields, type) ? typeFields[type] : undefined;
  const changes = known === undefined ? readAny(call) : checkBody(call, toUpdateSchema(known));
  const isSecret = (field: string) => known?.secret.includes(field) ?? isSecretName(field);
  const kept = Object.entries(changes).filter(([field, value]) => value !== undefined && !isSecret(field));
  Object.assign(integration, structuredClone(Object.fromEntries(kept)));
}

function toUpdateSchema(known: (typeof typeFields)[string]): z.ZodObject {
  const { shape } = known.create;
  const fields = known.update.map((field) => [field, (shape[field] as z.ZodType).optional()] as const);
  return z.object({ ...Object.fromEntries(fields), displayName: z.string().optional() });
}

function readAny(call: Pick<RouteCall, 'body' | 'warn'>): Record<string, unknown> {
  const { _id, type, status, ...fields } = checkBody({ body: call.body, warn: () => {} }, z.looseObject({}));
  if ((_id ?? type ?? status) !== undefined) call.warn('_id, type and status cannot be changed');
  return fields;
}
