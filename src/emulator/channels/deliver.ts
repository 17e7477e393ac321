import type { Message } from '../../events/index.ts';
import type { AppRecord, ClientRecord, UserRecord, World } from '../world/index.ts';
import { carry } from './carry.ts';
import { findTrouble } from './channel-error.ts';
import { chooseClient, choosePushingClient, findClient, type WantedDestination } from './choose-client.ts';
import { arriveAt, toDestination } from './inbox.ts';
import { channelOf } from './traits.ts';

/** How long a message may stay unread where it calls for no attention, in milliseconds. Source: the service's public documentation. */
const UNREAD_MS = 5 * 60_000;

/**
 * Delivers a message to that client, whatever its status, and tells of it: message:delivery:channel, then message:delivery:user where the
 * channel reports it and the user is not away, or message:delivery:failure. False when the channel did not take it. Source: Part A, "Event rules".
 */
export function deliverTo(
  world: World,
  app: AppRecord,
  user: UserRecord,
  client: ClientRecord,
  message: Message,
): boolean {
  const destination = toDestination(client);
  return carry(world, {
    platform: client.platform,
    id: message._id,
    trouble: findTrouble(app, user, client),
    tell: (step) => world.happen(app, { type: 'messageDelivery', user, message, destination, ...step }),
    arrive: () => arriveAt(world, app, user, client, message),
  });
}

/**
 * Delivers a message of the business: to `destination`, or to the client that the user last used. A user without clients gets nothing and
 * there is no event. What stays unread for 5 minutes on a channel that cannot push goes to the next best one that can. Throws
 * `client_not_found` when there is no client at `destination`. Source: Part B, "Messages"; the 5 minutes: the service's public documentation.
 */
export function dispatchMessage(
  world: World,
  app: AppRecord,
  user: UserRecord,
  message: Message,
  destination?: WantedDestination,
): void {
  if (destination !== undefined) {
    deliverTo(world, app, user, findClient(user, destination), message);
    return;
  }
  const client = chooseClient(user);
  if (client === undefined) return;
  deliverTo(world, app, user, client, message);
  if (!channelOf(client.platform).pushes && choosePushingClient(user) !== undefined) {
    world.clock.schedule(() => deliverUnread(world, app, user, message), UNREAD_MS);
  }
}

function deliverUnread(world: World, app: AppRecord, user: UserRecord, message: Message): void {
  // `restore` and `reset` put other records in the place of these.
  const isCurrent = world.state.apps.get(app._id) === app && app.users.get(user._id) === user;
  if (!isCurrent || !isUnread(user, message)) return;
  const next = choosePushingClient(user);
  if (next !== undefined) deliverTo(world, app, user, next, message);
}

function isUnread({ conversation }: UserRecord, message: Message): boolean {
  if (conversation === undefined || conversation.unreadCount === 0) return false;
  const unread = conversation.messages
    .filter(({ role }) => role === 'appMaker')
    .slice(-conversation.unreadCount);
  return unread.some(({ _id, deleted }) => _id === message._id && deleted !== true);
}
