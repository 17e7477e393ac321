import { z } from 'zod';
import { bothEvents, v11Event } from './event-schema.ts';
import { unixSeconds } from './fields.ts';
import { listOf } from './list-of.ts';
import { appUserSchema } from './objects/app-user.ts';
import { clientSchema } from './objects/client.ts';
import { referenceSchema } from './objects/reference.ts';

const fields = { appUser: appUserSchema, clients: listOf(clientSchema) };

/** Clients are added to a user. Source: Part A, "Payload shapes"; in v1: shipped receivers. */
export const clientAdd = bothEvents('client:add', fields);

/** Clients are removed from a user; each may have the deprecated `id` alone. Source: Part A, "Payload shapes". */
export const clientRemove = { 'v1.1': v11Event('client:remove', fields) };

/** A client is marked blocked. Source: Part A, "Triggers", does not show it; all fields are inferred and may be missing. */
export const clientBlock = {
  'v1.1': v11Event('client:block', {
    appUser: appUserSchema.optional(),
    client: clientSchema.optional(),
    clients: listOf(clientSchema).optional(),
    conversation: referenceSchema.optional(),
    timestamp: unixSeconds.optional(),
    reason: z.string().optional(),
  }),
};
