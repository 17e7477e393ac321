// Compiled, never run: which requests of the client compile, and what the answers are.
import type { Resources } from '../../src/client/resources/index.ts';
import type {
  ChannelLink,
  NewIntegration,
  NewItemAction,
  NewMenuItem,
  NewMessage,
  Webhook,
} from '../../src/client/types/index.ts';
import type { FullAppUser, Message } from '../../src/index.ts';

declare const client: Resources;

/** Compiles when `value` is a `Wanted`. */
function accept<Wanted>(..._values: readonly Wanted[]): void {}

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function expectType<_Holds extends true>(): void {}

const link = { type: 'link', text: 'Open', uri: 'https://example.com' } as const;
const maker = { role: 'appMaker' } as const;

// Messages: what a type needs is required, and what it does not have does not compile.
accept<NewMessage>(
  { role: 'appMaker', type: 'text', text: 'hi' },
  { role: 'appMaker', type: 'text', actions: [link] },
  { role: 'appUser', type: 'image', mediaUrl: 'https://example.com/a.png', altText: 'a hat' },
  { role: 'appMaker', type: 'file', mediaUrl: 'https://example.com/a.pdf' },
  { role: 'appMaker', type: 'location', coordinates: { lat: 1, long: 2 } },
  { role: 'appMaker', type: 'carousel', items: [{ title: 'Hat', actions: [link, { type: 'share' }] }] },
  { role: 'appMaker', type: 'list', items: [{ title: 'Hat', actions: [link] }], actions: [link] },
  { role: 'appMaker', type: 'form', fields: [{ type: 'email', name: 'mail', label: 'E-mail' }] },
  { role: 'appMaker', type: 'text', messageSchema: 'whatsapp', message: { type: 'template' } },
  {
    role: 'appMaker',
    type: 'text',
    text: 'hi',
    subroles: ['AI'],
    destination: { integrationType: 'hologram' },
  },
);
// @ts-expect-error a text without text and without actions
accept<NewMessage>({ ...maker, type: 'text' });
// @ts-expect-error nobody says it
accept<NewMessage>({ type: 'text', text: 'hi' });
// @ts-expect-error no type
accept<NewMessage>({ ...maker, text: 'hi' });
// @ts-expect-error a role that nobody has
accept<NewMessage>({ role: 'whisper', type: 'text', text: 'hi' });
// @ts-expect-error a type that cannot be posted
accept<NewMessage>({ ...maker, type: 'formResponse', fields: [] });
// @ts-expect-error an image without URL
accept<NewMessage>({ ...maker, type: 'image' });
// @ts-expect-error a carousel without items
accept<NewMessage>({ ...maker, type: 'carousel' });
// @ts-expect-error an item without actions
accept<NewMessage>({ ...maker, type: 'list', items: [{ title: 'Hat' }] });
// @ts-expect-error a place without its longitude
accept<NewMessage>({ ...maker, type: 'location', coordinates: { lat: 1 } });
// @ts-expect-error a select field without options
accept<NewMessage>({ ...maker, type: 'form', fields: [{ type: 'select', name: 'a', label: 'A' }] });
// @ts-expect-error the user cannot choose a destination
accept<NewMessage>({ role: 'appUser', type: 'text', text: 'hi', destination: { integrationId: '1' } });
// @ts-expect-error the user has no buttons
accept<NewMessage>({ role: 'appUser', type: 'text', text: 'hi', actions: [link] });
// @ts-expect-error a destination has an id or a type
accept<NewMessage>({ ...maker, type: 'text', text: 'hi', destination: {} });
// @ts-expect-error a schema without a message
accept<NewMessage>({ ...maker, type: 'text', text: 'hi', messageSchema: 'whatsapp' });
// @ts-expect-error a misspelt field
accept<NewMessage>({ ...maker, type: 'text', text: 'hi', metaData: { a: 1 } });
// @ts-expect-error metadata is flat
accept<NewMessage>({ ...maker, type: 'text', text: 'hi', metadata: { a: { b: 1 } } });
// @ts-expect-error a message does not share
accept<NewMessage>({ ...maker, type: 'text', text: 'hi', actions: [{ type: 'share' }] });

