import type { Client } from '../../../src/client/create-client.ts';
import { expectRefusal, expectSent, type Refused, repeat } from './limits-support.ts';
import { createAppClient, type Recorder, startRecorder } from './support.ts';

let recorder: Recorder;
let client: Client;
beforeAll(async () => {
  recorder = await startRecorder();
  client = createAppClient(recorder);
});
beforeEach(() =>
  recorder.answerWith({ status: 200, body: '{"appUser":{},"menu":{},"webhook":{},"template":{}}' }),
);
afterAll(() => recorder.close());

describe('limits of users', () => {
  const update = (properties: unknown) =>
    client.appUsers.update('u', { properties: properties as Record<string, string> });
  /** As JSON `{"k":"…"}`: eight bytes around the value. */
  const filled = (bytes: number) => ({ k: 'x'.repeat(bytes - 8) });

  it.each<Refused>([
    ['4097 bytes of properties', () => update(filled(4097)), 'at most 4096 bytes in all; they are 4097.'],
    [
      'the bytes of two-byte characters',
      () => update({ k: 'é'.repeat(2045) }),
      'at most 4096 bytes in all; they are 4098.',
    ],
    [
      'them at creation too',
      () => client.appUsers.create({ userId: 'u', properties: filled(4097) }),
      'at most 4096 bytes',
    ],
    [
      'numbers that JSON cannot hold',
      () => update({ age: Number.NaN }),
      'Properties must be texts, finite numbers',
    ],
    [
      'properties that are objects',
      () => update({ home: { city: 'Oslo' } }),
      'Properties must be texts, finite numbers',
    ],
    ['properties that are a list', () => update(['a']), 'The properties object must be an object.'],
    [
      'an empty userId',
      () => client.appUsers.create({ userId: '' }),
      'userId must be a text that is not empty.',
    ],
    [
      'a merge of a user with itself',
      () => client.appUsers.merge({ surviving: { _id: 'a' }, discarded: { _id: 'a' } }),
      'must not be the same',
    ],
    [
      'a merge without _id',
      () => client.appUsers.merge({ surviving: { _id: 'a' }, discarded: { _id: '' } }),
      '_id of the discarded user',
    ],
    [
      'no integration for link requests',
      () => client.appUsers.linkRequests.list('u', { integrationIds: [] }),
      'integrationIds must be at least 1; there are 0.',
    ],
  ])('refuses %s', (...refused) => expectRefusal(recorder, refused));

  it.each<[string, () => PromiseLike<unknown>]>([
    ['4096 bytes of properties', () => update(filled(4096))],
    ['properties to remove beside them', () => update({ ...filled(4096), old: null })],
  ])('sends %s', (_, call) => expectSent(recorder, call));

  const linkBy = (phoneNumber: string) =>
    client.appUsers.channels.link('u', { type: 'twilio', phoneNumber, confirmation: { type: 'prompt' } });

  it.each(['12125552368', '212 555 2368', '+', '+1 212 CALL', ' +12125552368', '+1\n2', ''])(
    'refuses the phone number %j',
    (phoneNumber) =>
      expectRefusal(recorder, ['', () => linkBy(phoneNumber), 'phoneNumber must begin with +']),
  );

  it.each(['+12125552368', '+1 212-555-2368', '+1 212 555 2368', '+1 (212) 555.2368'])(
    'sends the phone number %j',
    (phoneNumber) => expectSent(recorder, () => linkBy(phoneNumber)),
  );

  it.each<Refused>([
    [
      'a confirmation by userActivity without message',
      () =>
        client.appUsers.channels.link('u', {
          type: 'twilio',
          phoneNumber: '+1',
          confirmation: { type: 'userActivity' },
        } as never),
      'userActivity must have a message',
    ],
    [
      'a link without confirmation',
      () => client.appUsers.channels.link('u', { type: 'twilio', phoneNumber: '+1' } as never),
      'The confirmation must be an object.',
    ],
  ])('refuses %s', (...refused) => expectRefusal(recorder, refused));
});

