import { type EventBody, renderEvents } from '../../../src/emulator/payloads/index.ts';
import type {
  ClientRecord,
  Happening,
  UserRecord,
  WebhookRecord,
} from '../../../src/emulator/world/index.ts';
import type { Message } from '../../../src/events/index.ts';
import { createTestWorld } from '../support/test-world.ts';

export const appId = '5cd978601b9d2e4c7a004a10';

export const client: ClientRecord = {
  _id: '5e99b6601b9d2e4c7a004a1d',
  id: 'b7c1a0de-6f35-4c08-8e92-1d5f7a3b9c46',
  externalId: '15555550142',
  platform: 'whatsapp',
  status: 'active',
  active: true,
  blocked: false,
  primary: true,
  integrationId: '5ce94a601b9d2e4c7a004a13',
  displayName: '+15555550142',
  avatarUrl: 'https://media.example.com/imani.jpg',
  info: { phoneNumber: '+15555550142' },
  raw: { from: '15555550142', profile: { name: 'Imani' } },
  lastSeen: '2020-06-16T14:00:00.000Z',
  linkedAt: '2020-04-17T14:00:00.412Z',
};

/** What v1 shows of `client`. */
export const v1Client = {
  id: 'b7c1a0de-6f35-4c08-8e92-1d5f7a3b9c46',
  platform: 'whatsapp',
  active: true,
  lastSeen: '2020-06-16T14:00:00.000Z',
  linkedAt: '2020-04-17T14:00:00.412Z',
  displayName: '+15555550142',
  info: { phoneNumber: '+15555550142' },
  raw: { from: '15555550142', profile: { name: 'Imani' } },
};

export const user: UserRecord = {
  _id: '5e4a9c601b9d2e4c7a004a24',
  userId: 'customer-20418',
  givenName: 'Imani',
  surname: 'Okafor',
  email: 'imani.okafor@example.com',
  avatarUrl: 'https://media.example.com/imani.jpg',
  signedUpAt: '2020-02-17T14:00:00.357Z',
  toBeRetained: true,
  properties: { loyaltyTier: 'gold', orders: 14 },
  conversationStarted: true,
  hasPaymentInfo: false,
  clients: [client],
  pendingClients: [],
  links: new Map(),
  conversation: {
    _id: '5e8c87601b9d2e4c7a004a27',
    unreadCount: 0,
    appMakerLastRead: undefined,
    appUserLastRead: undefined,
    messages: [],
  },
  businessSystems: [],
};

/** Somebody of whom nothing is known. */
const stranger: UserRecord = {
  ...user,
  _id: '5ee85fe01b9d2e4c7a004ad6',
  userId: undefined,
  givenName: undefined,
  surname: undefined,
  email: undefined,
  avatarUrl: undefined,
  toBeRetained: undefined,
  properties: {},
  conversationStarted: false,
  clients: [],
  links: new Map(),
  conversation: undefined,
};

const source = { type: 'whatsapp', integrationId: '5ce94a601b9d2e4c7a004a13' };

export const messageOfUser: Message = {
  _id: '5ee8dc5f1b9d2e4c7a004a58',
  type: 'text',
  text: 'Could you call me back?',
  role: 'appUser',
  authorId: '5e4a9c601b9d2e4c7a004a24',
  name: 'Imani Okafor',
  received: 1_592_316_000.1,
  source: { ...source, originalMessageId: 'gBGGFVVVVQFCXwIJ', originalMessageTimestamp: 1_592_316_000 },
};

export const postbackAction = {
  _id: '5ee8df4a1b9d2e4c7a004a62',
  type: 'postback',
  text: 'Reserve',
  payload: 'RESERVE_TIDES',
  metadata: { sku: 'bk-0071' },
} as const;

export const buyAction = {
  _id: '5ee8df9d1b9d2e4c7a004a6b',
  type: 'buy',
  text: 'Buy now',
  uri: 'https://checkout.example.com/5521',
  amount: 450,
  currency: 'usd',
  state: 'paid',
} as const;

