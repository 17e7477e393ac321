import fc from 'fast-check';
import {
  basicAuth,
  type Client,
  createClient,
  isApiError,
  jwtAuth,
  NotFoundError,
  type RequestOptions,
} from '../../src/client/index.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import { appId, basic, failureOf, keyId, makeClient, secret } from './support/client.ts';
import { listFrom } from './support/message-model.ts';
import { html, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startServer();
  client = makeClient(server.baseUrl, { appId });
});
beforeEach(() => {
  server.calls.length = 0;
  server.script({ status: 200, body: {} });
});
afterAll(() => server.close());

const last = () => server.calls.at(-1);

/** The ten defects of clients that came before, each shown to be absent. */
describe('a defect of earlier clients', () => {
  describe('1: path parameters that are not encoded', () => {
    it.each([
      ['a/b?c#d', 'a%2Fb%3Fc%23d'],
      ['$&', '%24%26'],
      ['100%', '100%25'],
      ['jane@example.com', 'jane%40example.com'],
      ['..a', '..a'],
      ['a\\b c', 'a%5Cb%20c'],
      ['%2e%2e', '%252e%252e'],
      ['日本', '%E6%97%A5%E6%9C%AC'],
    ])('sends the user id %j as %s', async (id, encoded) => {
      await client.request('GET', ['appusers', id, 'channels']);
      expect(last()?.url).toBe(`/v1.1/apps/${appId}/appusers/${encoded}/channels`);
    });

    it('sends every id so that the service reads the same one', async () => {
      const anyId = fc
        .oneof(
          fc.string({ unit: 'binary', minLength: 1 }),
          fc.string({ unit: 'grapheme-ascii', minLength: 1 }),
        )
        .filter((id) => id !== '.' && id !== '..');
      await fc.assert(
        fc.asyncProperty(anyId, anyId, async (app, user) => {
          await client.forApp(app.trim() === '' ? 'app' : app).request('GET', ['appusers', user, 'channels']);
          const parts = last()?.url.split('/') ?? [];
          expect(parts).toHaveLength(7);
          expect(decodeURIComponent(parts[5] ?? '')).toBe(user);
          if (app.trim() !== '') expect(decodeURIComponent(parts[3] ?? '')).toBe(app);
          expect(last()?.url).toMatch(/^[\x21-\x7e]+$/);
        }),
        { numRuns: 150 },
      );
    }, 30_000);
  });

  it('2: no retry on 429, no time limit, no signal, no options for one request', async () => {
    server.script({ status: 429 }, { status: 200, body: { done: true } });
    expect(await client.request('POST', '/webhooks', { json: {} })).toEqual({ done: true });
    const clock = createManualClock();
    server.script(() => void clock.advance(5));
    const timed: RequestOptions = { timeoutMs: 5, maxRetries: 0 };
    const own = client.withOptions({ clock });
    expect(await failureOf(own.request('GET', '/menu', {}, timed))).toMatchObject({
      code: 'attempt_timeout',
    });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.request('GET', '/menu', {}, { signal })).rejects.toThrow('enough');
  });

  it('3: basic authentication impossible', async () => {
    await createClient({ auth: basicAuth({ keyId, secret }), baseUrl: server.baseUrl }).request(
      'GET',
      '/menu',
    );
    expect(last()?.headers.authorization).toBe(basic);
  });

  it('4: one token, signed at construction, without an end', async () => {
    const clock = createManualClock();
    const auth = jwtAuth({ keyId, secret, scope: 'app', expiresInSeconds: 600, clock });
    const own = client.withOptions({ auth });
    await own.request('GET', '/menu');
    await clock.advance('10m');
    await own.request('GET', '/menu');
    const ends = server.calls.map(({ headers }) => {
      const payload = headers.authorization?.split('.')[1] ?? '';
      return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number }).exp;
    });
    expect(ends).toEqual([1_700_000_600, 1_700_001_200]);
  });

  it('5: plain errors without status and class, an unread body, a bare status text', async () => {
    server.script({ status: 404, body: { error: { code: 'client_not_found', description: 'No client.' } } });
    const error = await failureOf(client.request('GET', '/menu'));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(isApiError(error, 'client_not_found') && [error.status, error.description]).toEqual([
      404,
      'No client.',
    ]);
    server.script(html(404));
    expect(await failureOf(client.request('GET', '/menu'))).toBeInstanceOf(NotFoundError);
  });

  it('6: an allow-list that refuses types of integrations that it does not know', async () => {
    server.script({ status: 201, body: { integration: { _id: 'i', type: 'brand_new' } } });
    await client.integrations.create({ type: 'brand_new', token: 't' });
    expect(last()?.body).toBe('{"type":"brand_new","token":"t"}');
  });

  describe('7: another arity under app scope, falsy values taken as missing', () => {
    it('makes the same call with and without an app', async () => {
      for (const each of [client, makeClient(server.baseUrl)]) await each.messages.delete('jane', 'm1');
      expect(server.calls.map(({ url }) => url)).toEqual([
        `/v1.1/apps/${appId}/appusers/jane/messages/m1`,
        '/v1.1/appusers/jane/messages/m1',
      ]);
    });

    it('sends false, 0 and the empty text', async () => {
      const query = { a: 0, b: false, c: '', d: undefined };
      await client.request('POST', '/webhooks', {
        query,
        json: { includeClient: false, count: 0, text: '' },
      });
      expect(last()?.url).toBe(`/v1.1/apps/${appId}/webhooks?a=0&b=false&c=`);
      expect(last()?.body).toBe('{"includeClient":false,"count":0,"text":""}');
    });
  });

  it('8: no paging, next ignored, query strings joined unescaped', async () => {
    const all = [1, 2, 3].map((second) => ({ _id: `m${second}`, received: 1_700_000_000 + second }));
    server.answer((call) => listFrom(all, call, 2, server.baseUrl));
    const read = await client.messages.list('jane', { after: 0 }).toArray();
    expect(read.map(({ _id }) => _id)).toEqual(['m1', 'm2', 'm3']);
    server.script({ status: 200, body: {} });
    await client.request('GET', '/menu', { query: { 'a&b': 'c=d&e #?', ids: ['x,y', 'z'] } });
    expect(last()?.url).toBe(`/v1.1/apps/${appId}/menu?a%26b=c%3Dd%26e%20%23%3F&ids=x%2Cy,z`);
  });

  it('9: a global FormData overwritten, uploads from streams alone', async () => {
    const before = [globalThis.FormData, globalThis.fetch, globalThis.Blob, globalThis.Headers];
    server.script({ status: 201, body: { mediaUrl: 'https://media.example/a', mediaType: 'text/plain' } });
    const source = Buffer.from('some bytes');
    await client.attachments.upload({ source, fileName: 'a.txt', contentType: 'text/plain' });
    expect(last()?.body).toContain('filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nsome bytes\r\n--');
    expect([globalThis.FormData, globalThis.fetch, globalThis.Blob, globalThis.Headers]).toEqual(before);
  });

  it('10: an ensure that overwrites the target of every webhook and drops triggers', async () => {
    const others = [
      { _id: 'w1', target: 'https://example.com/one', triggers: ['postback'], secret: 's', version: 'v1.1' },
      { _id: 'w2', target: 'https://example.com/two', triggers: ['*'], secret: 's' },
    ];
    server.answer(({ method, body }) =>
      method === 'GET'
        ? { status: 200, body: { webhooks: others } }
        : { status: 201, body: { webhook: JSON.parse(body) } },
    );
    await client.webhooks.ensure({ target: 'https://example.com/two', triggers: ['message:appUser'] });
    expect(server.calls.map(({ method, body }) => [method, body])).toEqual([
      ['GET', ''],
      ['POST', '{"target":"https://example.com/two","triggers":["message:appUser"]}'],
    ]);
  });
});