// Actions.
accept<NewItemAction>(
  { type: 'postback', text: 'Buy', payload: 'BUY' },
  { type: 'reply', text: 'Yes', payload: 'YES', iconUrl: 'https://example.com/yes.png' },
  { type: 'buy', text: 'Buy', amount: 999 },
  { type: 'locationRequest', text: 'Where are you?' },
  { type: 'share' },
  {
    ...link,
    extraChannelOptions: { messenger: { messenger_extensions: true, webview_share_button: 'hide' } },
  },
);
// @ts-expect-error a postback without payload
accept<NewItemAction>({ type: 'postback', text: 'Buy' });
// @ts-expect-error a link without URL
accept<NewItemAction>({ type: 'link', text: 'Open' });
// @ts-expect-error a webview without fallback
accept<NewItemAction>({ type: 'webview', text: 'Open', uri: 'https://example.com' });
// @ts-expect-error nothing to pay
accept<NewItemAction>({ type: 'buy', text: 'Buy' });
// @ts-expect-error a reply without text
accept<NewItemAction>({ type: 'reply', payload: 'YES' });
// @ts-expect-error no such action
accept<NewItemAction>({ type: 'dance', text: 'Dance' });
// @ts-expect-error the share button can only be hidden
accept<NewItemAction>({ ...link, extraChannelOptions: { messenger: { webview_share_button: 'show' } } });

// Channels to link.
const message = { role: 'appMaker', type: 'text', text: 'hi' } as const;
accept<ChannelLink>(
  { type: 'twilio', phoneNumber: '+1', confirmation: { type: 'prompt' } },
  { type: 'whatsapp', phoneNumber: '+1', confirmation: { type: 'userActivity', message }, primary: false },
  { type: 'mailgun', address: 'a@example.com', confirmation: { type: 'immediate' }, subject: 'Hello' },
  { type: 'messenger', phoneNumber: '+1', confirmation: { type: 'immediate', message }, givenName: 'Ada' },
);
// @ts-expect-error a link without confirmation
accept<ChannelLink>({ type: 'twilio', phoneNumber: '+1' });
// @ts-expect-error a link without number
accept<ChannelLink>({ type: 'messagebird', confirmation: { type: 'prompt' } });
// @ts-expect-error an e-mail address is no number
accept<ChannelLink>({ type: 'mailgun', phoneNumber: '+1', confirmation: { type: 'immediate' } });
// @ts-expect-error userActivity needs a message
accept<ChannelLink>({ type: 'twilio', phoneNumber: '+1', confirmation: { type: 'userActivity' } });
// @ts-expect-error only SMS asks
accept<ChannelLink>({ type: 'whatsapp', phoneNumber: '+1', confirmation: { type: 'prompt' } });
// @ts-expect-error the words of the prompt cannot be chosen
accept<ChannelLink>({ type: 'twilio', phoneNumber: '+1', confirmation: { type: 'prompt', message } });
// @ts-expect-error a channel that cannot be linked
accept<ChannelLink>({ type: 'telegram', phoneNumber: '+1', confirmation: { type: 'immediate' } });

// Menus.
accept<NewMenuItem>(
  link,
  { type: 'postback', text: 'Help', payload: 'HELP' },
  { type: 'submenu', text: 'More', items: [link] },
);
// @ts-expect-error a submenu without items
accept<NewMenuItem>({ type: 'submenu', text: 'More' });
// @ts-expect-error a menu has no replies
accept<NewMenuItem>({ type: 'reply', text: 'Yes', payload: 'YES' });

