import type { ApiRequest, RequestOptions } from '../api-call.ts';
import type { Conversation, NewActivity } from '../types/conversation.ts';
import { readBody } from './limits/body.ts';
import { readNamed, readNothing } from './read-answer.ts';
import type { Send } from './send.ts';
import { userPath } from './user-path.ts';

/** The conversation of a user. Source: Part B, "Messages". */
export interface Conversations {
  /** Tells the user that the business types, has stopped typing, or has read what was said. */
  sendActivity(user: string, body: NewActivity, options?: RequestOptions): ApiRequest<Conversation>;
  /** Sets to 0 how many messages the user has not read. 404 when there is no conversation. */
  resetUnread(user: string, options?: RequestOptions): ApiRequest<void>;
}

/** Makes `client.conversations`. */
export function createConversations(send: Send): Conversations {
  return {
    sendActivity: (user, body, options) =>
      send(
        () => ({
          method: 'POST',
          segments: userPath(user, 'conversation', 'activity'),
          json: { role: 'appMaker', ...readBody(body, 'activity') },
        }),
        readNamed<Conversation>('conversation'),
        options,
      ),
    resetUnread: (user, options) =>
      send(
        () => ({ method: 'POST', segments: userPath(user, 'conversation', 'read') }),
        readNothing,
        options,
      ),
  };
}
