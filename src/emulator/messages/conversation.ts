import type { Message } from '../../events/index.ts';
import { ApiError, type ConversationRecord, type UserRecord, type World } from '../world/index.ts';

/** The conversation of `user`, begun if there is none. */
export function ensureConversation(world: World, user: UserRecord): ConversationRecord {
  user.conversation ??= {
    _id: world.ids.hex(24),
    unreadCount: 0,
    appMakerLastRead: undefined,
    appUserLastRead: undefined,
    messages: [],
  };
  return user.conversation;
}

/** The conversation of `user`. Throws `conversation_not_found`. */
export function findConversation(user: UserRecord): ConversationRecord {
  if (user.conversation === undefined)
    throw new ApiError('conversation_not_found', 'The user has no conversation');
  return user.conversation;
}

/** The message with that `_id`. Throws `message_not_found`. */
export function findMessage(user: UserRecord, id: string): Message {
  const message = user.conversation?.messages.find(({ _id }) => _id === id);
  if (message === undefined) throw new ApiError('message_not_found', 'Message not found');
  return message;
}

/** A conversation as it is answered. Source: Part B, "Conversation"; `appUserLastRead`: seen on the wire. */
export function toConversation(conversation: ConversationRecord): object {
  const { _id, unreadCount, appMakerLastRead, appUserLastRead } = conversation;
  return {
    _id,
    unreadCount,
    ...(appMakerLastRead !== undefined && { appMakerLastRead }),
    ...(appUserLastRead !== undefined && { appUserLastRead }),
  };
}

/** Puts `change` in the place of the stored message with its `_id`. Messages are never changed in place: answers and events may hold them. */
export function replaceMessage(conversation: ConversationRecord, change: Message): void {
  const index = conversation.messages.findLastIndex(({ _id }) => _id === change._id);
  if (index >= 0) conversation.messages[index] = change;
}
