import type { Message } from '../../events/index.ts';
import { removeMediaOf } from '../attachments/index.ts';
import type { UserRecord, World } from '../world/index.ts';
import { findConversation, findMessage, replaceMessage } from './conversation.ts';

/** Puts a placeholder in the place of the message; files of its own go with it. Throws `message_not_found`. Source: Part B, "States and transitions". */
export function deleteMessage(world: World, user: UserRecord, messageId: string): void {
  const message = findMessage(user, messageId);
  const { _id, role, authorId, name, avatarUrl, received, source } = message;
  removeMediaOf(world, [message]);
  const placeholder: Message = {
    _id,
    type: 'text',
    text: '[deleted]',
    deleted: true,
    role,
    authorId,
    received,
    ...(name !== undefined && { name }),
    ...(avatarUrl !== undefined && { avatarUrl }),
    ...(source !== undefined && { source }),
  };
  replaceMessage(findConversation(user), placeholder);
}

/** Empties the history. The conversation stays, with nothing to read in it. Throws `conversation_not_found`. Source: Part B, "States and transitions". */
export function deleteAllMessages(world: World, user: UserRecord): void {
  const conversation = findConversation(user);
  removeMediaOf(world, conversation.messages);
  conversation.messages = [];
  conversation.unreadCount = 0;
}
