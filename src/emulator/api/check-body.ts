import type { z } from 'zod';
import { ApiError } from '../world/index.ts';
import type { RouteCall } from './route.ts';

/**
 * The body of a call as `schema` reads it. Throws `bad_request` that names the first wrong field. Fields that the schema of an object does not have pass, as with
 * the service, and get a warning.
 */
export function checkBody<Schema extends z.ZodType>(
  call: Pick<RouteCall, 'body' | 'warn'>,
  schema: Schema,
): z.output<Schema> {
  const result = schema.safeParse(call.body ?? {});
  if (!result.success) {
    const [issue] = result.error.issues;
    const place = issue?.path.length ? `${issue.path.join('.')}: ` : '';
    throw new ApiError('bad_request', `${place}${issue?.message ?? 'The body is not valid'}`);
  }
  const shape: unknown = (schema as { readonly shape?: unknown }).shape;
  if (typeof shape === 'object' && shape !== null && typeof call.body === 'object' && call.body !== null) {
    for (const key of Object.keys(call.body))
      if (!Object.hasOwn(shape, key)) call.warn(`unknown field '${key}'`);
  }
  return result.data;
}
