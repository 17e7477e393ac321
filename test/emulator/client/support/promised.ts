import type { Client } from '../../../../src/client/index.ts';

/** What a value of an answer is. */
type Kind = 'text' | 'number' | 'flag' | 'object' | 'list';

/** The fields of an answer that are always there. */
type Shape = Readonly<Record<string, Kind>>;

/** All that a type promises: its fields but for the optional ones. The compiler asks for each, and for no other. */
type Promised<Type> = {
  readonly [Key in keyof Type as string extends Key
    ? never
    : undefined extends Type[Key]
      ? never
      : Key]: Kind;
};

/** What a method of the client gives in the end. */
type Given<Method extends (...given: never[]) => unknown> = Awaited<ReturnType<Method>>;

/** One of a list that a method gives, whole or page by page. */
type Listed<Method extends (...given: never[]) => unknown> =
  Given<Method> extends AsyncIterable<infer Item>
    ? Item
    : Given<Method> extends readonly (infer Item)[]
      ? Item
      : never;

const webhook: Promised<Given<Client['webhooks']['get']>> = {
  _id: 'text',
  target: 'text',
  triggers: 'list',
  secret: 'text',
};
const appUser: Promised<Given<Client['appUsers']['get']>> = { _id: 'text' };
const channel: Promised<Listed<Client['appUsers']['channels']['list']>> = { type: 'text' };
const businessSystem: Promised<Listed<Client['appUsers']['businessSystems']['list']>> = { type: 'text' };
const linkRequest: Promised<Listed<Client['appUsers']['linkRequests']['list']>> = {
  integrationId: 'text',
  type: 'text',
  code: 'text',
  url: 'text',
};
const posted: Promised<Given<Client['messages']['create']>> = { message: 'object', conversation: 'object' };
const message: Promised<Listed<Client['messages']['list']>> = {
  _id: 'text',
  type: 'text',
  role: 'text',
  authorId: 'text',
  received: 'number',
};
const conversation: Promised<Given<Client['conversations']['sendActivity']>> = { _id: 'text' };
const attachment: Promised<Given<Client['attachments']['upload']>> = { mediaUrl: 'text', mediaType: 'text' };
const template: Promised<Given<Client['templates']['get']>> = {
  _id: 'text',
  name: 'text',
  message: 'object',
};
const menu: Promised<Given<Client['menu']['get']>> = { items: 'list' };
const integration: Promised<Given<Client['integrations']['get']>> = { _id: 'text', type: 'text' };
const app: Promised<Given<Client['apps']['get']>> = { _id: 'text' };
const key: Promised<Given<Client['keys']['get']>> = { _id: 'text', secret: 'text' };
const notification: Promised<Given<Client['notifications']['create']>> = { _id: 'text' };

/** Source of what the types leave open: seen on the wire. */
const wholeWebhook = {
  ...webhook,
  version: 'text',
  includeClient: 'flag',
  includeFullAppUser: 'flag',
} as const;
const wholeUser = {
  ...appUser,
  userId: 'text',
  signedUpAt: 'text',
  hasPaymentInfo: 'flag',
  conversationStarted: 'flag',
  clients: 'list',
  pendingClients: 'list',
  properties: 'object',
} as const;
const wholeApp = { ...app, appToken: 'text', name: 'text', settings: 'object', metadata: 'object' } as const;
const wholeIntegration = { ...integration, status: 'text' } as const;
const page = { hasMore: 'flag', offset: 'number' } as const;

/** What is given: nothing, a text, an object with these fields, or a list of such objects, which is not empty unless it may be. */
type Expected =
  | 'nothing'
  | 'text'
  | Shape
  | { readonly each: Shape; readonly mayBeEmpty?: true }
  | { readonly page: Shape; readonly under: string; readonly each: Shape };

