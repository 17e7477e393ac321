import { z } from 'zod';
import type { Version } from '../../events/index.ts';
import { checkBody } from '../api/check-body.ts';
import type { RouteCall } from '../api/route.ts';
import { channelOf, type LinkConfirmation } from '../channels/index.ts';
import { ApiError, type AppRecord, findIntegration, type LinkRecord } from '../world/index.ts';
import { readAddress } from './read-address.ts';

const linkBody = z.object({
  type: z.string().min(1),
  integrationId: z.string().optional(),
  phoneNumber: z.string().optional(),
  address: z.string().optional(),
  confirmation: z
    .object({
      type: z.enum(['immediate', 'userActivity', 'prompt']),
      message: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  primary: z.boolean().default(true),
  givenName: z.string().optional(),
  surname: z.string().optional(),
  subject: z.string().optional(),
});

/** Source: Part A, "Link a channel". */
const olderChannels: ReadonlySet<string> = new Set(['messenger', 'mailgun']);

/** What a call that links a channel asks for, checked. */
interface AskedLink {
  readonly link: LinkRecord;
  readonly externalId: string;
  /** As posted; not checked, and nothing to a prompt. */
  readonly message: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Reads the body of "link a channel". Throws `bad_request` for what is wrong, `integration_not_found` when the app has no such integration.
 * Source: Part A, "Link a channel".
 */
export function readLink(app: AppRecord, call: Pick<RouteCall, 'body' | 'version' | 'warn'>): AskedLink {
  const body = checkBody(call, linkBody);
  const { type: channel, primary } = body;
  const { confirmations } = channelOf(channel);
  if (confirmations.length === 0) throw new ApiError('bad_request', `type: ${channel} cannot be linked`);
  const { criteria, externalId } = readAddress(channel, body);
  const confirmation = body.confirmation?.type ?? defaultConfirmation(confirmations, call.version);
  if (!confirmations.includes(confirmation))
    throw new ApiError('bad_request', `confirmation.type: ${confirmation} is not for ${channel}`);
  const message = body.confirmation?.message;
  if (confirmation === 'userActivity' && message === undefined)
    throw new ApiError('bad_request', 'confirmation.message: required with userActivity');
  if (confirmation === 'prompt' && message !== undefined)
    call.warn('confirmation.message is ignored: the text of a prompt cannot be customized');
  const integrationId = findLinkable(app, channel, body.integrationId);
  if (olderChannels.has(channel)) call.warn(`linking ${channel} is older behavior of the service`);
  return {
    link: { channel, integrationId, confirmation, criteria, primary },
    externalId,
    message,
  };
}

/** v1 may leave the confirmation out (Part A, "Versioning"). What it means then is not shown: the user is asked, where the channel can. */
function defaultConfirmation(confirmations: readonly LinkConfirmation[], version: Version): LinkConfirmation {
  if (version !== 'v1') throw new ApiError('bad_request', 'confirmation: required');
  return confirmations.includes('prompt') ? 'prompt' : 'immediate';
}

function findLinkable(app: AppRecord, channel: string, integrationId: string | undefined): string {
  if (integrationId !== undefined) {
    const { _id, type } = findIntegration(app, integrationId);
    if (type !== channel)
      throw new ApiError('bad_request', `integrationId: its type is ${type}, not ${channel}`);
    return _id;
  }
  const [first, second] = app.integrations.filter(({ type }) => type === channel);
  if (first === undefined) throw new ApiError('integration_not_found', `No integration of type ${channel}`);
  if (second !== undefined)
    throw new ApiError('bad_request', `integrationId: required, several integrations are of type ${channel}`);
  return first._id;
}
