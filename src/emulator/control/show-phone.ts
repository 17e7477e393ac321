import type { Action, FormField } from '../../events/index.ts';
import { channelOf, isSameAddress, type ShownMessage } from '../channels/index.ts';
import { menuOf } from '../menus/index.ts';
import type { AppRecord, ClientRecord, MenuRecord, UserRecord } from '../world/index.ts';
import type { Phone } from './phones.ts';

/** How many messages a phone shows: the latest. */
const MAX_MESSAGES = 200;

/** What lists of phones say of one. */
export interface PhoneLine {
  readonly id: string;
  readonly channel: string;
  readonly name?: string | undefined;
  readonly userId?: string | undefined;
  /** `_id` of the user, as soon as there is one. */
  readonly appUserId?: string | undefined;
  readonly externalId?: string | undefined;
}

/** What stands on a phone, and what can be done with it. */
export interface PhoneView extends PhoneLine {
  readonly traits: {
    readonly kind: string;
    readonly reportsReads: boolean;
    readonly reportsTyping: boolean;
    readonly starts: boolean;
    readonly referrals: boolean;
  };
  readonly status?: string | undefined;
  readonly away: boolean;
  readonly unread: number;
  /** Whether the question waits for an answer if this channel may be linked. */
  readonly asked: boolean;
  /** Unix seconds up to which the business has read. */
  readonly businessRead?: number | undefined;
  readonly businessTypes: boolean;
  readonly menu?: MenuRecord | undefined;
  readonly messages: readonly object[];
}

/** One line about a phone. */
export function listPhone({ id, name, userId, endUser }: Phone): PhoneLine {
  const { channel, externalId, user } = endUser;
  const ownName = [user?.givenName, user?.surname].filter(Boolean).join(' ');
  return {
    id,
    channel,
    name: ownName || name,
    userId: user?.userId ?? userId,
    appUserId: user?._id,
    externalId,
  };
}

/** All of a phone. `typing` holds the `_id` and `userId` of those for whom the business types. */
export function showPhone(app: AppRecord, phone: Phone, typing: ReadonlySet<string>): PhoneView {
  const line = listPhone(phone);
  const { channel, client } = phone.endUser;
  const { kind, reportsReads, reportsTyping, starts, referrals } = channelOf(channel);
  const user = line.appUserId === undefined ? undefined : app.users.get(line.appUserId);
  const own = user === undefined ? undefined : findClient(user, client?._id);
  const integrationId = client?.integrationId ?? app.integrations.find(({ type }) => type === channel)?._id;
  const menu = integrationId === undefined ? undefined : menuOf(app, integrationId);
  return {
    ...line,
    traits: { kind, reportsReads, reportsTyping, starts, referrals },
    status: own?.status,
    away: own !== undefined && app.channelState.away.has(own._id),
    unread: user?.conversation?.unreadCount ?? 0,
    asked: [...app.users.values()].some((one) => isAsked(one, line)),
    businessRead: user?.conversation?.appMakerLastRead,
    businessTypes: user !== undefined && (typing.has(user._id) || typing.has(user.userId ?? '')),
    ...(channelOf(channel).menus && menu !== undefined && menu.items.length > 0 ? { menu } : {}),
    messages: phone.endUser.messages().slice(-MAX_MESSAGES).map(toShown),
  };
}

function findClient(user: UserRecord, id: string | undefined): ClientRecord | undefined {
  return [...user.clients, ...user.pendingClients].find(({ _id }) => _id === id);
}

/** Whether a link to that user asks the person at the phone. */
function isAsked({ pendingClients, links }: UserRecord, { channel, externalId }: PhoneLine): boolean {
  return pendingClients.some(
    (one) =>
      one.platform === channel &&
      one.externalId !== undefined &&
      externalId !== undefined &&
      isSameAddress(channel, one.externalId, externalId) &&
      links.get(one._id)?.confirmation === 'prompt',
  );
}

/** A message for the page: what the channel shows, without what the API knows beyond it. */
function toShown({ message, buttons, items, ...shown }: ShownMessage): object {
  const { coordinates, fields, submitted, mediaType, quotedMessage } = message as {
    readonly coordinates?: unknown;
    readonly fields?: readonly FormField[];
    readonly submitted?: boolean;
    readonly mediaType?: string;
    readonly quotedMessage?: unknown;
  };
  const rich = shown.type === message.type;
  return {
    ...shown,
    buttons: buttons.map(toButton),
    items: items.map((item) => ({ ...item, buttons: item.buttons.map(toButton) })),
    ...(rich && coordinates !== undefined ? { coordinates } : {}),
    ...(rich && shown.type === 'form' ? { fields, submitted: submitted === true } : {}),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(quotedMessage === undefined ? {} : { quotes: true }),
  };
}

function toButton(action: Action): object {
  const { _id, type, text } = action;
  const { uri, amount, currency, state } = action as Readonly<Record<string, unknown>>;
  return { _id, type, text, uri, amount, currency, state };
}
