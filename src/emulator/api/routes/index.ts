import { attachmentRoutes } from '../../attachments/index.ts';
import { integrationRoutes } from '../../integrations/index.ts';
import { linkRoutes } from '../../links/index.ts';
import { menuRoutes } from '../../menus/index.ts';
import { messageRoutes } from '../../messages/index.ts';
import { notificationRoutes } from '../../notifications/index.ts';
import { templateRoutes } from '../../templates/index.ts';
import { userRoutes } from '../../users/index.ts';
import type { Route } from '../route.ts';
import { appRoutes } from './apps.ts';
import { keyRoutes } from './keys.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every endpoint: those of Parts A and B, and those beyond that the typed client has. */
export const routes: readonly Route[] = [
  ...webhookRoutes,
  ...userRoutes,
  ...linkRoutes,
  ...messageRoutes,
  ...attachmentRoutes,
  ...templateRoutes,
  ...menuRoutes,
  ...integrationRoutes,
  ...appRoutes,
  ...keyRoutes,
  ...notificationRoutes,
];
