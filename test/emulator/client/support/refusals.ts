/** How the call of a row is refused, and in which state of the service. */
interface Refusal {
  readonly name: string;
  readonly code: string;
  readonly status: number;
  /** Default: the app is there, and nothing in it. */
  readonly when?: 'all is there' | 'the app is unknown' | 'the key is unknown';
}

const missing = (code: string): Refusal => ({ name: 'NotFoundError', code, status: 404 });
const bad: Refusal = { name: 'BadRequestError', code: 'bad_request', status: 400 };
const noUser = missing('user_not_found');
const noWebhook = missing('webhook_not_found');
const noIntegration = missing('integration_not_found');
const noTemplate = missing('not_found');
const noApp = missing('app_not_found');
/** Calls that name nothing but the app. */
const noSuchApp: Refusal = { ...noApp, when: 'the app is unknown' };

/** Calls that name nothing at all. */
const noSuchKey: Refusal = {
  name: 'AuthError',
  code: 'invalid_auth',
  status: 401,
  when: 'the key is unknown',
};

/** How the call of each row is refused. The codes: `rest-beyond-the-document.md` and Part A, "Errors". */
export const refusals: Readonly<Record<string, Refusal>> = {
  'webhooks.create': noSuchApp,
  'webhooks.list': noSuchApp,
  'webhooks.get': noWebhook,
  'webhooks.update': noWebhook,
  'webhooks.delete': noWebhook,
  'appUsers.create': { name: 'ConflictError', code: 'conflict', status: 409, when: 'all is there' },
  'appUsers.get': noUser,
  'appUsers.update': noUser,
  'appUsers.profile.delete': noUser,
  'appUsers.delete': noUser,
  'appUsers.merge': noUser,
  'appUsers.channels.list': noUser,
  'appUsers.businessSystems.list': noUser,
  'appUsers.channels.link': noUser,
  'appUsers.channels.unlink': noUser,
  'appUsers.authCode.get': noUser,
  'appUsers.linkRequests.list': noUser,
  'messages.create': noUser,
  'messages.list': noUser,
  'messages.delete': noUser,
  'messages.deleteAll': noUser,
  'messages.createImage': noUser,
  'conversations.sendActivity': noUser,
  'conversations.resetUnread': noUser,
  'attachments.upload': noUser,
  'attachments.remove': bad,
  'templates.create': noSuchApp,
  'templates.list': noSuchApp,
  'templates.get': noTemplate,
  'templates.update': noTemplate,
  'templates.delete': noTemplate,
  'menu.get': noSuchApp,
  'menu.update': noSuchApp,
  'menu.delete': noSuchApp,
  'integrations.menu.get': noIntegration,
  'integrations.menu.update': noIntegration,
  'integrations.menu.delete': noIntegration,
  'integrations.create': noSuchApp,
  'integrations.list': noSuchApp,
  'integrations.get': noIntegration,
  'integrations.update': noIntegration,
  'integrations.profile.update': noIntegration,
  'integrations.delete': noIntegration,
  'apps.create': noSuchKey,
  'apps.list': noSuchKey,
  'apps.get': noApp,
  'apps.update': noApp,
  'apps.delete': noApp,
  'keys.create': noApp,
  'keys.list': noApp,
  'keys.get': noApp,
  'keys.delete': noApp,
  'keys.jwt.get': noApp,
  'notifications.create': noIntegration,
};
