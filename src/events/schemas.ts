import type { z } from 'zod';
import { appUserDelete, mergeAppUser } from './app-user-events.ts';
import { clientAdd, clientBlock, clientRemove } from './client-events.ts';
import {
  conversationRead,
  conversationReferral,
  conversationStart,
  typingAppUser,
} from './conversation-events.ts';
import {
  deliveryFailure,
  deliverySuccess,
  messageDeliveryChannel,
  messageDeliveryFailure,
  messageDeliveryUser,
  notificationDeliveryChannel,
  notificationDeliveryFailure,
  notificationDeliveryUser,
} from './delivery-events.ts';
import { linkFailure, linkMatch, linkSuccess } from './link-events.ts';
import { messageAppMaker, messageAppUser } from './message-events.ts';
import { paymentSuccess } from './payment-events.ts';
import { postback } from './postback-events.ts';
import { createRun, type RunSchema } from './run-schema.ts';
import type { Trigger, Version, VersionOf } from './triggers.ts';

/** What the table below must be: a schema for each version that `triggerVersions` gives a trigger, and no other. */
type SchemaTable = {
  readonly [T in Trigger]: {
    readonly [V in VersionOf<T>]: z.ZodType<{ trigger: T; version: V }>;
  } & { readonly [V in Exclude<Version, VersionOf<T>>]?: never };
};

/** The schema of every event, by trigger and version. Source: Part A, "Payload shapes" (v1.1); the public documentation (v1). */
export const schemas = {
  'message:appUser': messageAppUser,
  'message:appMaker': messageAppMaker,
  'message:delivery:channel': messageDeliveryChannel,
  'message:delivery:user': messageDeliveryUser,
  'message:delivery:failure': messageDeliveryFailure,
  'notification:delivery:channel': notificationDeliveryChannel,
  'notification:delivery:user': notificationDeliveryUser,
  'notification:delivery:failure': notificationDeliveryFailure,
  'delivery:success': deliverySuccess,
  'delivery:failure': deliveryFailure,
  'conversation:start': conversationStart,
  'conversation:read': conversationRead,
  'conversation:referral': conversationReferral,
  postback,
  'typing:appUser': typingAppUser,
  'appUser:delete': appUserDelete,
  'merge:appUser': mergeAppUser,
  'payment:success': paymentSuccess,
  'link:success': linkSuccess,
  'link:match': linkMatch,
  'link:failure': linkFailure,
  'client:add': clientAdd,
  'client:remove': clientRemove,
  'client:block': clientBlock,
} as const satisfies SchemaTable;

type EventTable = {
  [T in Trigger]: { [V in keyof (typeof schemas)[T]]: z.output<(typeof schemas)[T][V]> };
};

/** The event of trigger `T`, in version `V` or in each version that has it. Tell versions apart by `event.version`. */
export type EventOf<T extends Trigger, V extends Version = VersionOf<T>> = T extends Trigger
  ? EventTable[T][V & keyof EventTable[T]]
  : never;

/** Every event whose schema is known, told apart by `trigger` and `version`. */
export type WebhookEvent = EventOf<Trigger>;

type RunTable = Readonly<Record<string, Partial<Record<Version, RunSchema<WebhookEvent>>>>>;

const runs: RunTable = Object.fromEntries(
  Object.entries(schemas).map(([trigger, row]) => {
    const byVersion = Object.entries(row).map(([version, schema]) => [version, createRun(schema)]);
    return [trigger, Object.fromEntries(byVersion)];
  }),
);

/** Runs the schema of `trigger` in `version`; `undefined` when that version does not send it. */
export function runOf(trigger: Trigger, version: Version): RunSchema<WebhookEvent> | undefined {
  return runs[trigger]?.[version];
}

/** A message arrived from the user or was posted to the user. Source: Part A, "Triggers". */
export type MessageEvent<V extends Version = Version> = EventOf<'message:appUser' | 'message:appMaker', V>;

/** A message reached a channel, the user's device, or neither; v1.1. Source: Part A, "Triggers". */
export type MessageDeliveryEvent = EventOf<
  'message:delivery:channel' | 'message:delivery:user' | 'message:delivery:failure'
>;

/** A notification reached a channel, the user's device, or neither; v1.1. Source: Part A, "Triggers". */
export type NotificationDeliveryEvent = EventOf<
  'notification:delivery:channel' | 'notification:delivery:user' | 'notification:delivery:failure'
>;

/** What v1 sends in place of `MessageDeliveryEvent`. Source: Part A, "Versioning". */
export type V1DeliveryEvent = EventOf<'delivery:success' | 'delivery:failure'>;

/** A user started or read a conversation, or came by a referral. Source: Part A, "Triggers". */
export type ConversationEvent<V extends Version = Version> = EventOf<
  'conversation:start' | 'conversation:read' | 'conversation:referral',
  V
>;

/** A user tapped a postback action. Source: Part A, "Triggers". */
export type PostbackEvent<V extends Version = Version> = EventOf<'postback', V>;

/** A user started or stopped typing; v1.1. Source: Part A, "Triggers". */
export type TypingEvent = EventOf<'typing:appUser'>;

/** A user was deleted; v1.1. Source: Part A, "Triggers". */
export type AppUserDeleteEvent = EventOf<'appUser:delete'>;

/** Users were merged. Source: Part A, "Triggers". */
export type MergeEvent<V extends Version = Version> = EventOf<'merge:appUser', V>;

/** A payment was received. Source: Part A, "Triggers". */
export type PaymentEvent<V extends Version = Version> = EventOf<'payment:success', V>;

/** How linking a channel went. Source: Part A, "Triggers". */
export type LinkEvent<V extends Version = Version> = EventOf<
  'link:success' | 'link:match' | 'link:failure',
  V
>;

/** A client was added, removed or blocked. Source: Part A, "Triggers". */
export type ClientEvent<V extends Version = Version> = EventOf<
  'client:add' | 'client:remove' | 'client:block',
  V
>;
