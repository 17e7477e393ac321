import type { EndpointRow } from './endpoint-row.ts';
import { partBIntegrations } from './endpoints-part-b-integrations.ts';
import { firstOf } from './support.ts';

const conversation = { _id: 'df0ebe56cbeab98589b8bfa7', unreadCount: 0 };
const message = {
  _id: '55c8d9758590aa1900b9b9f6',
  type: 'text',
  text: 'Hello!',
  role: 'appMaker',
  authorId: '2HKvZ2Y3GBeRPVwJ7nyv6k',
  received: 1700000000.123,
  source: { type: 'api' },
};
const posted = { message, conversation };
const next = 'https://example.com/v1.1/appusers/deb920657bbc3adc3fec7963/messages?after=1700000000.123';

/** Part B, "Endpoints", "Messages". */
const messages: readonly EndpointRow[] = [
  {
    endpoint: 'POST /apps/{appId}/appusers/{smoochId|userId}/messages',
    document:
      'role (required), type (required), text … → status 201, {message, extraMessages?, conversation:{_id, unreadCount}}',
    name: 'messages.create',
    call: (client, user) =>
      client.messages.create(user, {
        role: 'appMaker',
        type: 'text',
        text: 'Grüße 👋',
        destination: { integrationType: 'web' },
        actions: [{ type: 'postback', text: 'Ring me', payload: 'RING' }],
      }),
    method: 'POST',
    path: '/appusers/:user/messages',
    json: '{"role":"appMaker","type":"text","text":"Grüße 👋","destination":{"integrationType":"web"},"actions":[{"type":"postback","text":"Ring me","payload":"RING"}]}',
    answer: { status: 201, body: JSON.stringify({ ...posted, extraMessages: [message] }) },
    gives: { ...posted, extraMessages: [message] },
  },
  {
    endpoint: 'GET /apps/{appId}/appusers/{smoochId|userId}/messages',
    document:
      '200 {conversation, messages:[message], next}. Query before or after (timestamps, mutually exclusive, exclusive bounds)',
    name: 'messages.list',
    call: (client, user) => firstOf(client.messages.list(user, { before: 1700000000.5 }).pages()),
    method: 'GET',
    path: '/appusers/:user/messages',
    query: '?before=1700000000.5',
    answer: { status: 200, body: JSON.stringify({ conversation, messages: [message], next }) },
    gives: { conversation, messages: [message], next },
  },
  {
    endpoint: 'DELETE .../messages/{messageId}',
    document: '200, empty',
    name: 'messages.delete',
    call: (client, user) => client.messages.delete(user, '55c8d9758590aa1900b9b9f6'),
    method: 'DELETE',
    path: '/appusers/:user/messages/55c8d9758590aa1900b9b9f6',
    answer: { status: 200, body: '' },
    gives: undefined,
  },
  {
    endpoint: 'DELETE .../messages',
    document: '200, empty; permanently removes all messages',
    name: 'messages.deleteAll',
    call: (client, user) => client.messages.deleteAll(user),
    method: 'DELETE',
    path: '/appusers/:user/messages',
    answer: { status: 200, body: '' },
    gives: undefined,
  },
  {
    endpoint: 'POST .../images',
    document:
      '(deprecated): multipart form with source (required, image data), role (required), and the same parameters as messages as form fields; 201 {message, conversation}',
    name: 'messages.createImage',
    call: (client, user) =>
      client.messages.createImage(user, {
        source: Buffer.from('GIF89a'),
        fileName: 'dot.gif',
        role: 'appMaker',
        text: 'a dot',
        metadata: { order: 0 },
      }),
    method: 'POST',
    path: '/appusers/:user/images',
    multipart:
      '--BOUNDARY\r\nContent-Disposition: form-data; name="role"\r\n\r\nappMaker\r\n' +
      '--BOUNDARY\r\nContent-Disposition: form-data; name="text"\r\n\r\na dot\r\n' +
      '--BOUNDARY\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n{"order":0}\r\n' +
      '--BOUNDARY\r\nContent-Disposition: form-data; name="source"; filename="dot.gif"\r\nContent-Type: image/gif\r\n\r\nGIF89a\r\n' +
      '--BOUNDARY--',
    answer: { status: 201, body: JSON.stringify(posted) },
    gives: posted,
  },
  {
    endpoint: 'POST .../conversation/activity',
    document: '200 {conversation}. Body role (required, must be appMaker) and type (required)',
    name: 'conversations.sendActivity',
    call: (client, user) => client.conversations.sendActivity(user, { type: 'typing:start', name: 'Ada' }),
    method: 'POST',
    path: '/appusers/:user/conversation/activity',
    json: '{"role":"appMaker","type":"typing:start","name":"Ada"}',
    answer: {
      status: 200,
      body: '{"conversation":{"_id":"df0ebe56cbeab98589b8bfa7","appMakerLastRead":1700000000.5}}',
    },
    gives: { _id: 'df0ebe56cbeab98589b8bfa7', appMakerLastRead: 1700000000.5 },
  },
  {
    endpoint: 'POST .../conversation/read',
    document: 'resets unread count to 0; 200; 404 when no conversation',
    name: 'conversations.resetUnread',
    call: (client, user) => client.conversations.resetUnread(user),
    method: 'POST',
    path: '/appusers/:user/conversation/read',
    answer: { status: 200, body: '' },
    gives: undefined,
  },
];

