import { ApiError } from './api-error.ts';
import type { AppRecord, EmulatorState, IntegrationRecord, UserRecord, WebhookRecord } from './records.ts';

/** The app with that id. Throws `app_not_found`. */
export function findApp(state: EmulatorState, appId: string): AppRecord {
  const app = state.apps.get(appId);
  if (app === undefined) throw new ApiError('app_not_found', 'App not found');
  return app;
}

/** The user with that `_id` or `userId`. Throws `user_not_found`. */
export function findUser(app: AppRecord, id: string): UserRecord {
  const user = app.users.get(id) ?? app.users.get(app.userIds.get(id) ?? '');
  if (user === undefined) throw new ApiError('user_not_found', 'User not found');
  return user;
}

/** Throws `integration_not_found`. */
export function findIntegration(app: AppRecord, id: string): IntegrationRecord {
  const integration = app.integrations.find(({ _id }) => _id === id);
  if (integration === undefined) throw new ApiError('integration_not_found', 'Integration not found');
  return integration;
}

/** Throws `webhook_not_found`. */
export function findWebhook(app: AppRecord, id: string): WebhookRecord {
  const webhook = app.webhooks.find(({ _id }) => _id === id);
  if (webhook === undefined) throw new ApiError('webhook_not_found', 'Webhook not found');
  return webhook;
}
