import type { EndpointRow } from './endpoint-row.ts';

const webhook = {
  _id: '55c8c1498590aa1900b9b9b1',
  triggers: ['message:appUser'],
  secret: '8eVqlWHqQxvUVTmfD9dyXnjXyKuwnHkj',
  target: 'https://example.com/callback',
  version: 'v1.1',
  includeClient: true,
};
const appUser = {
  _id: 'deb920657bbc3adc3fec7963',
  userId: 'customer-7',
  properties: {},
  hasPaymentInfo: false,
};
const pending = {
  ...appUser,
  pendingClients: [
    { _id: '5bfd67290da4b7001a4dde3c', platform: 'twilio', status: 'pending', integrationId: '7' },
  ],
};

/** Part A, "Endpoints", "Webhooks". */
const webhooks: readonly EndpointRow[] = [
  {
    endpoint: 'POST /apps/{appId}/webhooks',
    document:
      'JSON: target (string, required), triggers (array, required), includeClient (boolean, optional), includeFullAppUser (boolean, optional) → 201, {webhook}',
    name: 'webhooks.create',
    call: (client) =>
      client.webhooks.create({
        target: 'https://example.com/callback',
        triggers: ['message:appUser'],
        includeClient: true,
        includeFullAppUser: false,
      }),
    method: 'POST',
    path: '/webhooks',
    json: '{"target":"https://example.com/callback","triggers":["message:appUser"],"includeClient":true,"includeFullAppUser":false}',
    answer: { status: 201, body: JSON.stringify({ webhook }) },
    gives: webhook,
  },
  {
    endpoint: 'GET /apps/{appId}/webhooks',
    document: 'none → 200, {webhooks:[webhook]}',
    name: 'webhooks.list',
    call: (client) => client.webhooks.list(),
    method: 'GET',
    path: '/webhooks',
    answer: { status: 200, body: JSON.stringify({ webhooks: [webhook] }) },
    gives: [webhook],
  },
  {
    endpoint: 'GET /apps/{appId}/webhooks/{webhookId}',
    document: 'none → 200, {webhook}',
    name: 'webhooks.get',
    call: (client) => client.webhooks.get('55c8c1498590aa1900b9b9b1'),
    method: 'GET',
    path: '/webhooks/55c8c1498590aa1900b9b9b1',
    answer: { status: 200, body: JSON.stringify({ webhook }) },
    gives: webhook,
  },
  {
    endpoint: 'PUT /apps/{appId}/webhooks/{webhookId}',
    document: 'JSON, all optional: target, triggers, includeClient, includeFullAppUser → 200, {webhook}',
    name: 'webhooks.update',
    call: (client) => client.webhooks.update('55c8c1498590aa1900b9b9b1', { includeClient: false }),
    method: 'PUT',
    path: '/webhooks/55c8c1498590aa1900b9b9b1',
    json: '{"includeClient":false}',
    answer: { status: 200, body: JSON.stringify({ webhook }) },
    gives: webhook,
  },
  {
    endpoint: 'DELETE /apps/{appId}/webhooks/{webhookId}',
    document: 'none → 200, empty body',
    name: 'webhooks.delete',
    call: (client) => client.webhooks.delete('55c8c1498590aa1900b9b9b1'),
    method: 'DELETE',
    path: '/webhooks/55c8c1498590aa1900b9b9b1',
    answer: { status: 200, body: '' },
    gives: undefined,
  },
];

