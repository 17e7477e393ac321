import type { ChannelError } from '../../events/index.ts';
import type { AppRecord, ChannelFailureRecord, ClientRecord, UserRecord } from '../world/index.ts';
import { takeFailure } from './order-failure.ts';

/** Why a message will not arrive, and how far it gets. */
export type Trouble = Pick<ChannelFailureRecord, 'error' | 'stage'>;

/** Codes of failures that come from the service, not from a channel, and so have no `underlyingError`. */
const ownCodes: readonly string[] = ['aborted', 'delivery_timeout', 'too_many_errors'];

/**
 * What keeps a message from that client, if anything does: the client is blocked (`blocked`), its integration is in error (`unauthorized`) or
 * not yet active (`aborted`), or a failure was ordered. Source: Part A, "Delivery error codes"; which state gives which code is inferred.
 */
export function findTrouble(
  app: AppRecord,
  user: UserRecord,
  client: Pick<ClientRecord, 'platform' | 'status' | 'integrationId'>,
): Trouble | undefined {
  if (client.status === 'blocked')
    return makeTrouble(client.platform, { code: 'blocked', message: 'The user has unsubscribed' });
  return findChannelTrouble(app, user, client.platform, client.integrationId);
}

/** As `findTrouble`, for an address whose client is not known. */
export function findChannelTrouble(
  app: AppRecord,
  user: UserRecord | undefined,
  platform: string,
  integrationId: string | undefined,
): Trouble | undefined {
  const integration = app.integrations.find(({ _id }) => _id === integrationId);
  if (integration?.status === 'error')
    return makeTrouble(platform, { code: 'unauthorized', message: 'The integration is not authorized' });
  if (integration?.status === 'inactive')
    return makeTrouble(platform, { code: 'aborted', message: 'The integration is not active' });
  const ordered = takeFailure(app, user, integrationId);
  return ordered && makeTrouble(platform, ordered.error, ordered.stage);
}

function makeTrouble(platform: string, error: ChannelError, stage: Trouble['stage'] = 'channel'): Trouble {
  if (error.underlyingError !== undefined || ownCodes.includes(error.code)) return { error, stage };
  return {
    error: { ...error, underlyingError: toChannelForm(platform, error.message ?? error.code) },
    stage,
  };
}

/** An error as that channel would write it. Source: seen in shipped receivers; the numbers are examples of theirs. */
function toChannelForm(platform: string, message: string): Record<string, unknown> {
  if (platform === 'whatsapp') return { errors: [{ code: 470, title: message }] };
  if (platform === 'telegram') return { ok: 'False', error_code: 403, description: message };
  if (platform === 'messenger' || platform === 'instagram') return { code: 190, message };
  return { message };
}