export const messageOfApp: Message = {
  _id: '5ee8df9d1b9d2e4c7a004a6a',
  type: 'text',
  text: 'Shall we keep the book?',
  role: 'appMaker',
  authorId: '4Gk2vXo8mTz0QeLrB7nYsd',
  name: 'Priya',
  received: 1_592_315_000.5,
  source: { type: 'api' },
  actions: [postbackAction, buyAction],
};

const reached = { destination: source, externalMessages: [{ id: 'wamid.1' }] };
const failed = {
  stage: 'failure',
  destination: source,
  isFinalEvent: true,
  error: { code: 'blocked', underlyingError: { code: 470, message: 'no' } },
} as const;
const act = { user, client, source };
const report = { type: 'messageDelivery', user, message: messageOfApp } as const;
const notice = {
  type: 'notificationDelivery',
  notification: { _id: 'e3a96b10-d8f4-47c2-8b5e-4f17c09d2a68' },
  matched: user,
  matchedClient: client,
} as const;
const noticeTo = { ...source, destinationId: '15555550142' };
const referral = { code: 'ad-books', details: { source: 'ADS', type: 'OPEN_THREAD', adId: '6045246247433' } };
const link = { user, channel: 'twilio', criteria: { phoneNumber: '+15555550142' } };

/** A happening for each trigger that it gives, named by the v1.1 one. */
const samples = {
  'message:appUser': { type: 'message', user, message: messageOfUser, client },
  'message:appMaker': { type: 'message', user, message: messageOfApp },
  'message:delivery:channel': { ...report, ...reached, stage: 'channel', isFinalEvent: false },
  'message:delivery:user': { ...report, ...reached, stage: 'user', isFinalEvent: true },
  'message:delivery:failure': { ...report, ...failed },
  'notification:delivery:channel': {
    ...notice,
    ...reached,
    destination: noticeTo,
    stage: 'channel',
    isFinalEvent: false,
  },
  'notification:delivery:user': {
    ...notice,
    ...reached,
    destination: noticeTo,
    stage: 'user',
    isFinalEvent: true,
  },
  'notification:delivery:failure': { ...notice, ...failed, destination: noticeTo },
  'conversation:start': { type: 'conversationStart', ...act, referral },
  'conversation:read': { type: 'conversationRead', ...act, referral },
  'conversation:referral': { type: 'conversationReferral', ...act, referral },
  postback: { type: 'postback', ...act, action: postbackAction, message: messageOfApp },
  'typing:appUser': { type: 'typing', ...act, activity: 'typing:start' },
  'appUser:delete': { type: 'userDelete', user },
  'merge:appUser': {
    type: 'merge',
    surviving: user,
    discarded: [stranger],
    discardedProperties: { wishlist: 'Tides' },
    discardedConversationId: '5e8c87601b9d2e4c7a004a28',
  },
  'payment:success': {
    type: 'payment',
    user,
    source,
    message: messageOfApp,
    action: buyAction,
    charge: { id: 'ch_1GuExample51a7' },
  },
  'link:success': { type: 'linkSuccess', ...link },
  'link:match': { type: 'linkMatch', ...link },
  'link:failure': { type: 'linkFailure', ...link, error: { code: 'not_found', message: 'Not found' } },
  'client:add': { type: 'clientAdd', user, clients: [client] },
  'client:remove': { type: 'clientRemove', user, clients: [client] },
  'client:block': { type: 'clientBlock', user, clients: [client] },
} as const satisfies Record<string, Happening>;

/** A webhook that is told of everything, with nothing added. */
export const webhook: WebhookRecord = {
  _id: '5ee8d0b31b9d2e4c7a004a01',
  version: 'v1.1',
  secret: 'a-secret-of-the-webhook',
  target: 'http://127.0.0.1:4000/webhooks',
  triggers: ['*', 'typing:appUser'],
  includeClient: false,
  includeFullAppUser: false,
};

/** Fresh copies, which nobody has told of. */
export function createHappenings(): typeof samples {
  return structuredClone(samples);
}

/** What a webhook with `fields` is sent of `happening`, in a new world whose clock stands at 1,700,000,000 seconds. */
export function render(happening: Happening, fields: Partial<WebhookRecord> = {}): readonly EventBody[] {
  const world = createTestWorld();
  return renderEvents(world, { ...world.app, _id: appId }, { ...webhook, ...fields }, happening);
}