/** Part A, "Endpoints", "App users". */
const appUsers: readonly EndpointRow[] = [
  {
    endpoint: 'POST /apps/{appId}/appusers',
    document:
      'JSON: userId (required), givenName, surname, email, avatarUrl, signedUpAt, toBeRetained, properties (all optional) → 201, {appUser}',
    name: 'appUsers.create',
    call: (client) =>
      client.appUsers.create({
        userId: 'customer-7',
        givenName: '',
        signedUpAt: '2024-01-01T00:00:00Z',
        toBeRetained: false,
        properties: { visits: 0, vip: false, plan: '' },
      }),
    method: 'POST',
    path: '/appusers',
    json: '{"userId":"customer-7","givenName":"","signedUpAt":"2024-01-01T00:00:00Z","toBeRetained":false,"properties":{"visits":0,"vip":false,"plan":""}}',
    answer: { status: 201, body: JSON.stringify({ appUser }) },
    gives: appUser,
  },
  {
    endpoint: 'GET /apps/{appId}/appusers/{smoochId|userId}',
    document: 'none → 200, {appUser}',
    name: 'appUsers.get',
    call: (client, user) => client.appUsers.get(user),
    method: 'GET',
    path: '/appusers/:user',
    answer: { status: 200, body: JSON.stringify({ appUser }) },
    gives: appUser,
  },
  {
    endpoint: 'PUT /apps/{appId}/appusers/{smoochId|userId}',
    document:
      'JSON, all optional: givenName, surname, email, avatarUrl, signedUpAt, toBeRetained, properties → 200, {appUser}',
    name: 'appUsers.update',
    call: (client, user) =>
      client.appUsers.update(user, {
        surname: 'Ünal',
        signedUpAt: new Date(1_700_000_000_123),
        properties: { plan: null, visits: 3 },
      }),
    method: 'PUT',
    path: '/appusers/:user',
    json: '{"surname":"Ünal","signedUpAt":"2023-11-14T22:13:20.123Z","properties":{"plan":null,"visits":3}}',
    answer: { status: 200, body: JSON.stringify({ appUser }) },
    gives: appUser,
  },
  {
    endpoint: 'DELETE /apps/{appId}/appusers/{smoochId|userId}/profile',
    document: 'none. Clears givenName, surname, email, avatarUrl and all custom properties → 200, {appUser}',
    name: 'appUsers.profile.delete',
    call: (client, user) => client.appUsers.profile.delete(user),
    method: 'DELETE',
    path: '/appusers/:user/profile',
    answer: { status: 200, body: JSON.stringify({ appUser }) },
    gives: appUser,
  },
  {
    endpoint: 'DELETE /apps/{appId}/appusers/{smoochId|userId}',
    document: 'none. Deletes the user, its clients and its conversation history → 200, {}',
    name: 'appUsers.delete',
    call: (client, user) => client.appUsers.delete(user),
    method: 'DELETE',
    path: '/appusers/:user',
    answer: { status: 200, body: '{}' },
    gives: undefined,
  },
  {
    endpoint: 'POST /apps/{appId}/appusers/merge',
    document:
      'JSON: surviving (object, required) and discarded (object, required), each holding the _id of the user → 200, {}',
    name: 'appUsers.merge',
    call: (client) =>
      client.appUsers.merge({
        surviving: { _id: 'deb920657bbc3adc3fec7963' },
        discarded: { _id: 'c7f6e6d6c3a637261bd9656f' },
      }),
    method: 'POST',
    path: '/appusers/merge',
    json: '{"surviving":{"_id":"deb920657bbc3adc3fec7963"},"discarded":{"_id":"c7f6e6d6c3a637261bd9656f"}}',
    answer: { status: 200, body: '{}' },
    gives: undefined,
  },
];

const channels = [
  { type: 'twilio', integrationId: '582dedf230e788746891281a', phoneNumber: '+15145555555' },
  { type: 'messenger', integrationId: '582dedf230e788746891281b', userId: '198273192387' },
];
const businessSystems = [
  { type: 'slack', channelId: 'G2HSMK5NJ' },
  { type: 'hipchat', roomId: 6543210 },
];
const linkRequests = [
  {
    integrationId: '59af24e3ccd5f0001c0c9d9d',
    type: 'whatsapp',
    code: 'lr_EhDZQ96PCl7FZtDcSqQbDLzz',
    url: 'https://example.com/join?code=lr_EhDZQ96PCl7FZtDcSqQbDLzz',
    qrCode: 'data:image/png;base64,AAAA',
  },
];

