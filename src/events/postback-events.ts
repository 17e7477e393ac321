import type { z } from 'zod';
import { v1Event, v11Event } from './event-schema.ts';
import { freeObject } from './fields.ts';
import { listOf } from './list-of.ts';
import { postbackActionSchema } from './objects/action.ts';
import { appUserSchema, fullAppUserSchema } from './objects/app-user.ts';
import { clientSchema } from './objects/client.ts';
import { messageSchema } from './objects/message.ts';
import { referenceSchema } from './objects/reference.ts';
import { sourceSchema } from './objects/source.ts';
import { openObject } from './open-object.ts';

const tap = openObject({
  /** Missing for a tap in a persistent menu. */
  message: messageSchema.optional(),
  action: postbackActionSchema,
  metadata: freeObject.optional(),
  /** Used by shipped receivers, documented nowhere. */
  source: sourceSchema.optional(),
});

/** A tap on a postback action. Source: Part A, "Payload shapes". */
export interface Postback extends z.output<typeof tap> {}

const fields = {
  postbacks: listOf(tap as z.ZodType<Postback>),
  /** Missing in v1 and in early v1.1 bodies. */
  conversation: referenceSchema.optional(),
  /** With `includeClient`. */
  client: clientSchema.optional(),
};

/** A user taps a postback action. Source: Part A, "Payload shapes"; v1 sends the full user, Part A, "Versioning". */
export const postback = {
  v1: v1Event('postback', { ...fields, appUser: fullAppUserSchema }),
  'v1.1': v11Event('postback', { ...fields, appUser: appUserSchema }),
};
