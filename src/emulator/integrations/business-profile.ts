import { z } from 'zod';
import { checkBody } from '../api/check-body.ts';
import type { RouteCall } from '../api/route.ts';
import { ApiError, type IntegrationRecord } from '../world/index.ts';

const filled = (most: number) => z.string().min(1).max(most).optional();

/** Source: Part B, "Integrations". */
const profileBody = z.object({
  about: z.string().max(139).optional(),
  photoUrl: z.url({ error: 'must be a URL' }).optional(),
  address: filled(256),
  description: filled(256),
  email: filled(128),
  vertical: filled(128),
  websites: z.array(z.string().max(256)).max(2).optional(),
});

/** The profile of a business messaging integration; `{}` as long as nothing was set. Throws `bad_request` for other types. */
export function readProfile({ app }: Pick<RouteCall, 'app'>, integration: IntegrationRecord): object {
  checkType(integration);
  return structuredClone(app.channelState.profiles.get(integration._id) ?? {});
}

/** Changes the fields that are given. Throws `bad_request` that names a wrong one. Source: Part B, "Integrations". */
export function updateProfile(
  call: Pick<RouteCall, 'app' | 'body' | 'warn'>,
  integration: IntegrationRecord,
): void {
  checkType(integration);
  const { profiles } = call.app.channelState;
  const changes = structuredClone(checkBody(call, profileBody));
  profiles.set(integration._id, { ...profiles.get(integration._id), ...changes });
}

/** Only the business messaging channel has one. Source: Part B, "Integrations"; the code is inferred. */
function checkType({ type }: IntegrationRecord): void {
  if (type !== 'whatsapp')
    throw new ApiError('bad_request', `Integrations of the type ${type} have no profile`);
}