/** Part A, "Channel entities and business systems", "Link a channel", "Auth code and link requests". */
const linking: readonly EndpointRow[] = [
  {
    endpoint: 'GET /apps/{appId}/appusers/{smoochId|userId}/channels',
    document: '(deprecated) → 200, {channels:[{type, integrationId, entity}]}',
    name: 'appUsers.channels.list',
    call: (client, user) => client.appUsers.channels.list(user),
    method: 'GET',
    path: '/appusers/:user/channels',
    answer: { status: 200, body: JSON.stringify({ channels }) },
    gives: channels,
  },
  {
    endpoint: 'GET /apps/{appId}/appusers/{smoochId|userId}/businesssystems',
    document: '→ 200, {businessSystems:[{type, ...}]}',
    name: 'appUsers.businessSystems.list',
    call: (client, user) => client.appUsers.businessSystems.list(user),
    method: 'GET',
    path: '/appusers/:user/businesssystems',
    answer: { status: 200, body: JSON.stringify({ businessSystems }) },
    gives: businessSystems,
  },
  {
    endpoint: 'POST /apps/{appId}/appusers/{smoochId|userId}/channels',
    document:
      'type (required), integrationId (optional), {entity} (required; phoneNumber with + prefix and country code), confirmation (object, required: type, message), primary (optional, default true) → 200 {appUser}',
    name: 'appUsers.channels.link',
    call: (client, user) =>
      client.appUsers.channels.link(user, {
        type: 'twilio',
        phoneNumber: '+1 212-555-2368',
        confirmation: { type: 'prompt' },
        primary: false,
      }),
    method: 'POST',
    path: '/appusers/:user/channels',
    json: '{"type":"twilio","phoneNumber":"+1 212-555-2368","confirmation":{"type":"prompt"},"primary":false}',
    answer: { status: 200, body: JSON.stringify({ appUser: pending }) },
    gives: pending,
  },
  {
    endpoint: 'DELETE /apps/{appId}/appusers/{smoochId|userId}/channels/{channel}',
    document: 'removes the channel from the clients; 200',
    name: 'appUsers.channels.unlink',
    call: (client, user) => client.appUsers.channels.unlink(user, 'twilio'),
    method: 'DELETE',
    path: '/appusers/:user/channels/twilio',
    answer: { status: 200, body: '' },
    gives: undefined,
  },
  {
    endpoint: 'GET /apps/{appId}/appusers/{smoochId|userId}/authcode',
    document: 'returns 200 {authCode} (string)',
    name: 'appUsers.authCode.get',
    call: (client, user) => client.appUsers.authCode.get(user),
    method: 'GET',
    path: '/appusers/:user/authcode',
    answer: { status: 200, body: '{"authCode":"ac_MNeZwi2o5LZmcTWaRWQe3Bnm"}' },
    gives: 'ac_MNeZwi2o5LZmcTWaRWQe3Bnm',
  },
  {
    endpoint: 'GET /apps/{appId}/appusers/{smoochId|userId}/linkrequest?integrationIds=<comma separated ids>',
    document: 'returns 200 {linkRequests:[{integrationId, type, code, url, qrCode?}]}',
    name: 'appUsers.linkRequests.list',
    call: (client, user) =>
      client.appUsers.linkRequests.list(user, {
        integrationIds: ['59af24e3ccd5f0001c0c9d9d', '582dedf230e788746891281a'],
      }),
    method: 'GET',
    path: '/appusers/:user/linkrequest',
    query: '?integrationIds=59af24e3ccd5f0001c0c9d9d,582dedf230e788746891281a',
    answer: { status: 200, body: JSON.stringify({ linkRequests }) },
    gives: linkRequests,
  },
];

/** The endpoints of Part A. */
export const partA: readonly EndpointRow[] = [...webhooks, ...appUsers, ...linking];
