import type { AppUser, Client, FullAppUser, Source } from '../../index.ts';
import { type Cast, dayBefore, phoneNumber, webIntegrationId, whatsappIntegrationId } from './cast.ts';

/** As a webhook without `includeFullAppUser` gets it. */
export function truncatedUser({ appUserId }: Cast): AppUser {
  return { _id: appUserId, conversationStarted: true };
}

/** As v1 sends it with messages, postbacks and conversation:start: with `devices`, the old copy of `clients`. */
export function fullUser(cast: Cast): FullAppUser {
  return {
    ...truncatedUser(cast),
    signedUpAt: dayBefore(cast),
    credentialRequired: false,
    clients: [clientInV1(cast)],
    devices: [clientInV1(cast)],
    pendingClients: [],
    properties: {},
  };
}

export function client(cast: Cast): Client {
  return {
    _id: cast.clientId,
    ...clientInV1(cast),
    status: 'active',
    blocked: false,
    primary: true,
    integrationId: whatsappIntegrationId,
    externalId: phoneNumber,
  };
}

/** Without the keys that later bodies have. Source: seen on the wire, 2017. */
export function clientInV1(cast: Cast): Client {
  return {
    id: cast.deviceId,
    platform: 'whatsapp',
    active: true,
    displayName: `+${phoneNumber}`,
    info: { phoneNumber: `+${phoneNumber}` },
    lastSeen: new Date(cast.at * 1000).toISOString(),
    linkedAt: dayBefore(cast),
  };
}

/** The channel of the client above. */
export function channelSource(): Source {
  return { type: 'whatsapp', integrationId: whatsappIntegrationId };
}

export function webSource({ deviceId }: Cast): Source {
  return { type: 'web', id: deviceId.replaceAll('-', ''), integrationId: webIntegrationId };
}
