import type { Client } from '../../../src/client/create-client.ts';
import { createAccountClient, createAppClient, type Recorder, startRecorder } from './support.ts';

// Defects of other clients of this service, as far as they are about resources; those of the transport are tested with it.
let recorder: Recorder;
let client: Client;
beforeAll(async () => {
  recorder = await startRecorder();
  client = createAppClient(recorder);
});
afterAll(() => recorder.close());

const lastUrl = () => recorder.requests.at(-1)?.url;
const lastBody = () => recorder.requests.at(-1)?.body.toString();

describe('defects that other clients have', () => {
  it('path parameters not encoded: no id can change the path', async () => {
    recorder.answerWith({ status: 200, body: '{}' });
    await client.messages.delete('a/b?c#d', '$&');
    expect(lastUrl()).toBe('/v1.1/appusers/a%2Fb%3Fc%23d/messages/%24%26');
    await client.webhooks.delete('../appusers/7');
    expect(lastUrl()).toBe('/v1.1/webhooks/..%2Fappusers%2F7');
    await client.keys.delete('a/b', 'c?d');
    expect(lastUrl()).toBe('/v1.1/apps/a%2Fb/keys/c%3Fd');
    await client.appUsers.channels.unlink('ada@example.com', 'a b');
    expect(lastUrl()).toBe('/v1.1/appusers/ada%40example.com/channels/a%20b');
  });

  it('an empty id taken for none: one message is never all of them', async () => {
    recorder.answerWith({ status: 200, body: '{}' });
    for (const id of ['', '.', '..', undefined as unknown as string]) {
      for (const call of [
        () => client.messages.delete('u1', id),
        () => client.webhooks.delete(id),
        () => client.apps.delete(id),
        () => client.keys.delete('a1', id),
        () => client.integrations.menu.delete(id),
        () => client.templates.delete(id),
        () => client.appUsers.channels.unlink('u1', id),
      ]) {
        await expect(call()).rejects.toMatchObject({ code: 'invalid_options' });
      }
    }
    expect(recorder.requests).toEqual([]);
  });

  it('an allow-list of integration types: an unknown type is sent as it is', async () => {
    recorder.answerWith({ status: 201, body: '{"integration":{"_id":"i1","type":"hologram","beam":7}}' });
    const integration = await client.integrations.create({ type: 'hologram', beam: { on: false }, depth: 0 });
    expect(lastBody()).toBe('{"type":"hologram","beam":{"on":false},"depth":0}');
    expect(integration).toEqual({ _id: 'i1', type: 'hologram', beam: 7 });
  });

  it('another arity under app scope: the arguments are the same, only the path differs', async () => {
    const paths: (string | undefined)[] = [];
    for (const scoped of [createAppClient(recorder), createAccountClient(recorder)]) {
      recorder.answerWith({ status: 200, body: '{"menu":{"items":[]}}' });
      await scoped.integrations.menu.update('i1', { items: [{ type: 'link', text: 'a', uri: 'b' }] });
      paths.push(lastUrl());
    }
    expect(paths).toEqual([
      '/v1.1/integrations/i1/menu',
      '/v1.1/apps/5963c0d619a30a2e00de36b8/integrations/i1/menu',
    ]);
  });

  it('falsy values taken as missing: false, 0 and empty texts are sent', async () => {
    recorder.answerWith({ status: 200, body: '{"appUser":{},"webhook":{},"message":{}}' });
    await client.webhooks.update('w1', { includeClient: false, includeFullAppUser: false });
    expect(lastBody()).toBe('{"includeClient":false,"includeFullAppUser":false}');
    await client.appUsers.update('u1', {
      email: '',
      toBeRetained: false,
      properties: { n: 0, s: '', no: false },
    });
    expect(lastBody()).toBe('{"email":"","toBeRetained":false,"properties":{"n":0,"s":"","no":false}}');
    await client.messages.create('u1', {
      role: 'appMaker',
      type: 'location',
      coordinates: { lat: 0, long: 0 },
    });
    expect(lastBody()).toBe('{"role":"appMaker","type":"location","coordinates":{"lat":0,"long":0}}');
    await client.messages.list('u1', { after: 0 }).toArray();
    expect(lastUrl()).toBe('/v1.1/appusers/u1/messages?after=0');
  });

  it('query strings joined unescaped: each value is encoded, only the commas of a list are not', async () => {
    recorder.answerWith({ status: 200, body: '{"linkRequests":[],"integrations":[],"apps":[]}' });
    await client.appUsers.linkRequests.list('u1', { integrationIds: ['a&b=c', 'd#e'] });
    expect(lastUrl()).toBe('/v1.1/appusers/u1/linkrequest?integrationIds=a%26b%3Dc,d%23e');
    await client.integrations.list({ types: ['a b', 'c+d'] }).toArray();
    expect(lastUrl()).toBe('/v1.1/integrations?types=a%20b,c%2Bd');
    await client.apps.list({ serviceAccountId: '1&limit=9' }).toArray();
    expect(lastUrl()).toBe('/v1.1/apps?serviceAccountId=1%26limit%3D9');
  });

  it('a global FormData overwritten: the globals stay as they are', async () => {
    const before = [globalThis.FormData, globalThis.File, globalThis.Blob, globalThis.fetch];
    recorder.answerWith({ status: 201, body: '{"mediaUrl":"https://example.com/x"}' });
    await client.attachments.upload({ source: Buffer.from('a'), onProgress: () => {} });
    expect([globalThis.FormData, globalThis.File, globalThis.Blob, globalThis.fetch]).toEqual(before);
  });

  it('uploads from Node streams only: a Blob and bytes are taken too', async () => {
    recorder.answerWith({ status: 201, body: '{"mediaUrl":"https://example.com/x"}' });
    for (const source of [new Blob(['GIF89a']), new Uint8Array(3), { path: __filename }]) {
      await client.attachments.upload({ source });
    }
    expect(recorder.requests).toHaveLength(3);
  });

  it('a webhook created without triggers, or with no more than the beginning of a URL', async () => {
    recorder.answerWith({ status: 201, body: '{"webhook":{}}' });
    const target = 'https://example.com/hooks';
    const wrong = [{ target }, { target, triggers: [] }, { target: 'https://', triggers: ['postback'] }];
    for (const body of wrong) {
      await expect(client.webhooks.create(body as never)).rejects.toMatchObject({ code: 'invalid_options' });
    }
    expect(recorder.requests).toEqual([]);
  });
});
