import type { LinkRequest } from '../../client/index.ts';
import { channelOf } from '../channels/index.ts';
import type { NewClient } from '../users/index.ts';
import {
  ApiError,
  type AppRecord,
  type ClientRecord,
  findIntegration,
  findUser,
  type IntegrationRecord,
  type UserRecord,
  type World,
} from '../world/index.ts';
import { admitClient } from './admit-client.ts';

/**
 * A link request for each of the integrations, with a new one-time code in its address. Throws `integration_not_found`, and `bad_request` for none or
 * for a channel without link requests; no code is made then. Source: Part A, "Auth code and link requests".
 */
export function createLinkRequests(
  world: World,
  app: AppRecord,
  user: UserRecord,
  integrationIds: readonly string[],
): LinkRequest[] {
  if (integrationIds.length === 0)
    throw new ApiError('bad_request', 'integrationIds: at least one is required');
  const integrations = integrationIds.map((id) => findIntegration(app, id));
  for (const { type } of integrations)
    if (!channelOf(type).linkRequests)
      throw new ApiError('bad_request', `integrationIds: ${type} has no link requests`);
  return integrations.map((integration) => {
    const code = `lr_${world.ids.base64url(24)}`;
    const { _id: integrationId, type } = integration;
    app.linkCodes.set(code, { userId: user._id, integrationId });
    const url = toUrl(integration, code);
    return { integrationId, type, code, url, ...(type === 'whatsapp' && { qrCode: drawSign(url) }) };
  });
}

/** Source: seen on the wire; that of whatsapp: inferred from the channel's own links. */
function toUrl({ _id, type, pageId, username, uri, phoneNumber }: IntegrationRecord, code: string): string {
  const part = (value: unknown) => encodeURIComponent(typeof value === 'string' ? value : _id);
  switch (type) {
    case 'messenger':
      return `https://m.me/${part(pageId)}?ref=${code}`;
    case 'telegram':
      return `https://telegram.me/${part(username)}?start=${code}`;
    case 'viber':
      return `viber://pa?chatURI=${part(uri)}&context=${code}`;
    default:
      return `https://wa.me/${typeof phoneNumber === 'string' ? phoneNumber.replace(/\D/g, '') : part(_id)}?text=${code}`;
  }
}

/** A picture with the address in letters: nothing here is scanned, so there is no need for a code that a camera reads. */
function drawSign(url: string): string {
  const text = url.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="40"><text x="8" y="26">${text}</text></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/**
 * The end user followed the address of a link request: the client they came with is the user's from now on. Throws `not_found` for a code that is
 * unknown or used, or that was made for another integration.
 */
export function redeemLinkCode(
  world: World,
  app: AppRecord,
  code: string,
  fields: NewClient,
): { readonly user: UserRecord; readonly client: ClientRecord } {
  const made = app.linkCodes.get(code);
  if (made === undefined || made.integrationId !== fields.integrationId)
    throw new ApiError('not_found', 'No such link code for this integration, or it was used');
  const user = findUser(app, made.userId);
  app.linkCodes.delete(code);
  return { user, client: admitClient(world, app, user, fields) };
}
