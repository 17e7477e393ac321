import { z } from 'zod';
import { freeObject, id, isoDate } from '../fields.ts';
import { listOf } from '../list-of.ts';
import { openObject } from '../open-object.ts';
import { clientSchema } from './client.ts';

const truncated = {
  _id: id,
  /** The id that you gave to the user, if you gave one. */
  userId: z.string().optional(),
  /** Whether a message has been sent. */
  conversationStarted: z.boolean().optional(),
  givenName: z.string().optional(),
  surname: z.string().optional(),
  email: z.string().optional(),
  avatarUrl: z.string().optional(),
  signedUpAt: isoDate.optional(),
  /** Your custom properties: numbers, strings and booleans. */
  properties: freeObject.optional(),
};

const appUser = openObject(truncated);

const fullAppUser = openObject({
  ...truncated,
  clients: listOf(clientSchema).optional(),
  /** The old copy of `clients`; bodies of 2016 have it alone. */
  devices: listOf(clientSchema).optional(),
  /** Clients that are linked and not yet confirmed. */
  pendingClients: listOf(clientSchema).optional(),
  credentialRequired: z.boolean().optional(),
  hasPaymentInfo: z.boolean().optional(),
  /** Whether the user is kept after the inactive expiry. */
  toBeRetained: z.boolean().optional(),
});

/**
 * The truncated app user. All but `_id` may be missing; the six profile fields come only from a webhook with
 * `includeFullAppUser`. Source: Part A, "App user".
 */
export interface AppUser extends z.output<typeof appUser> {}

/**
 * The app user that v1 sends with messages, postbacks and conversation:start. All but `_id` may be missing.
 * Source: Part A, "Versioning" and "App user"; the fields as seen on the wire.
 */
export interface FullAppUser extends z.output<typeof fullAppUser> {}

/** Schema of an `AppUser`. Source: Part A, "App user"; seen on the wire with `_id` alone. */
export const appUserSchema: z.ZodType<AppUser> = appUser;

/** Schema of a `FullAppUser`. Source: Part A, "App user"; seen on the wire with `devices` and without `clients`. */
export const fullAppUserSchema: z.ZodType<FullAppUser> = fullAppUser;
