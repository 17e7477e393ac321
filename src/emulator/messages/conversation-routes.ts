import { z } from 'zod';
import { checkBody } from '../api/check-body.ts';
import type { Route } from '../api/route.ts';
import { findConversation, toConversation } from './conversation.ts';
import { findPostback, tapPostback } from './postback.ts';
import { readUser } from './read-user.ts';

const conversationPath = '/apps/:appId/appusers/:user/conversation';

const activityBody = z.object({
  role: z.literal('appMaker', 'role must be appMaker'),
  type: z.enum(['typing:start', 'typing:stop', 'conversation:read']),
  name: z.string().optional(),
  avatarUrl: z.string().optional(),
});

const postbackBody = z.object({ actionId: z.string() });

/** The endpoints of the conversation. Those that it is read by and that postbacks come by are beyond the document. Source: Part B, "Messages"; SDKs in use. */
export const conversationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: conversationPath,
    scope: 'app',
    handle: (call) => {
      const conversation = findConversation(readUser(call));
      return { status: 200, body: { conversation: toConversation(conversation) } };
    },
  },
  {
    method: 'POST',
    path: `${conversationPath}/activity`,
    scope: 'app',
    handle: (call) => {
      const user = readUser(call);
      const { type } = checkBody(call, activityBody);
      const conversation = findConversation(user);
      const last = conversation.messages.at(-1);
      // Up to the last message at the time of the call. Source: Part B, "Messages".
      if (type === 'conversation:read' && last !== undefined) conversation.appMakerLastRead = last.received;
      return { status: 200, body: { conversation: toConversation(conversation) } };
    },
  },
  {
    method: 'POST',
    path: `${conversationPath}/read`,
    scope: 'app',
    handle: (call) => {
      findConversation(readUser(call)).unreadCount = 0;
      return { status: 200 };
    },
  },
  {
    method: 'POST',
    path: `${conversationPath}/postback`,
    scope: 'app',
    handle: (call, world) => {
      const user = readUser(call);
      const { action, message } = findPostback(user, checkBody(call, postbackBody).actionId);
      const client = user.clients.find(({ primary }) => primary);
      tapPostback(world, call.app, user, client, action, message);
      return { status: 200, body: {} };
    },
  },
];