/** What the method of each row promises. */
export const promises: Readonly<Record<string, Expected>> = {
  'webhooks.create': wholeWebhook,
  'webhooks.list': { each: wholeWebhook },
  'webhooks.get': wholeWebhook,
  'webhooks.update': wholeWebhook,
  'webhooks.delete': 'nothing',
  'appUsers.create': wholeUser,
  'appUsers.get': wholeUser,
  'appUsers.update': wholeUser,
  'appUsers.profile.delete': wholeUser,
  'appUsers.delete': 'nothing',
  'appUsers.merge': 'nothing',
  'appUsers.channels.list': { each: channel },
  'appUsers.businessSystems.list': { each: businessSystem, mayBeEmpty: true },
  'appUsers.channels.link': wholeUser,
  'appUsers.channels.unlink': 'nothing',
  'appUsers.authCode.get': 'text',
  'appUsers.linkRequests.list': { each: linkRequest },
  'messages.create': posted,
  'messages.list': { page: { conversation: 'object' }, under: 'messages', each: message },
  'messages.delete': 'nothing',
  'messages.deleteAll': 'nothing',
  'messages.createImage': posted,
  'conversations.sendActivity': { ...conversation, unreadCount: 'number' },
  'conversations.resetUnread': 'nothing',
  'attachments.upload': attachment,
  'attachments.remove': 'nothing',
  'templates.create': template,
  'templates.list': { page, under: 'templates', each: template },
  'templates.get': template,
  'templates.update': template,
  'templates.delete': 'nothing',
  'menu.get': menu,
  'menu.update': menu,
  'menu.delete': menu,
  'integrations.menu.get': menu,
  'integrations.menu.update': menu,
  'integrations.menu.delete': 'nothing',
  'integrations.create': wholeIntegration,
  'integrations.list': { page, under: 'integrations', each: wholeIntegration },
  'integrations.get': wholeIntegration,
  'integrations.update': wholeIntegration,
  'integrations.profile.update': 'nothing',
  'integrations.delete': 'nothing',
  'apps.create': wholeApp,
  'apps.list': { page, under: 'apps', each: wholeApp },
  'apps.get': wholeApp,
  'apps.update': wholeApp,
  'apps.delete': 'nothing',
  'keys.create': { ...key, name: 'text' },
  'keys.list': { each: key },
  'keys.get': { ...key, name: 'text' },
  'keys.delete': 'nothing',
  'keys.jwt.get': 'text',
  'notifications.create': notification,
};

/** Expects that `given` is what was promised. */
export function expectPromise(given: unknown, promise: Expected | undefined): void {
  if (promise === undefined) throw new Error('nothing is promised: a row is missing');
  if (promise === 'nothing') expect(given).toBeUndefined();
  else if (promise === 'text') expect(given).toEqual(expect.stringMatching(/./));
  else if (!isList(promise)) expectShape(given, promise);
  else if ('under' in promise) {
    expectShape(given, { ...promise.page, [promise.under]: 'list' });
    expectEach((given as Record<string, unknown>)[promise.under], promise.each);
  } else if (promise.mayBeEmpty) expect(given).toEqual(expect.any(Array));
  else expectEach(given, promise.each);
}

function isList(
  promise: Shape | Exclude<Expected, string | Shape>,
): promise is Exclude<Expected, string | Shape> {
  return typeof promise['each'] === 'object';
}

function expectEach(given: unknown, shape: Shape): void {
  expect(given).toEqual(expect.arrayContaining([expect.anything()]));
  for (const one of given as readonly unknown[]) expectShape(one, shape);
}

function expectShape(given: unknown, shape: Shape): void {
  const kinds = Object.keys(shape).map((name) => [name, kindOf((given as Record<string, unknown>)[name])]);
  expect(Object.fromEntries(kinds)).toEqual(shape);
}

function kindOf(value: unknown): Kind | 'missing' {
  if (value === undefined || value === null) return 'missing';
  if (Array.isArray(value)) return 'list';
  const kinds = { string: 'text', number: 'number', boolean: 'flag', object: 'object' } as const;
  return kinds[typeof value as keyof typeof kinds] ?? 'missing';
}
