export { type EventIdentity, identifyEvent, type KeyOf, type KeyStrength } from './identity.ts';
export type { PayloadIssue } from './issue.ts';
export { isJsonObject, type JsonObject } from './json.ts';
export {
  type Action,
  actionSchema,
  type BuyAction,
  type LinkAction,
  type LocationRequestAction,
  type OtherAction,
  type PostbackAction,
  type ReplyAction,
  type ShareAction,
  type WebviewAction,
} from './objects/action.ts';
export type { Activity } from './objects/activity.ts';
export { type AppUser, appUserSchema, type FullAppUser } from './objects/app-user.ts';
export type { ChannelError, ChannelErrorCode } from './objects/channel-error.ts';
export { type Client, clientSchema } from './objects/client.ts';
export type { Destination } from './objects/destination.ts';
export type { ExternalMessage } from './objects/external-message.ts';
export type {
  EmailField,
  FormField,
  FormOption,
  OtherField,
  SelectField,
  TextField,
} from './objects/form-field.ts';
export { type Item, itemSchema } from './objects/item.ts';
export type { MatchResult } from './objects/match-result.ts';
export {
  type CarouselMessage,
  type FileMessage,
  type FormMessage,
  type FormResponseMessage,
  type ImageMessage,
  type ListMessage,
  type LocationMessage,
  type Message,
  messageSchema,
  type OtherMessage,
  type QuotedMessage,
  type TextMessage,
} from './objects/message.ts';
export type { Reference } from './objects/reference.ts';
export type { Referral } from './objects/referral.ts';
export type { Channel, Source } from './objects/source.ts';
export type { OpenSet } from './open-set.ts';
export type { Unlisted } from './open-union.ts';
export { type ParsedEvent, type ParseOptions, parseEvent, type UnknownEvent } from './parse.ts';
export type { Payment } from './payment-events.ts';
export type { Postback } from './postback-events.ts';
export { acceptedEvent, schemasRevision } from './revision.ts';
export {
  type AppUserDeleteEvent,
  type ClientEvent,
  type ConversationEvent,
  type EventOf,
  type LinkEvent,
  type MergeEvent,
  type MessageDeliveryEvent,
  type MessageEvent,
  type NotificationDeliveryEvent,
  type PaymentEvent,
  type PostbackEvent,
  schemas,
  type TypingEvent,
  type V1DeliveryEvent,
  type WebhookEvent,
} from './schemas.ts';
export {
  hasVersion,
  isTrigger,
  isVersion,
  loggable,
  type Trigger,
  type TriggerFamily,
  type TriggerPattern,
  type TriggersOf,
  triggers,
  triggerVersions,
  type Version,
  type VersionOf,
  versions,
} from './triggers.ts';
export { readVersion } from './version.ts';
