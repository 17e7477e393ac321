import {
  appId,
  buyAction,
  client,
  createHappenings,
  messageOfApp,
  messageOfUser,
  postbackAction,
  render,
  v1Client,
} from './samples.ts';

/** Written by hand from the document: the body that each webhook is sent. */
const app = { _id: appId };
const conversation = { _id: '5e8c87601b9d2e4c7a004a27' };
const truncated = { _id: '5e4a9c601b9d2e4c7a004a24', userId: 'customer-20418', conversationStarted: true };
const profile = {
  givenName: 'Imani',
  surname: 'Okafor',
  email: 'imani.okafor@example.com',
  avatarUrl: 'https://media.example.com/imani.jpg',
  signedUpAt: '2020-02-17T14:00:00.357Z',
  properties: { loyaltyTier: 'gold', orders: 14 },
};
const full = {
  ...truncated,
  ...profile,
  credentialRequired: false,
  clients: [v1Client],
  devices: [v1Client],
  pendingClients: [],
};
const source = { type: 'whatsapp', integrationId: '5ce94a601b9d2e4c7a004a13' };
const v1Source = { type: 'whatsapp' };
const referral = { code: 'ad-books', details: { source: 'ADS', type: 'OPEN_THREAD', adId: '6045246247433' } };
const timestamp = 1_700_000_000;

type Golden = readonly [keyof ReturnType<typeof createHappenings>, object];

const v11: readonly Golden[] = [
  ['message:appUser', { messages: [messageOfUser], appUser: truncated, conversation }],
  ['message:appMaker', { messages: [messageOfApp], appUser: truncated, conversation }],
  [
    'message:delivery:channel',
    {
      appUser: truncated,
      conversation,
      message: { _id: '5ee8df9d1b9d2e4c7a004a6a' },
      destination: source,
      externalMessages: [{ id: 'wamid.1' }],
      isFinalEvent: false,
      timestamp,
    },
  ],
  [
    'message:delivery:failure',
    {
      appUser: truncated,
      conversation,
      message: { _id: '5ee8df9d1b9d2e4c7a004a6a' },
      destination: source,
      isFinalEvent: true,
      timestamp,
      error: { code: 'blocked', underlyingError: { code: 470, message: 'no' } },
    },
  ],
  [
    'notification:delivery:user',
    {
      notification: { _id: 'e3a96b10-d8f4-47c2-8b5e-4f17c09d2a68' },
      destination: { ...source, destinationId: '15555550142' },
      externalMessages: [{ id: 'wamid.1' }],
      isFinalEvent: true,
      timestamp,
      matchResult: { appUser: truncated, conversation },
    },
  ],
  ['conversation:read', { source, appUser: truncated, conversation, timestamp, referral }],
  [
    'postback',
    {
      postbacks: [{ message: messageOfApp, action: postbackAction, metadata: { sku: 'bk-0071' }, source }],
      appUser: truncated,
      conversation,
    },
  ],
  [
    'typing:appUser',
    {
      appUser: truncated,
      conversation,
      activity: { type: 'typing:start', role: 'appUser' },
      source,
      timestamp,
    },
  ],
  ['appUser:delete', { appUser: truncated }],
  [
    'merge:appUser',
    {
      surviving: truncated,
      discarded: [{ _id: '5ee85fe01b9d2e4c7a004ad6', conversationStarted: false }],
      discardedProperties: { wishlist: 'Tides' },
      discardedConversationId: '5e8c87601b9d2e4c7a004a28',
    },
  ],
  [
    'payment:success',
    {
      payments: [
        {
          source,
          message: messageOfApp,
          action: buyAction,
          charge: { id: 'ch_1GuExample51a7' },
          version: 'v1.1',
        },
      ],
      appUser: truncated,
      conversation,
      timestamp,
    },
  ],
  [
    'link:failure',
    {
      appUser: truncated,
      channel: 'twilio',
      criteria: { phoneNumber: '+15555550142' },
      error: { code: 'not_found', message: 'Not found' },
    },
  ],
  ['link:match', { appUser: truncated, channel: 'twilio', criteria: { phoneNumber: '+15555550142' } }],
  ['client:add', { appUser: truncated, clients: [client] }],
  ['client:remove', { appUser: truncated, clients: [client] }],
  ['client:block', { appUser: truncated, conversation, client, reason: 'blocked', timestamp }],
];