const attachment = { mediaUrl: 'https://media.example.com/media/apps/7/x/dot.gif', mediaType: 'image/gif' };

/** Part B, "Endpoints", "Attachments". */
const attachments: readonly EndpointRow[] = [
  {
    endpoint: 'POST /apps/{appId}/attachments',
    document:
      'multipart with source (required, file stream); query access (required, only value public), for (optional, only value message), appUserId (optional), userId (optional). 201 {mediaUrl, mediaType}',
    name: 'attachments.upload',
    call: (client) =>
      client.attachments.upload({
        source: Buffer.from('GIF89a'),
        fileName: 'dot.gif',
        for: 'message',
        userId: 'a&b=c',
      }),
    method: 'POST',
    path: '/attachments',
    query: '?access=public&for=message&userId=a%26b%3Dc',
    multipart:
      '--BOUNDARY\r\nContent-Disposition: form-data; name="source"; filename="dot.gif"\r\nContent-Type: image/gif\r\n\r\nGIF89a\r\n' +
      '--BOUNDARY--',
    answer: { status: 201, body: JSON.stringify(attachment) },
    gives: attachment,
  },
  {
    endpoint: 'POST /apps/{appId}/attachments/remove',
    document: 'JSON {mediaUrl} (required). 200 {}',
    name: 'attachments.remove',
    call: (client) => client.attachments.remove(attachment),
    method: 'POST',
    path: '/attachments/remove',
    json: '{"mediaUrl":"https://media.example.com/media/apps/7/x/dot.gif"}',
    answer: { status: 200, body: '{}' },
    gives: undefined,
  },
];

const template = {
  _id: '599ad41e49db6e243ad77d2f',
  name: 'my_template',
  message: { role: 'appMaker', type: 'text', text: 'Hello' },
};

/** Part B, "Endpoints", "Templates". */
const templates: readonly EndpointRow[] = [
  {
    endpoint: 'POST /apps/{appId}/templates',
    document:
      'JSON name (required, used in shorthand) and message (required; post message arguments with a few exceptions). 201 {template}',
    name: 'templates.create',
    call: (client) =>
      client.templates.create({
        name: 'my_template',
        message: { role: 'appMaker', type: 'text', text: 'Hello' },
      }),
    method: 'POST',
    path: '/templates',
    json: '{"name":"my_template","message":{"role":"appMaker","type":"text","text":"Hello"}}',
    answer: { status: 201, body: JSON.stringify({ template }) },
    gives: template,
  },
  {
    endpoint: 'GET /apps/{appId}/templates?limit=<int>&offset=<int>',
    document: '200 {templates:[template]}',
    name: 'templates.list',
    call: (client) => firstOf(client.templates.list({ limit: 10, offset: 0 }).pages()),
    method: 'GET',
    path: '/templates',
    query: '?limit=10&offset=0',
    answer: { status: 200, body: JSON.stringify({ templates: [template] }) },
    gives: { templates: [template] },
  },
];

/** The endpoints of Part B. */
export const partB: readonly EndpointRow[] = [
  ...messages,
  ...attachments,
  ...templates,
  ...partBIntegrations,
];
