import type { JsonObject } from '../../src/events/json.ts';
import { type Trigger, triggers, triggerVersions, type Version } from '../../src/events/triggers.ts';

/** A JSON value that a test may change. */
export type Body = { [key: string]: unknown };

const client = {
  _id: '5f3a6c1e9b1d4a0012ab34d0',
  id: '3c8bf5d5-6b1c-4f59-9d53-9f6d4b0e6c11',
  platform: 'whatsapp',
  status: 'active',
  active: true,
  blocked: false,
  primary: true,
  integrationId: '5f3a6c1e9b1d4a0012ab34d1',
  externalId: 'c29tZSBpZA==',
  deviceId: 'device',
  pushNotificationToken: 'token',
  displayName: 'Zoë',
  avatarUrl: 'https://example.org/a.png',
  appVersion: '1.2',
  lastSeen: '2020-08-17T14:58:06.123Z',
  linkedAt: '2020-08-17T14:58:06.123Z',
  info: { os: 'nil', push: 'YES', count: 0 },
  raw: { 'Reply-To': null, list: [[1], []], big: 2 ** 53 + 2 },
};

const appUser = {
  _id: '5f3a6c1e9b1d4a0012ab34c1',
  userId: 'user-1',
  conversationStarted: true,
  givenName: 'Zoë',
  surname: 'Doe',
  email: 'zoe@example.org',
  avatarUrl: 'https://example.org/a.png',
  signedUpAt: '2020-08-17T14:58:06.123Z',
  properties: { plan: 'gold', seats: 3, vip: true },
};

const source = {
  type: 'whatsapp',
  id: '0123456789012345678',
  integrationId: '5f3a6c1e9b1d4a0012ab34d1',
  originalMessageId: 'wamid.1',
  originalMessageTimestamp: 1597676286.5,
};

const fullAppUser = {
  ...appUser,
  clients: [client],
  devices: [client],
  pendingClients: [],
  credentialRequired: false,
  hasPaymentInfo: false,
  toBeRetained: false,
};

const common = {
  _id: '5f3a6c1e9b1d4a0012ab34c2',
  role: 'appUser',
  authorId: '5f3a6c1e9b1d4a0012ab34c1',
  name: 'Zoë',
  received: 1597676286.123,
  source,
  metadata: { topic: 'shoes' },
};

const actions = {
  link: { _id: 'l1', type: 'link', text: 'Open', uri: '', default: true },
  webview: {
    _id: 'w1',
    type: 'webview',
    text: 'Open',
    uri: 'https://example.org',
    fallback: 'https://example.org',
  },
  postback: { _id: 'p1', type: 'postback', text: 'More', payload: 'MORE', metadata: { a: 1 } },
  reply: { _id: 'r1', type: 'reply', text: 'Yes', payload: 'YES', iconUrl: 'https://example.org/i.png' },
  buy: {
    _id: 'b1',
    type: 'buy',
    text: 'Buy',
    amount: 1000,
    currency: 'usd',
    state: 'paid',
    uri: 'https://example.org',
  },
  share: { _id: 's1', type: 'share' },
  locationRequest: { _id: 'q1', type: 'locationRequest', text: 'Where?' },
};

const items = [
  { _id: 'i1', title: 'Shoes', size: 'large', actions: [actions.link, actions.share], metadata: {} },
];

const fields = [
  { _id: 'f1', type: 'text', name: 'name', label: 'Name', minSize: 1, maxSize: 9, text: 'Zoë' },
  { _id: 'f2', type: 'email', name: 'mail', label: 'Mail', placeholder: 'you@', email: 'zoe@example.org' },
  {
    _id: 'f3',
    type: 'select',
    name: 'size',
    label: 'Size',
    selectSize: 0,
    options: [],
    select: [{ _id: 'o', name: 'l', label: 'L' }],
  },
];

/** A full message of every type that has a shape. */
export const messagesByType = {
  text: { ...common, type: 'text', text: 'hello', actions: Object.values(actions), items: [] },
  image: {
    ...common,
    type: 'image',
    mediaUrl: 'https://example.org/i.jpg',
    mediaType: 'image/jpeg',
    mediaSize: 12,
    altText: 'a shoe',
  },
  file: { ...common, type: 'file', mediaUrl: 'https://example.org/f.pdf', mediaType: 'application/pdf' },
  location: {
    ...common,
    type: 'location',
    text: 'https://maps.example.org',
    coordinates: { _id: 'c1', lat: 45.5, long: -73.6 },
    location: { address: 'Here 1', name: 'Home' },
  },
  carousel: { ...common, type: 'carousel', items, displaySettings: { imageAspectRatio: 'square' } },
  list: { ...common, type: 'list', items, actions: [actions.postback] },
  form: { ...common, role: 'appMaker', type: 'form', fields, blockChatInput: true, submitted: false },
  formResponse: {
    ...common,
    type: 'formResponse',
    fields,
    textFallback: 'Name: Zoë',
    quotedMessage: {
      type: 'message',
      content: { ...common, role: 'appMaker', type: 'form', fields, submitted: true },
    },
  },
} satisfies Record<string, Body>;