describe('a body of v1.1 with nothing added', () => {
  it.each(v11)('is what the document says of %s', (trigger, fields) => {
    const [event, ...more] = render(createHappenings()[trigger]);
    expect(more).toEqual([]);
    expect(event?.body).toStrictEqual({ trigger, app, ...fields, version: 'v1.1' });
  });
});

/** What v1 calls by a name of its own. */
const v1Names: Readonly<Record<string, string>> = {
  'message:delivery:channel': 'delivery:success',
  'message:delivery:failure': 'delivery:failure',
};

/** From a third-party channel v1 tells no name, and of a source no more than this. */
const { name: _, ...nameless } = messageOfUser;

const v1: readonly Golden[] = [
  ['message:appUser', { messages: [{ ...nameless, source: v1Source }], appUser: full }],
  ['message:appMaker', { messages: [messageOfApp], appUser: full }],
  [
    'message:delivery:channel',
    { messages: [messageOfApp], appUser: truncated, destination: v1Source, timestamp },
  ],
  [
    'message:delivery:failure',
    {
      messages: [messageOfApp],
      appUser: truncated,
      destination: v1Source,
      timestamp,
      error: { code: 'blocked', underlyingError: { code: 470, message: 'no' } },
    },
  ],
  ['conversation:start', { source: v1Source, appUser: full, timestamp, referral }],
  ['conversation:read', { source: v1Source, appUser: truncated, timestamp }],
  ['conversation:referral', { source: v1Source, appUser: truncated, timestamp, referral }],
  [
    'postback',
    {
      postbacks: [
        {
          message: messageOfApp,
          action: postbackAction,
          metadata: { sku: 'bk-0071' },
          source: v1Source,
        },
      ],
      appUser: full,
    },
  ],
  [
    'merge:appUser',
    {
      surviving: truncated,
      discarded: [{ _id: '5ee85fe01b9d2e4c7a004ad6', conversationStarted: false }],
    },
  ],
  [
    'payment:success',
    {
      payments: [
        {
          source: v1Source,
          message: messageOfApp,
          action: buyAction,
          charge: { id: 'ch_1GuExample51a7' },
        },
      ],
      appUser: truncated,
      timestamp,
    },
  ],
  ['link:success', { appUser: truncated, channel: 'twilio', criteria: { phoneNumber: '+15555550142' } }],
  ['client:add', { appUser: truncated, clients: [v1Client] }],
];

describe('a body of v1, whatever the webhook asks for', () => {
  it.each(v1)('is what is known of %s', (happening, fields) => {
    const trigger = v1Names[happening] ?? happening;
    const asked = { version: 'v1', includeClient: true, includeFullAppUser: true } as const;
    const [event, ...more] = render(createHappenings()[happening], asked);
    expect(more).toEqual([]);
    expect(event?.body).toStrictEqual({ trigger, app, ...fields, version: 'v1' });
  });
});

describe('a body of v1.1 that was asked for more', () => {
  it.each(['message:appUser', 'postback', 'conversation:read', 'typing:appUser'] as const)(
    'has the client and the whole profile in %s',
    (trigger) => {
      const [event] = render(createHappenings()[trigger], { includeClient: true, includeFullAppUser: true });
      expect(event?.body).toHaveProperty('client', client);
      expect(event?.body).toHaveProperty('appUser', { ...truncated, ...profile });
    },
  );

  it('has the client and the profile of whom a notification reached', () => {
    const asked = { includeClient: true, includeFullAppUser: true };
    const [event] = render(createHappenings()['notification:delivery:user'], asked);
    const matchResult = { appUser: { ...truncated, ...profile }, conversation, client };
    expect(event?.body).toHaveProperty('matchResult', matchResult);
  });

  it.each(['message:appMaker', 'message:delivery:channel', 'payment:success', 'appUser:delete'] as const)(
    'has no client in %s, which tells of none',
    (trigger) => {
      const [event] = render(createHappenings()[trigger], { includeClient: true });
      expect(event?.body).not.toHaveProperty('client');
    },
  );
});
