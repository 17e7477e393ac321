import type { Happening } from '../world/index.ts';
import { toMessage, toSource } from './messages.ts';
import { clientField, conversationField, toClient, truncatedUser, userOf } from './people.ts';
import type { View } from './view.ts';

/** The fields that an event has besides `trigger`, `app` and `version`; `undefined` ones are left out when it is written. */
type EventFields = Readonly<Record<string, unknown>>;

type Of<Type extends Happening['type']> = Extract<Happening, { readonly type: Type }>;

type Conversation = Of<'conversationStart' | 'conversationRead' | 'conversationReferral'>;
type Link = Of<'linkMatch' | 'linkSuccess' | 'linkFailure'>;
type Clients = Of<'clientAdd' | 'clientRemove' | 'clientBlock'>;
type Report = Of<'messageDelivery'> | Of<'notificationDelivery'>;

/** What `happening` is in events of the view's version: mostly one. Source: Part A, "Payload shapes" (v1.1); the public documentation (v1). */
export function fieldsOf(happening: Happening, view: View): readonly EventFields[] {
  switch (happening.type) {
    case 'message':
      return [messageFields(happening, view)];
    case 'messageDelivery':
      return [view.version === 'v1' ? v1ReportFields(happening, view) : messageReportFields(happening, view)];
    case 'notificationDelivery':
      return [notificationFields(happening, view)];
    case 'userDelete':
      return [{ appUser: truncatedUser(happening.user, view) }];
    case 'conversationStart':
    case 'conversationRead':
    case 'conversationReferral':
      return [conversationFields(happening, view)];
    case 'postback':
      return [postbackFields(happening, view)];
    case 'merge':
      return [mergeFields(happening, view)];
    case 'payment':
      return [paymentFields(happening, view)];
    case 'linkMatch':
    case 'linkSuccess':
    case 'linkFailure':
      return [linkFields(happening, view)];
    case 'clientAdd':
    case 'clientRemove':
    case 'clientBlock':
      return clientFields(happening, view);
    case 'typing':
      return [typingFields(happening, view)];
  }
}

function messageFields({ user, message, client }: Of<'message'>, view: View): EventFields {
  return {
    messages: [toMessage(message, view.version)],
    appUser: userOf(user, view),
    conversation: conversationField(user, view),
    client: message.role === 'appUser' ? clientField(client, view) : undefined,
  };
}

/** What both kinds of delivery reports have in v1.1. */
function reportFields({ destination, isFinalEvent, externalMessages, stage, error }: Report, view: View) {
  return {
    isFinalEvent,
    externalMessages,
    error: stage === 'failure' ? error : undefined,
    timestamp: view.at,
    destination: { type: destination.type, integrationId: destination.integrationId },
  };
}

function messageReportFields(happening: Of<'messageDelivery'>, view: View): EventFields {
  const { user, message } = happening;
  return {
    appUser: truncatedUser(user, view),
    conversation: conversationField(user, view),
    message: { _id: message._id },
    ...reportFields(happening, view),
  };
}

function v1ReportFields(happening: Of<'messageDelivery'>, view: View): EventFields {
  const { user, message, destination, stage, error } = happening;
  return {
    messages: [toMessage(message, view.version)],
    appUser: truncatedUser(user, view),
    destination: { type: destination.type },
    timestamp: view.at,
    error: stage === 'failure' ? error : undefined,
  };
}

function notificationFields(happening: Of<'notificationDelivery'>, view: View): EventFields {
  const { notification, matched, matchedClient, destination } = happening;
  const report = reportFields(happening, view);
  return {
    ...report,
    notification: { _id: notification._id },
    destination: { ...report.destination, destinationId: destination.destinationId },
    matchResult: matched && {
      appUser: truncatedUser(matched, view),
      conversation: conversationField(matched, view),
      client: clientField(matchedClient, view),
    },
  };
}

function conversationFields({ type, user, source, client, referral }: Conversation, view: View): EventFields {
  return {
    source: toSource(source, view.version),
    appUser: type === 'conversationStart' ? userOf(user, view) : truncatedUser(user, view),
    conversation: conversationField(user, view),
    client: clientField(client, view),
    timestamp: view.at,
    // In v1 a read tells of no referral. Source: the service's public documentation.
    referral: type === 'conversationRead' && view.version === 'v1' ? undefined : referral,
  };
}

/** `source` in a tap: shipped receivers rely on it, no document has it. */
function postbackFields(happening: Of<'postback'>, view: View): EventFields {
  const { user, action, message, client, source } = happening;
  const tap = {
    message: message && toMessage(message, view.version),
    action,
    metadata: action.metadata,
    source: toSource(source, view.version),
  };
  return {
    postbacks: [tap],
    appUser: userOf(user, view),
    conversation: conversationField(user, view),
    client: clientField(client, view),
  };
}

function mergeFields(happening: Of<'merge'>, view: View): EventFields {
  const { surviving, discarded, discardedProperties, discardedConversationId } = happening;
  const users = {
    surviving: truncatedUser(surviving, view),
    discarded: discarded.map((user) => truncatedUser(user, view)),
  };
  return view.version === 'v1' ? users : { ...users, discardedProperties, discardedConversationId };
}

function paymentFields({ user, source, message, action, charge }: Of<'payment'>, view: View): EventFields {
  const payment = {
    source: toSource(source, view.version),
    message: toMessage(message, view.version),
    action,
    charge: { id: charge.id },
    version: view.version === 'v1' ? undefined : view.version,
  };
  return {
    payments: [payment],
    appUser: truncatedUser(user, view),
    conversation: conversationField(user, view),
    timestamp: view.at,
  };
}

function linkFields({ type, user, channel, criteria, error }: Link, view: View): EventFields {
  return {
    appUser: truncatedUser(user, view),
    channel,
    criteria,
    error: type === 'linkFailure' ? error : undefined,
  };
}

/** client:block has the fields of the later major version, an event for each client: no text shows the body. */
function clientFields({ type, user, clients }: Clients, view: View): readonly EventFields[] {
  const appUser = truncatedUser(user, view);
  const told = clients.map((client) => toClient(client, view));
  if (type !== 'clientBlock') return [{ appUser, clients: told }];
  const conversation = conversationField(user, view);
  return told.map((client) => ({ appUser, conversation, client, reason: 'blocked', timestamp: view.at }));
}

/** Source: shipped receivers for `activity.type`; the rest is inferred. */
function typingFields({ user, activity, client, source }: Of<'typing'>, view: View): EventFields {
  return {
    appUser: truncatedUser(user, view),
    conversation: conversationField(user, view),
    client: clientField(client, view),
    activity: { type: activity, role: 'appUser' },
    source: toSource(source, view.version),
    timestamp: view.at,
  };
}