// Webhooks and users.
const target = 'https://example.com/hooks';
void client.webhooks.create({ target, triggers: ['message:appUser', '*', 'message:edited'] });
// @ts-expect-error a webhook without triggers
void client.webhooks.create({ target });
// @ts-expect-error a webhook without target
void client.webhooks.create({ triggers: ['postback'] });
// @ts-expect-error one trigger is a list too
void client.webhooks.create({ target, triggers: 'postback' });
// @ts-expect-error the service makes the secret
void client.webhooks.update('w1', { secret: 'mine' });
// @ts-expect-error ensure needs triggers
void client.webhooks.ensure({ target });
// @ts-expect-error the id of a new user is your own
void client.appUsers.create({ givenName: 'Ada' });
// @ts-expect-error a user is merged by _id
void client.appUsers.merge({ surviving: { userId: 'a' }, discarded: { _id: 'b' } });
// @ts-expect-error a new user has no property to remove
void client.appUsers.create({ userId: 'a', properties: { plan: null } });
void client.appUsers.update('a', { properties: { plan: null } });
// @ts-expect-error properties are flat
void client.appUsers.update('a', { properties: { plan: { name: 'gold' } } });
// @ts-expect-error the userId of a user stays
void client.appUsers.update('a', { userId: 'b' });
// @ts-expect-error link requests are for integrations
void client.appUsers.linkRequests.list('a');
// @ts-expect-error the user comes first
void client.messages.create({ role: 'appMaker', type: 'text', text: 'hi' });
// @ts-expect-error the user does not tell of itself here
void client.conversations.sendActivity('a', { role: 'appUser', type: 'typing:start' });
// @ts-expect-error reading has no name
void client.conversations.sendActivity('a', { type: 'conversation:read', name: 'Ada' });
void client.attachments.upload({ source: { path: './a.png' }, access: 'public', for: 'message' });
// @ts-expect-error a path is an object: a text could be the content too
void client.attachments.upload({ source: './a.png' });
// @ts-expect-error the files are public
void client.attachments.upload({ source: Buffer.alloc(1), access: 'private' });
void client.messages.createImage('a', { source: new Blob(['']), role: 'appUser', text: 'a hat' });
// @ts-expect-error an image has an author
void client.messages.createImage('a', { source: Buffer.alloc(1) });
const destination = { integrationId: '1', destinationId: '2' };
void client.notifications.create({
  destination,
  author: maker,
  message: { hsm: {} },
  messageSchema: 'whatsapp',
});
// @ts-expect-error the native form needs its schema
void client.notifications.create({ destination, author: maker, message: { hsm: {} } });

// Integrations: known types are checked, all others pass.
void client.integrations.create({ type: 'apn', certificate: 'YWJj' });
void client.integrations.create({ type: 'web' });
void client.integrations.create({ type: 'hologram', beam: { width: 7 } });
void client.integrations.create({ type: 'android' });
declare const type: string;
void client.integrations.create({ type, token: 'a' });
// @ts-expect-error an apn integration without certificate
void client.integrations.create({ type: 'apn' });
// @ts-expect-error a misspelt field
void client.integrations.create({ type: 'telegram', tokn: 'a' });
// @ts-expect-error premium needs a name
accept<NewIntegration<'twitter'>>({
  type: 'twitter',
  consumerKey: 'a',
  consumerSecret: 'b',
  accessTokenKey: 'c',
  accessTokenSecret: 'd',
  tier: 'premium',
});
void client.integrations.create({
  type: 'twitter',
  consumerKey: 'a',
  consumerSecret: 'b',
  accessTokenKey: 'c',
  accessTokenSecret: 'd',
  tier: 'premium',
  envName: 'e',
});
// @ts-expect-error no type
void client.integrations.create({ token: 'a' });

// Answers: the resource itself where the answer holds one thing, all of it where it holds more.
expectType<Equal<Awaited<ReturnType<typeof client.appUsers.get>>, FullAppUser>>();
expectType<Equal<Awaited<ReturnType<typeof client.webhooks.list>>, readonly Webhook[]>>();
expectType<Equal<Awaited<ReturnType<typeof client.appUsers.delete>>, void>>();
export async function readAnswers(): Promise<void> {
  const { message: first, extraMessages } = await client.messages.create('a', message);
  expectType<Equal<typeof first, Message>>();
  expectType<Equal<typeof extraMessages, readonly Message[] | undefined>>();
  const { data, attempts } = await client.webhooks.get('w1').withResponse();
  expectType<Equal<typeof data, Webhook>>();
  attempts satisfies number;
  for await (const one of client.messages.list('a')) if (one.type === 'image') one.mediaUrl satisfies string;
  const integration = await client.integrations.get('1');
  // What depends on the type is there, and is checked before it is used.
  integration['phoneNumber'] satisfies unknown;
  // A misspelt field does not compile.
  // @ts-expect-error no such field
  void data.targt;
}
