import { bothEvents, v11Event } from './event-schema.ts';
import { freeObject, id } from './fields.ts';
import { listOf } from './list-of.ts';
import { appUserSchema } from './objects/app-user.ts';

/** An app user is deleted. Source: Part A, "Payload shapes". */
export const appUserDelete = { 'v1.1': v11Event('appUser:delete', { appUser: appUserSchema }) };

/** App users are merged into one. There is no `appUser`. Source: Part A, "Payload shapes". */
export const mergeAppUser = bothEvents('merge:appUser', {
  surviving: appUserSchema,
  discarded: listOf(appUserSchema),
  /** Properties beyond the 4 kB that the surviving user may have. */
  discardedProperties: freeObject.optional(),
  discardedConversationId: id.optional(),
});
