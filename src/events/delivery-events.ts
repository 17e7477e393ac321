import { z } from 'zod';
import { v1Event, v11Event } from './event-schema.ts';
import { unixSeconds } from './fields.ts';
import { listOf } from './list-of.ts';
import { appUserSchema } from './objects/app-user.ts';
import { channelErrorSchema } from './objects/channel-error.ts';
import { destinationSchema } from './objects/destination.ts';
import { externalMessageSchema } from './objects/external-message.ts';
import { matchResultSchema } from './objects/match-result.ts';
import { messageSchema } from './objects/message.ts';
import { referenceSchema } from './objects/reference.ts';
import type { Channel } from './objects/source.ts';
import { openSet } from './open-set.ts';

const report = {
  destination: destinationSchema,
  /** False when another report on this message and destination is expected, which may still not come. */
  isFinalEvent: z.boolean(),
  /** The channel's ids, in no order; missing for a channel without ids. */
  externalMessages: listOf(externalMessageSchema).optional(),
  /** Shipped receivers guard against its absence. */
  timestamp: unixSeconds.optional(),
};

const messageReport = {
  ...report,
  appUser: appUserSchema,
  conversation: referenceSchema.optional(),
  /** The id alone: no type, no text. */
  message: referenceSchema,
};

const notificationReport = {
  ...report,
  /** Its id is a UUID. */
  notification: referenceSchema,
  matchResult: matchResultSchema.optional(),
};

const v1Report = {
  appUser: appUserSchema,
  messages: listOf(messageSchema),
  /** Missing in the first bodies of 2016, which name the channel instead. */
  destination: destinationSchema.optional(),
  /** @deprecated Bodies of 2016 only; see `destination`. */
  channel: openSet<Channel>().optional(),
  timestamp: unixSeconds.optional(),
};

const failure = { error: channelErrorSchema };

/** A message was handed to a channel. Source: Part A, "Payload shapes". */
export const messageDeliveryChannel = { 'v1.1': v11Event('message:delivery:channel', messageReport) };

/** A message reached the device of the user. Source: Part A, "Payload shapes". */
export const messageDeliveryUser = { 'v1.1': v11Event('message:delivery:user', messageReport) };

/** A message did not reach the user. Source: Part A, "Payload shapes". */
export const messageDeliveryFailure = {
  'v1.1': v11Event('message:delivery:failure', { ...messageReport, ...failure }),
};

/** A notification was handed to a channel. Source: Part A, "Payload shapes". */
export const notificationDeliveryChannel = {
  'v1.1': v11Event('notification:delivery:channel', notificationReport),
};

/** A notification reached the device of the user. Source: Part A, "Payload shapes". */
export const notificationDeliveryUser = {
  'v1.1': v11Event('notification:delivery:user', notificationReport),
};

/** A notification did not reach the user. Source: Part A, "Payload shapes". */
export const notificationDeliveryFailure = {
  'v1.1': v11Event('notification:delivery:failure', { ...notificationReport, ...failure }),
};

/** v1: messages were handed to a channel, whole. Source: the service's public documentation; Part A, "Versioning". */
export const deliverySuccess = { v1: v1Event('delivery:success', v1Report) };

/** v1: messages did not reach the user. Source: the service's public documentation; Part A, "Versioning". */
export const deliveryFailure = { v1: v1Event('delivery:failure', { ...v1Report, ...failure }) };
