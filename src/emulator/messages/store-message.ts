import type { Message } from '../../events/index.ts';
import { ApiError, toUnixSeconds, type UserRecord, type World } from '../world/index.ts';
import { ensureConversation } from './conversation.ts';

/** Throws `locked` when the conversation has no room for `count` more messages. Source: Part B, "States and transitions". */
export function checkRoom(world: World, user: UserRecord, count: number): void {
  const limit = world.settings.limits.messagesPerConversation;
  const stored = user.conversation?.messages.length ?? 0;
  if (stored + count > limit)
    throw new ApiError('locked', `The conversation holds ${stored} messages of at most ${limit}`);
}

/**
 * Adds a message to the conversation of `user`, which begins with it: gives it an id and its time, at least 1 ms after the one before, and keeps the
 * books on what is read. Source of the books: deduced from recorded sequences.
 */
export function storeMessage(
  world: World,
  user: UserRecord,
  fields: Readonly<Record<string, unknown>> & { readonly role: string },
): Message {
  const conversation = ensureConversation(world, user);
  const last = conversation.messages.at(-1);
  const lastMs = last === undefined ? 0 : Math.round(last.received * 1_000);
  const received = toUnixSeconds(Math.max(Math.round(world.clock.now()), lastMs + 1));
  // As JSON: nothing is shared with the caller, and what is undefined is absent.
  const message: Message = JSON.parse(JSON.stringify({ _id: world.ids.timed(), ...fields, received }));
  conversation.messages.push(message);
  if (fields.role === 'appUser') {
    conversation.appUserLastRead = received;
    conversation.unreadCount = 0;
  } else {
    conversation.appMakerLastRead = received;
    conversation.unreadCount += 1;
  }
  user.conversationStarted = true;
  return message;
}