describe('limits of the rest', () => {
  const profile = (body: object) => client.integrations.profile.update('i', body);
  const target = 'https://example.com/hooks';

  it.each<Refused>([
    [
      'an about of 140 characters',
      () => profile({ about: 'x'.repeat(140) }),
      'about must be a text of at most 139 characters.',
    ],
    ['an empty address', () => profile({ address: '' }), 'address must be a text of 1 to 256 characters.'],
    [
      'an address of 257 characters',
      () => profile({ address: 'x'.repeat(257) }),
      'address must be a text of 1 to 256',
    ],
    [
      'a description of 257 characters',
      () => profile({ description: 'x'.repeat(257) }),
      'description must be a text of 1 to 256',
    ],
    [
      'an e-mail address of 129 characters',
      () => profile({ email: 'x'.repeat(129) }),
      'email must be a text of 1 to 128',
    ],
    ['an empty vertical', () => profile({ vertical: '' }), 'vertical must be a text of 1 to 128'],
    [
      '3 websites',
      () => profile({ websites: repeat(3, 'https://example.com') }),
      'websites must be 0 to 2; there are 3.',
    ],
    [
      'a website of 257 characters',
      () => profile({ websites: ['x'.repeat(257)] }),
      'websites[0] must be a text of at most 256',
    ],
    [
      'a webhook without triggers',
      () => client.webhooks.create({ target, triggers: [] }),
      'triggers must be at least 1; there are 0.',
    ],
    [
      'a webhook whose triggers are a text',
      () => client.webhooks.create({ target, triggers: 'message:appUser' as never }),
      'triggers must be a list',
    ],
    [
      'a target without host',
      () => client.webhooks.create({ target: '/hooks', triggers: ['postback'] }),
      'target must be a whole URL',
    ],
    [
      'a target of another protocol',
      () => client.webhooks.create({ target: 'ftp://example.com', triggers: ['postback'] }),
      'target must be a whole URL',
    ],
    [
      'an update to no triggers',
      () => client.webhooks.update('w', { triggers: [] }),
      'triggers must be at least 1',
    ],
    [
      'an update to no target',
      () => client.webhooks.update('w', { target: '' }),
      'target must be a whole URL',
    ],
    [
      'a template without name',
      () => client.templates.create({ name: '', message: { role: 'appMaker', type: 'text', text: 'a' } }),
      'name must be a text',
    ],
    [
      'an attachment to remove without URL',
      () => client.attachments.remove({ mediaUrl: '' }),
      'mediaUrl must be a text',
    ],
    [
      'a notification without address',
      () =>
        client.notifications.create({
          destination: { integrationId: 'i', destinationId: '' },
          author: { role: 'appMaker' },
          message: { type: 'text', text: 'a' },
        }),
      'destinationId must be a text',
    ],
  ])('refuses %s', (...refused) => expectRefusal(recorder, refused));

  it.each<[string, () => PromiseLike<unknown>]>([
    [
      'the longest profile',
      () =>
        profile({
          about: '👋'.repeat(139),
          address: 'x'.repeat(256),
          description: 'x'.repeat(256),
          email: 'x'.repeat(128),
          vertical: 'x'.repeat(128),
          websites: repeat(2, 'x'.repeat(256)),
        }),
    ],
    [
      'the shortest profile',
      () => profile({ about: '', address: 'x', description: 'x', email: 'x', vertical: 'x', websites: [] }),
    ],
    [
      'a webhook with a trigger that is not known here',
      () => client.webhooks.create({ target, triggers: ['message:edited'] }),
    ],
  ])('sends %s', (_, call) => expectSent(recorder, call));

  it.each([{ limit: 0 }, { limit: 1.5 }, { offset: -1 }])('refuses the part %j of a list', (query) => {
    for (const list of [client.templates.list, client.integrations.list, client.apps.list]) {
      expect(() => list(query)).toThrow(expect.objectContaining({ code: 'invalid_options' }));
    }
  });
});
