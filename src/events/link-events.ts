import { bothEvents } from './event-schema.ts';
import { freeObject } from './fields.ts';
import { appUserSchema } from './objects/app-user.ts';
import { channelErrorSchema } from './objects/channel-error.ts';
import type { Channel } from './objects/source.ts';
import { openSet } from './open-set.ts';

const fields = {
  appUser: appUserSchema,
  channel: openSet<Channel>(),
  /** What the user was looked for by: `phoneNumber`, `givenName`, `surname`, … */
  criteria: freeObject,
};

/** A channel is linked. Source: Part A, "Payload shapes". */
export const linkSuccess = bothEvents('link:success', fields);

/** The user was found on the channel. Source: Part A, "Payload shapes". */
export const linkMatch = bothEvents('link:match', fields);

/** A channel could not be linked. Source: Part A, "Payload shapes". */
export const linkFailure = bothEvents('link:failure', { ...fields, error: channelErrorSchema });
