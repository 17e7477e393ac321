import type { Client } from '../../../src/client/create-client.ts';
import type { NewMessage } from '../../../src/client/types/index.ts';
import { createAppClient, type Recorder, startRecorder } from './support.ts';

let recorder: Recorder;
let client: Client;
beforeAll(async () => {
  recorder = await startRecorder();
  client = createAppClient(recorder);
});
afterAll(() => recorder.close());

const hello: NewMessage = { role: 'appMaker', type: 'text', text: 'hi', metadata: { order: 7 } };
const posted = '{"message":{"_id":"m1"},"conversation":{"_id":"c1"}}';

describe('a request of a resource', () => {
  it('gives the resource, and with withResponse what surrounds it', async () => {
    recorder.answerWith({ status: 200, body: '{"appUser":{"_id":"u1"},"later":1}' });
    const request = client.appUsers.get('u1');
    expect(await request).toEqual({ _id: 'u1' });
    const { data, status, headers, attempts } = await request.withResponse();
    expect([data, status, attempts]).toEqual([{ _id: 'u1' }, 200, 1]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(recorder.requests).toHaveLength(1);
  });

  it('keeps keys that the types do not know', async () => {
    const appUser = { _id: 'u1', mood: { today: 'fine' }, clients: [{ _id: 'k', platform: 'hologram' }] };
    recorder.answerWith({ status: 200, body: JSON.stringify({ appUser }) });
    expect(await client.appUsers.get('u1')).toEqual(appUser);
  });

  it.each(['{}', '', '{"webhook":null}', '{"hook":{"_id":"w"}}'])(
    'is refused when the answer %j lacks the resource',
    async (body) => {
      recorder.answerWith({ status: 200, body });
      await expect(client.webhooks.get('w/1')).rejects.toMatchObject({
        name: 'UnexpectedAnswerError',
        code: 'unexpected_answer',
        status: 200,
        attempts: 1,
        message: 'GET /webhooks/{id} was answered with status 200 and no webhook',
      });
    },
  );

  it('takes an empty body and one of {} for done', async () => {
    for (const body of ['', '{}']) {
      recorder.answerWith({ status: 200, body });
      expect(await client.messages.deleteAll('u1')).toBeUndefined();
    }
  });

  it('leaves no rejection unheard when only withResponse is awaited', async () => {
    const unheard = jest.fn();
    process.on('unhandledRejection', unheard);
    recorder.answerWith({ status: 404, body: '{"error":{"code":"user_not_found"}}' });
    await expect(client.appUsers.get('u1').withResponse()).rejects.toMatchObject({ code: 'user_not_found' });
    await expect(client.appUsers.create({ userId: '' }).withResponse()).rejects.toMatchObject({
      code: 'invalid_options',
    });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unheard);
    expect(unheard).not.toHaveBeenCalled();
  });

  it('passes the options on', async () => {
    recorder.answerWith({ status: 200, body: '{"webhooks":[]}' });
    await client.webhooks.list({ headers: { 'x-trace': '7' } });
    expect(recorder.requests[0]?.headers['x-trace']).toBe('7');
    const aborted = AbortSignal.abort(new Error('too late'));
    await expect(client.webhooks.list({ signal: aborted })).rejects.toThrow('too late');
  });
});

describe('a message with a dedupeKey', () => {
  it('carries the key beside its own metadata, and leaves the body as it was', async () => {
    recorder.answerWith({ status: 201, body: posted });
    expect(await client.messages.create('u1', hello, { dedupeKey: 'd-7' })).toEqual(JSON.parse(posted));
    expect(recorder.requests.map((request) => request.body.toString())).toEqual([
      '{"role":"appMaker","type":"text","text":"hi","metadata":{"order":7,"dedupeKey":"d-7"}}',
    ]);
    expect(hello.metadata).toEqual({ order: 7 });
  });

  it('is looked for before the first attempt when that is wanted', async () => {
    const found = { message: { _id: 'm0', metadata: { dedupeKey: 'd-7' } }, conversation: { _id: 'c1' } };
    recorder.answerWith({
      status: 200,
      body: JSON.stringify({ conversation: found.conversation, messages: [found.message] }),
    });
    const options = { dedupeKey: 'd-7', lookFirst: true };
    expect(await client.messages.create('u1', hello, options)).toEqual(found);
    expect(recorder.requests.map((request) => `${request.method} ${request.url}`)).toEqual([
      'GET /v1.1/appusers/u1/messages',
    ]);
  });

  it.each([
    ['a key that is empty', hello, { dedupeKey: '' }],
    ['a look without a key', hello, { lookFirst: true }],
    [
      'a message beyond a limit',
      { role: 'appMaker', type: 'list', items: [] } as const,
      { dedupeKey: 'd-7' },
    ],
  ])('refuses %s', async (_, message, options) => {
    recorder.answerWith({ status: 201, body: posted });
    await expect(client.messages.create('u1', message, options)).rejects.toMatchObject({
      code: 'invalid_options',
    });
    expect(recorder.requests).toEqual([]);
  });
});

describe('a list of pages', () => {
  it('gives the items of all pages', async () => {
    recorder.answerWith(
      { status: 200, body: '{"integrations":[{"_id":"1"},{"_id":"2"}],"hasMore":true,"offset":0}' },
      { status: 200, body: '{"integrations":[{"_id":"3"}],"hasMore":false,"offset":2}' },
    );
    const ids: string[] = [];
    for await (const integration of client.integrations.list({ types: ['web'], limit: 2 })) {
      ids.push(integration._id);
    }
    expect(ids).toEqual(['1', '2', '3']);
    expect(recorder.requests.map((request) => request.url)).toEqual([
      '/v1.1/integrations?types=web&limit=2',
      '/v1.1/integrations?types=web&limit=2&offset=2',
    ]);
  });
});

describe('webhooks.ensure', () => {
  it('creates the webhook when there is none, and leaves it when there is', async () => {
    const wanted = { target: 'https://example.com/hooks', triggers: ['postback'] } as const;
    const webhook = { _id: 'w1', ...wanted, secret: 's', version: 'v1.1' };
    recorder.answerWith(
      { status: 200, body: '{"webhooks":[]}' },
      { status: 201, body: JSON.stringify({ webhook }) },
    );
    expect(await client.webhooks.ensure(wanted)).toEqual({ webhook, action: 'created' });
    recorder.answerWith({ status: 200, body: JSON.stringify({ webhooks: [webhook] }) });
    expect(await client.webhooks.ensure(wanted)).toEqual({ webhook, action: 'unchanged' });
  });
});
