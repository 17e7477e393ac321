import fc from 'fast-check';
import type { AppUser, Client, FullAppUser } from '../../index.ts';
import { openObject } from './open-object.ts';
import { channel, email, fewOf, freeObject, id, isoDate, json, openSetOf, text, url } from './values.ts';

const profile = {
  userId: id,
  conversationStarted: fc.boolean(),
  givenName: text,
  surname: text,
  email,
  avatarUrl: url,
  signedUpAt: isoDate,
  properties: freeObject,
};

export const client = openObject<Client>(
  {},
  {
    _id: id,
    platform: channel,
    status: openSetOf('active', 'blocked', 'inactive', 'pending'),
    integrationId: id,
    pushNotificationToken: text,
    externalId: id,
    primary: fc.boolean(),
    deviceId: id,
    displayName: text,
    avatarUrl: url,
    info: freeObject,
    raw: json,
    appVersion: text,
    lastSeen: isoDate,
    linkedAt: isoDate,
    id,
    active: fc.boolean(),
    blocked: fc.boolean(),
  },
);

export const appUser = openObject<AppUser>({ _id: id }, profile);

export const fullAppUser = openObject<FullAppUser>(
  { _id: id },
  {
    ...profile,
    clients: fewOf(client),
    devices: fewOf(client),
    pendingClients: fewOf(client),
    credentialRequired: fc.boolean(),
    hasPaymentInfo: fc.boolean(),
    toBeRetained: fc.boolean(),
  },
);
