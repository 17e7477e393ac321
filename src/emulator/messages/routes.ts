import type { Message } from '../../events/index.ts';
import type { Route, RouteAnswer, RouteCall } from '../api/route.ts';
import { removeAttachment, storeAttachment } from '../attachments/index.ts';
import type { UserRecord, World } from '../world/index.ts';
import { ensureConversation, findConversation, toConversation } from './conversation.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { deleteAllMessages, deleteMessage } from './delete-message.ts';
import { readImage } from './image.ts';
import { listMessages } from './list-messages.ts';
import { postMessage } from './post-message.ts';
import { readUser } from './read-user.ts';

const userPath = '/apps/:appId/appusers/:user';

/** The endpoints of messages and conversations. Source: Part B, "Messages"; `conversation` and `conversation/postback`: SDKs in use. */
export const messageRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${userPath}/messages`,
    scope: 'app',
    handle: (call, world) => {
      const user = readUser(call);
      return toPosted(world, user, postMessage(world, call.app, user, call.body, call));
    },
  },
  {
    method: 'GET',
    path: `${userPath}/messages`,
    scope: 'app',
    handle: (call) => {
      const user = readUser(call);
      const conversation = findConversation(user);
      const { messages, nextAfter } = listMessages(conversation.messages, call.query);
      const next = nextAfter === undefined ? undefined : toNext(call, nextAfter);
      return {
        status: 200,
        body: { conversation: toConversation(conversation), messages, ...(next !== undefined && { next }) },
      };
    },
  },
  {
    method: 'DELETE',
    path: `${userPath}/messages`,
    scope: 'app',
    handle: (call, world) => {
      deleteAllMessages(world, readUser(call));
      return { status: 200 };
    },
  },
  {
    method: 'DELETE',
    path: `${userPath}/messages/:messageId`,
    scope: 'app',
    handle: (call, world) => {
      deleteMessage(world, readUser(call), call.params['messageId'] ?? '');
      return { status: 200 };
    },
  },
  {
    method: 'POST',
    path: `${userPath}/images`,
    scope: 'app',
    body: 'multipart',
    deprecated: true,
    handle: async (call, world) => {
      const { app } = call;
      const user = readUser(call);
      const { file, fields } = await readImage(call.form);
      const { mediaUrl } = storeAttachment(world, app, { ...file, user, forMessage: true });
      try {
        // Source of the text: the service's public documentation.
        const body = { text: mediaUrl, ...fields, type: 'image', mediaUrl };
        return toPosted(world, user, postMessage(world, app, user, body, call));
      } catch (error) {
        removeAttachment(world, mediaUrl);
        throw error;
      }
    },
  },
  ...conversationRoutes,
];

function toPosted(
  world: World,
  user: UserRecord,
  { message, extraMessages }: { readonly message: Message; readonly extraMessages: readonly Message[] },
): RouteAnswer {
  const conversation = toConversation(ensureConversation(world, user));
  return {
    status: 201,
    body: { message, ...(extraMessages.length > 0 && { extraMessages }), conversation },
  };
}

/** Where the messages after that time are. Source: the service's public documentation. */
function toNext({ baseUrl, app, params }: RouteCall, after: number): string {
  const { user = '' } = params;
  return `${baseUrl}/apps/${app._id}/appusers/${encodeURIComponent(user)}/messages?after=${after}`;
}
