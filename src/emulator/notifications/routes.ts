import { z } from 'zod';
import { checkBody } from '../api/check-body.ts';
import type { Route } from '../api/route.ts';
import { channelOf, dispatchNotification } from '../channels/index.ts';
import { ApiError, findIntegration } from '../world/index.ts';
import { readNotice } from './read-notice.ts';

const notificationBody = z.object({
  destination: z.object({ integrationId: z.string().min(1), destinationId: z.string().min(1) }),
  author: z.object({
    role: z.literal('appMaker', { error: 'must be appMaker' }),
    name: z.string().optional(),
    email: z.string().optional(),
    avatarUrl: z.string().optional(),
  }),
  message: z.record(z.string(), z.unknown(), { error: 'must be an object' }),
  messageSchema: z.string().optional(),
});

/**
 * The endpoint of notifications; what becomes of one is told by events after the answer. Only channels whose users have addresses take them.
 * Source: the service's public documentation; Part A shows the events alone.
 */
export const notificationRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/apps/:appId/notifications',
    scope: 'app',
    handle(call, world) {
      const { destination, author, message, messageSchema } = checkBody(call, notificationBody);
      const integration = findIntegration(call.app, destination.integrationId);
      if (channelOf(integration.type).address === undefined)
        throw new ApiError(
          'bad_request',
          `destination.integrationId: ${integration.type} takes no notifications`,
        );
      const _id = world.ids.uuid();
      const notice = readNotice(world, _id, { author, message, messageSchema }, call);
      world.soon(() => dispatchNotification(world, call.app, integration, destination.destinationId, notice));
      return { status: 201, body: { notification: { _id } } };
    },
  },
];
