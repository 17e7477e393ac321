// Compiles and is never run: what the types of events allow, and what they must not.
import type { z } from 'zod';
import {
  type Action,
  type AppUser,
  type ChannelError,
  type EventOf,
  type FormField,
  type FullAppUser,
  type Message,
  type MessageDeliveryEvent,
  type MessageEvent,
  type OtherAction,
  type OtherMessage,
  type PostbackEvent,
  parseEvent,
  type QuotedMessage,
  schemas,
  type TextMessage,
  type Trigger,
  type TypingEvent,
  type V1DeliveryEvent,
  type Version,
  type WebhookEvent,
} from '../../src/events/index.ts';

/** True when both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles when `value` has exactly the type `Expected`. */
function exactly<Expected>() {
  return <Actual>(value: Actual, same: Same<Actual, Expected>): unknown => [value, same];
}

export function narrowsMessagesByType(message: Message): string {
  if (message.type === 'image') return message.mediaUrl;
  if (message.type === 'file') return message.mediaUrl;
  if (message.type === 'text') return exactly<string>()(message.text, true) === null ? '' : message.text;
  if (message.type === 'location') return String(message.coordinates.lat + message.coordinates.long);
  if (message.type === 'carousel' || message.type === 'list') return message.items[0]?.title ?? '';
  if (message.type === 'form') return String(message.submitted ?? message.fields.length);
  if (message.type === 'formResponse') return message.textFallback ?? String(message.fields.length);
  exactly<OtherMessage>()(message, true);
  return message.text ?? '';
}

export function narrowsMessagesInASwitch(message: Message): unknown {
  switch (message.type) {
    case 'text':
      return exactly<TextMessage>()(message, true);
    case 'audio':
    case undefined:
      return exactly<OtherMessage>()(message, true);
    default:
      // @ts-expect-error not every message that is left has one
      return message.mediaUrl;
  }
}

export function readsAnUnlistedTypeAsText(message: Message): boolean {
  // @ts-expect-error misspelt
  if (message.type === 'imgae') return true;
  const type: string | undefined = message.type;
  return type === 'hologram';
}

export function narrowsActionsByType(action: Action): unknown {
  // @ts-expect-error only some actions have an amount
  action.amount;
  if (action.type === 'buy') return exactly<number>()(action.amount, true);
  if (action.type === 'link' || action.type === 'webview') return exactly<string>()(action.uri, true);
  if (action.type === 'postback' || action.type === 'reply') return exactly<string>()(action.payload, true);
  if (action.type === 'share' || action.type === 'locationRequest') return action.text;
  return exactly<OtherAction>()(action, true);
}

export function narrowsFieldsAndQuotedMessages(field: FormField, quoted: QuotedMessage): unknown {
  if (field.type === 'select') return field.select?.map((option) => option.name);
  if (field.type === 'email') return field.email;
  if (field.type === 'text') return field.text;
  if (quoted.type === 'message') return narrowsMessagesByType(quoted.content);
  if (quoted.type === 'externalMessageId') return exactly<string>()(quoted.externalMessageId, true);
  return quoted.type.toUpperCase();
}

export function narrowsByVersion(event: EventOf<'message:appUser'>): unknown {
  exactly<'v1' | 'v1.1'>()(event.version, true);
  if (event.version === 'v1') return exactly<FullAppUser>()(event.appUser, true);
  exactly<string>()(event.app._id, true);
  // @ts-expect-error the truncated user has no clients
  event.appUser.clients;
  return exactly<AppUser>()(event.appUser, true);
}

export function readsBothVersionsAlike(event: EventOf<'message:appUser'>): unknown {
  // @ts-expect-error early v1 has no app
  event.app._id;
  return [event.conversation?._id, event.client?.platform, event.messages.map((message) => message.type)];
}

export function narrowsByTrigger(event: WebhookEvent): unknown {
  exactly<Trigger>()(event.trigger, true);
  // @ts-expect-error not every event has messages
  event.messages;
  switch (event.trigger) {
    case 'message:delivery:failure':
      return [event.error.code, event.destination.type, event.message._id];
    case 'merge:appUser':
      // @ts-expect-error a merge has no appUser
      return [event.surviving._id, event.appUser];
    case 'typing:appUser':
      return exactly<'v1.1'>()(event.version, true);
    case 'delivery:failure':
      return exactly<'v1'>()(event.version, true);
    default:
      return event.trigger;
  }
}

export function refusesWrongNames(event: EventOf<'message:appUser', 'v1.1'>): unknown {
  // @ts-expect-error misspelt
  event.mesages;
  // @ts-expect-error misspelt
  event.appUser.givename;
  // @ts-expect-error misspelt
  event.messages[0]?.recieved;
  // @ts-expect-error no such trigger
  type Wrong = EventOf<'message:appuser'>;
  const wrong: Wrong | undefined = undefined;
  return wrong;
}

export function keepsSetsOpen(
  event: MessageDeliveryEvent,
  typing: TypingEvent,
  error: ChannelError,
): boolean {
  return (
    event.destination.type === 'carrier-pigeon' ||
    event.destination.type === 'whatsapp' ||
    typing.activity.type === 'typing:pause' ||
    error.code === 'moon_phase' ||
    error.code === 'rate_limited'
  );
}

export function takesAnyStringOfAnOpenSet(name: string): ChannelError {
  return { code: name };
}

export function namesFamilies(
  any: MessageEvent,
  v1: MessageEvent<'v1'>,
  tap: PostbackEvent,
  old: V1DeliveryEvent,
) {
  exactly<'message:appUser' | 'message:appMaker'>()(any.trigger, true);
  exactly<'v1'>()(v1.version, true);
  exactly<'v1'>()(old.version, true);
  return tap.postbacks.map((postback): string => postback.action.payload + (postback.message?._id ?? ''));
}

export function leavesOutVersionsThatATriggerLacks() {
  const none: EventOf<'typing:appUser', 'v1'>[] = [];
  exactly<never[]>()(none, true);
  const mixed = (event: EventOf<'message:appUser' | 'delivery:success'>): Version => event.version;
  const one = (event: EventOf<'message:appUser' | 'typing:appUser', 'v1'>) =>
    exactly<'message:appUser'>()(event.trigger, true);
  return [mixed, one];
}

export function agreesWithTheTable(event: z.output<(typeof schemas)['postback']['v1.1']>): PostbackEvent {
  // @ts-expect-error v1 has no such trigger
  schemas['typing:appUser'].v1;
  return event;
}

export function readsWhatParseEventGives(payload: unknown): string {
  const parsed = parseEvent(payload);
  if (parsed.kind === 'known') return parsed.event.trigger;
  if (parsed.kind === 'refused') return parsed.issues.map((issue) => issue.path).join();
  // @ts-expect-error an unknown event has no fields of its own
  parsed.event.messages;
  return parsed.event.reason;
}
