import type { Message } from '../../events/index.ts';
import type { AppRecord, ConversationRecord, UserRecord, World } from '../world/index.ts';
import { toUnixSeconds } from '../world/index.ts';
import { makePrimary } from './clients.ts';
import { forgetUser } from './forget-user.ts';
import { joinProperties } from './properties.ts';

/**
 * Makes two users one. What `surviving` has stays; what it lacks is taken from `discarded`, with all clients, links and messages. The discarded user
 * is gone at once, under both of its ids: v1 and v1.1 have no redirects, and its `userId` is free for a new user. merge:appUser follows, and no
 * client:add. Source: Part A, "App users" and "Event rules"; the fate of `userId`: the service's public documentation.
 */
export function mergeUsers(world: World, app: AppRecord, surviving: UserRecord, discarded: UserRecord): void {
  const { joined, left } = joinProperties(surviving.properties, discarded.properties);
  const bothTalked = surviving.conversation !== undefined && discarded.conversation !== undefined;
  const discardedConversationId = bothTalked ? discarded.conversation?._id : undefined;
  forgetUser(app, discarded);
  surviving.properties = joined;
  joinProfiles(surviving, discarded);
  joinClients(surviving, discarded);
  surviving.conversation = joinConversations(surviving, discarded);
  surviving.conversationStarted ||= discarded.conversationStarted;
  surviving.hasPaymentInfo ||= discarded.hasPaymentInfo;
  surviving.businessSystems.push(...discarded.businessSystems);
  rewriteOwner(world, app, surviving, discarded);
  world.soon(() =>
    world.happen(app, {
      type: 'merge',
      surviving,
      discarded: [discarded],
      discardedProperties: left,
      discardedConversationId,
    }),
  );
}

function joinProfiles(surviving: UserRecord, discarded: UserRecord): void {
  surviving.givenName ??= discarded.givenName;
  surviving.surname ??= discarded.surname;
  surviving.email ??= discarded.email;
  surviving.avatarUrl ??= discarded.avatarUrl;
  surviving.toBeRetained ??= discarded.toBeRetained;
}

/** The preferred client of the survivor stays; that of the discarded user counts only where there is no other. */
function joinClients(surviving: UserRecord, discarded: UserRecord): void {
  surviving.clients.push(...discarded.clients);
  surviving.pendingClients.push(...discarded.pendingClients);
  for (const [clientId, link] of discarded.links) surviving.links.set(clientId, link);
  discarded.clients = [];
  discarded.pendingClients = [];
  discarded.links.clear();
  makePrimary(surviving);
}

/** The messages of both in the order of their time, as those of one user. Times that meet are moved on by a millisecond: none repeats. */
function joinConversations(surviving: UserRecord, discarded: UserRecord): ConversationRecord | undefined {
  const kept = surviving.conversation;
  const other = discarded.conversation;
  if (other === undefined) return kept;
  const own = (message: Message) =>
    message.authorId === discarded._id ? { ...message, authorId: surviving._id } : message;
  const messages = [...(kept?.messages ?? []), ...other.messages.map(own)].toSorted(
    (a, b) => a.received - b.received,
  );
  return {
    _id: (kept ?? other)._id,
    unreadCount: (kept?.unreadCount ?? 0) + other.unreadCount,
    appMakerLastRead: findLater(kept?.appMakerLastRead, other.appMakerLastRead),
    appUserLastRead: findLater(kept?.appUserLastRead, other.appUserLastRead),
    messages: spreadOut(messages),
  };
}

function findLater(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

function spreadOut(messages: readonly Message[]): Message[] {
  let lastMs = Number.NEGATIVE_INFINITY;
  return messages.map((message) => {
    const receivedMs = Math.round(message.received * 1_000);
    lastMs = Math.max(receivedMs, lastMs + 1);
    return lastMs === receivedMs ? message : { ...message, received: toUnixSeconds(lastMs) };
  });
}

/** Codes and files of the discarded user are the survivor's. */
function rewriteOwner(world: World, app: AppRecord, surviving: UserRecord, discarded: UserRecord): void {
  for (const [code, link] of app.linkCodes)
    if (link.userId === discarded._id) app.linkCodes.set(code, { ...link, userId: surviving._id });
  for (const [code, userId] of app.authCodes)
    if (userId === discarded._id) app.authCodes.set(code, surviving._id);
  const { attachments } = world.state;
  for (const [path, file] of attachments)
    if (file.userId === discarded._id) attachments.set(path, { ...file, userId: surviving._id });
}
