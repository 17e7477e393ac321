import { v1Event, v11Event } from './event-schema.ts';
import { listOf } from './list-of.ts';
import { appUserSchema, fullAppUserSchema } from './objects/app-user.ts';
import { clientSchema } from './objects/client.ts';
import { messageSchema } from './objects/message.ts';
import { referenceSchema } from './objects/reference.ts';

const fields = {
  /** One in all bodies seen; more are allowed. */
  messages: listOf(messageSchema),
  /** Missing in v1 and in early v1.1 bodies. */
  conversation: referenceSchema.optional(),
  /** With `includeClient`, on message:appUser, if the message has a client. */
  client: clientSchema.optional(),
  recentNotifications: listOf(messageSchema).optional(),
};

function messageEvent<T extends 'message:appUser' | 'message:appMaker'>(trigger: T) {
  return {
    v1: v1Event(trigger, { ...fields, appUser: fullAppUserSchema }),
    'v1.1': v11Event(trigger, { ...fields, appUser: appUserSchema }),
  };
}

/** A message of the user arrived. Source: Part A, "Payload shapes"; v1 sends the full user, Part A, "Versioning". */
export const messageAppUser = messageEvent('message:appUser');

/** A message to the user was posted; in v1 also a whisper. Source: Part A, "Payload shapes" and "Versioning". */
export const messageAppMaker = messageEvent('message:appMaker');
