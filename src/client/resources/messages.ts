import { OptionsError } from '../../errors/index.ts';
import type { Message } from '../../events/index.ts';
import type { ApiRequest, Call, RequestOptions } from '../api-call.ts';
import { createRequest } from '../api-request.ts';
import { listMessages, type MessageBounds, type Paged } from '../paging.ts';
import { safePost } from '../safe-post.ts';
import type { NewImage } from '../types/image.ts';
import type { MessageList, NewMessage, PostedMessage } from '../types/message.ts';
import { readMessage } from './limits/message.ts';
import { readText } from './limits/text.ts';
import { readNothing, readWhole } from './read-answer.ts';
import type { Send } from './send.ts';
import { sendUpload } from './upload/send-upload.ts';
import { userPath } from './user-path.ts';

/** Options of a message that is to be posted. */
export interface CreateMessageOptions extends RequestOptions {
  /**
   * Makes the post safe: the key travels in `metadata.dedupeKey`, and after a failure that leaves open whether the message was posted, it is
   * looked for among the newest messages before it is posted again. In a handler `context.delivery.key` makes a good key. Default: none; then
   * a post is repeated only where it cannot have been executed.
   */
  readonly dedupeKey?: string;
  /** Looks for the key before the first attempt too, at the cost of a call: for a handler, which may run again. Default: false. */
  readonly lookFirst?: boolean;
}

/** The messages of a user's conversation. `user` is the `_id` of the user or your `userId`. Source: Part B, "Messages". */
export interface Messages {
  /**
   * Lists messages, page by page: the newest first, or, with `after`, forward from there. 404 when there is no conversation.
   * Throws `OptionsError` when both bounds are given.
   */
  list(user: string, bounds?: MessageBounds, options?: RequestOptions): Paged<Message, MessageList>;
  /** Posts a message, which begins the conversation if there is none. 423 when the conversation holds 30,000. */
  create(user: string, body: NewMessage, options?: CreateMessageOptions): ApiRequest<PostedMessage>;
  /** @deprecated The service calls it so; upload an attachment and post a message of type image. */
  createImage(user: string, body: NewImage, options?: RequestOptions): ApiRequest<PostedMessage>;
  /** Leaves a placeholder in place of the message; media that the service hosts are deleted too. */
  delete(user: string, messageId: string, options?: RequestOptions): ApiRequest<void>;
  /** Deletes the history; the user's channels stay connected. */
  deleteAll(user: string, options?: RequestOptions): ApiRequest<void>;
}

/** Makes `client.messages`. */
export function createMessages(call: Call, send: Send): Messages {
  const path = (user: string) => userPath(user, 'messages');
  return {
    list: (user, bounds, options) => listMessages<Message, MessageList>(call, path(user), bounds, options),
    create: (user, body, { dedupeKey, lookFirst, ...options } = {}) => {
      if (dedupeKey === undefined) {
        return send(
          () => {
            if (lookFirst === true) throw new OptionsError('lookFirst needs a dedupeKey to look for.');
            return { method: 'POST', segments: path(user), json: readMessage(body) };
          },
          readWhole<PostedMessage>,
          options,
        );
      }
      return createRequest(async () => {
        const post = { segments: path(user), body: readMessage(body), dedupeKey, lookFirst };
        return await safePost<PostedMessage>(call, post, options).withResponse();
      });
    },
    createImage: (user, body, options) =>
      sendUpload<PostedMessage>(
        send,
        body,
        () => {
          const { source: _source, fileName: _name, contentType: _type, onProgress: _tell, ...fields } = body;
          readText(fields.role, 'role');
          return { segments: userPath(user, 'images'), fields };
        },
        options,
      ),
    delete: (user, messageId, options) =>
      send(
        () => ({
          method: 'DELETE',
          segments: userPath(user, 'messages', messageId),
        }),
        readNothing,
        options,
      ),
    deleteAll: (user, options) =>
      send(() => ({ method: 'DELETE', segments: path(user) }), readNothing, options),
  };
}
