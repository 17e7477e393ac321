import type { Message } from '../../events/index.ts';
import type { AppRecord, ClientRecord, UserRecord, World } from '../world/index.ts';
import { toExternalMessages } from './carry.ts';
import { channelOf } from './traits.ts';

const listeners = new WeakMap<World, Set<() => void>>();

/** Calls `listener` whenever something has reached a user on any channel. Gives a function that ends this. */
export function onArrival(world: World, listener: () => void): () => void {
  const own = listeners.get(world) ?? new Set();
  listeners.set(world, own.add(listener));
  return () => own.delete(listener);
}

function tellOfArrival(world: World): void {
  for (const listener of [...(listeners.get(world) ?? [])]) listener();
}

/** Where a client is told apart from others of its integration: for notices. */
function toPlace(integrationId: string, address: string): string {
  return `${integrationId}/${address.replace(/^\+/, '')}`;
}

/**
 * A message that the channel has taken gets to the user's device, which gives message:delivery:user where the channel reports it. While the
 * user is away it waits.
 */
export function arriveAt(
  world: World,
  app: AppRecord,
  user: UserRecord,
  client: ClientRecord,
  message: Message,
): void {
  const { away, inboxes } = app.channelState;
  const waiting = away.get(client._id);
  if (waiting !== undefined) {
    waiting.push(message._id);
    return;
  }
  const { kind, reportsDelivery } = channelOf(client.platform);
  if (kind === 'thirdParty') {
    const inbox = inboxes.get(client._id) ?? [];
    inboxes.set(client._id, inbox);
    inbox.push(message._id);
  }
  if (reportsDelivery && app.users.has(user._id) && client.status !== 'blocked') {
    const destination = toDestination(client);
    const ids = toExternalMessages(client.platform, message._id);
    world.happen(app, {
      type: 'messageDelivery',
      user,
      message,
      destination,
      stage: 'user',
      isFinalEvent: true,
      ...ids,
    });
  }
  tellOfArrival(world);
}

/** A notification has reached an address. */
export function arriveAtAddress(
  world: World,
  app: AppRecord,
  place: { readonly integrationId: string; readonly address: string },
  message: Message,
): void {
  const { notices } = app.channelState;
  const key = toPlace(place.integrationId, place.address);
  notices.set(key, [...(notices.get(key) ?? []), message]);
  tellOfArrival(world);
}

/** From now on messages reach the channel and wait there for the user. */
export function goAway(app: AppRecord, client: ClientRecord): void {
  const { away } = app.channelState;
  if (!away.has(client._id)) away.set(client._id, []);
}

/** The user is back: what waited reaches them, in its order. */
export function comeBack(world: World, app: AppRecord, user: UserRecord, client: ClientRecord): void {
  const waiting = app.channelState.away.get(client._id) ?? [];
  app.channelState.away.delete(client._id);
  for (const id of waiting) {
    const message = user.conversation?.messages.find(({ _id }) => _id === id);
    if (message !== undefined) arriveAt(world, app, user, client, message);
  }
}

/**
 * What the business has sent to that client and what its user has written there, oldest first: SDK clients see the whole conversation, others
 * what went through them. Notifications are not among it.
 */
export function listSeen(app: AppRecord, user: UserRecord, client: ClientRecord): readonly Message[] {
  const { away, inboxes } = app.channelState;
  const { platform, integrationId } = client;
  const isSdk = channelOf(platform).kind === 'sdk';
  const waiting = new Set(away.get(client._id));
  const arrived = new Set(inboxes.get(client._id));
  return (user.conversation?.messages ?? []).filter(({ _id, role, source }) => {
    if (role === 'whisper' || waiting.has(_id)) return false;
    const isOwn = role === 'appUser' && source?.type === platform && source.integrationId === integrationId;
    return isSdk || isOwn || arrived.has(_id);
  });
}

/** The notifications that have reached an address, oldest first. */
export function listNotices(app: AppRecord, integrationId: string, address: string): readonly Message[] {
  return app.channelState.notices.get(toPlace(integrationId, address)) ?? [];
}

/** The destination that events name for that client. */
export function toDestination(client: ClientRecord): {
  readonly type: string;
  readonly integrationId?: string;
} {
  const { platform, integrationId } = client;
  return integrationId === undefined ? { type: platform } : { type: platform, integrationId };
}
