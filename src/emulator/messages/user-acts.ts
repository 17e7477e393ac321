import type { Referral } from '../../events/index.ts';
import {
  type AppRecord,
  type ClientRecord,
  toUnixSeconds,
  type UserRecord,
  type World,
} from '../world/index.ts';
import { ensureConversation, findConversation } from './conversation.ts';
import { sourceOf } from './source.ts';

/** The user has read all. Throws `conversation_not_found`. */
export function readConversation(world: World, app: AppRecord, user: UserRecord, client: ClientRecord): void {
  const conversation = findConversation(user);
  conversation.unreadCount = 0;
  conversation.appUserLastRead = toUnixSeconds(world.clock.now());
  world.happen(app, { type: 'conversationRead', user, client, source: sourceOf(client) });
}

/** The user begins to type, or stops. */
export function setTyping(
  world: World,
  app: AppRecord,
  user: UserRecord,
  client: ClientRecord,
  activity: 'typing:start' | 'typing:stop',
): void {
  world.happen(app, { type: 'typing', user, client, activity, source: sourceOf(client) });
}

/** The user opts in to receive messages: the conversation is there from now on. Source: Part A, "Event rules". */
export function startConversation(
  world: World,
  app: AppRecord,
  user: UserRecord,
  client: ClientRecord,
  referral?: Referral,
): void {
  ensureConversation(world, user);
  world.happen(app, { type: 'conversationStart', user, client, source: sourceOf(client), referral });
}

/** A user who is known already comes through a code or an ad. Source: Part A, "Event rules". */
export function referConversation(
  world: World,
  app: AppRecord,
  user: UserRecord,
  client: ClientRecord,
  referral: Referral,
): void {
  ensureConversation(world, user);
  world.happen(app, { type: 'conversationReferral', user, client, source: sourceOf(client), referral });
}