/** An action of every type. */
export const actionsByType = actions;

const app = { _id: '5f3a6c1e9b1d4a0012ab34c0' };
const conversation = { _id: '5f3a6c1e9b1d4a0012ab34c3' };
const timestamp = 1597676286.456;
const reference = { code: 'ref-1', details: { source: 'ADS', type: 'OPEN_THREAD', adId: '1', ad_id: '1' } };
const error = {
  code: 'uncategorized_error',
  message: 'no',
  underlyingError: { errors: [{ code: 470, title: 'x' }] },
};
const messages = Object.values(messagesByType);

const report = {
  destination: { type: 'whatsapp', integrationId: 'i1', destinationId: '+15550001111' },
  isFinalEvent: false,
  externalMessages: [{ id: 'wamid.1' }],
  timestamp,
};
const messageReport = { ...report, appUser, conversation, message: { _id: common._id } };
const notificationReport = {
  ...report,
  notification: { _id: '8f14e45f-ceea-467f-a9d5-31e8a9f0d3b1' },
  matchResult: { appUser, conversation, client },
};
const conversationEvent = { source, appUser, conversation, client, timestamp, referral: reference };
const v1Report = { appUser, messages, destination: { type: 'whatsapp' }, timestamp };
const link = { appUser, channel: 'twilio', criteria: { phoneNumber: '+15550001111' } };

const fieldsByTrigger: Record<Trigger, Body> = {
  'message:appUser': {
    appUser: fullAppUser,
    conversation,
    client,
    messages,
    recentNotifications: [messagesByType.text],
  },
  'message:appMaker': { appUser: fullAppUser, conversation, messages },
  'message:delivery:channel': messageReport,
  'message:delivery:user': messageReport,
  'message:delivery:failure': { ...messageReport, error },
  'notification:delivery:channel': notificationReport,
  'notification:delivery:user': notificationReport,
  'notification:delivery:failure': { ...notificationReport, error },
  'delivery:success': v1Report,
  'delivery:failure': { ...v1Report, error },
  'conversation:start': conversationEvent,
  'conversation:read': conversationEvent,
  'conversation:referral': conversationEvent,
  postback: {
    appUser,
    client,
    conversation,
    postbacks: [{ message: messagesByType.text, action: actions.postback, metadata: { a: 1 }, source }],
  },
  'typing:appUser': {
    appUser,
    conversation,
    client,
    source,
    timestamp,
    activity: { type: 'typing:start', role: 'appUser', source },
  },
  'appUser:delete': { appUser },
  'merge:appUser': {
    surviving: appUser,
    discarded: [{ ...appUser, _id: 'other' }],
    discardedProperties: { a: 1 },
    discardedConversationId: 'c9',
  },
  'payment:success': {
    appUser,
    conversation,
    timestamp,
    payments: [
      { source, message: messagesByType.text, action: actions.buy, charge: { id: 'ch_1' }, version: 'v1.1' },
    ],
  },
  'link:success': link,
  'link:match': link,
  'link:failure': { ...link, error },
  'client:add': { appUser, clients: [client] },
  'client:remove': { appUser, clients: [{ id: client.id }] },
  'client:block': { appUser, client, clients: [client], conversation, timestamp, reason: 'blocked' },
};

/** A body of `trigger` with every field that is known, changed by `overrides`; a field set to `undefined` is left out. */
export function sampleBody(trigger: Trigger, overrides: Body = {}): Body {
  const version = triggerVersions[trigger].at(-1);
  const body = { trigger, app, version, ...fieldsByTrigger[trigger], ...overrides };
  return structuredClone(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)));
}

/** A body of message:appUser with one message, changed by `overrides`. */
export function messageBody(message: Body, overrides: Body = {}): Body {
  return sampleBody('message:appUser', { messages: [{ ...common, ...message }], ...overrides });
}

/** Every trigger with each version that sends it. */
export const pairs: readonly (readonly [Trigger, Version])[] = triggers.flatMap((trigger) =>
  triggerVersions[trigger].map((version) => [trigger, version] as const),
);

/** `value` changed at `path`; `undefined` removes the key. */
export function changedAt(body: JsonObject, path: readonly (string | number)[], value: unknown): Body {
  const copy = structuredClone(body) as Body;
  const parent = path.slice(0, -1).reduce<Body>((object, key) => object[key] as Body, copy);
  const last = path.at(-1) as string;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}
