import { inspect } from 'node:util';
import { statusOfCode } from '../../src/client/errors/index.ts';
import {
  ApiError,
  AuthError,
  BadRequestError,
  ConflictError,
  ForbiddenError,
  isApiError,
  LockedError,
  NotFoundError,
  PaymentRequiredError,
  RateLimitError,
  ServerError,
  TooLargeError,
  UnexpectedAnswerError,
} from '../../src/client/index.ts';
import { appId, failureOf, makeClient, secret } from './support/client.ts';
import { html, type Reply, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(() => {
  server.calls.length = 0;
});
afterAll(() => server.close());

const userId = 'jane@example.com';

/** What a GET of a user's messages, with the personal id `userId`, rejects with after `reply`. */
async function errorAfter(reply: Reply): Promise<ApiError> {
  server.script(reply);
  const client = makeClient(server.baseUrl, { maxRetries: 0, appId });
  return (await failureOf(
    client.request('GET', ['appusers', userId, 'messages'], { query: { before: 1 } }),
  )) as ApiError;
}

const text =
  (status: number, body: string, type: string | undefined): Reply =>
  (response) =>
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body);

describe('an answer of success', () => {
  it.each([
    ['an object', text(200, '{"a":1}', 'application/json; charset=utf-8'), { a: 1 }],
    ['a vendor type', text(200, '{"a":1}', 'application/vnd.api+json'), { a: 1 }],
    ['an object without a type', text(201, '{"a":1}', undefined), { a: 1 }],
    ['nothing', text(200, '', undefined), {}],
    ['nothing of type JSON', text(200, '', 'application/json'), {}],
    ['blanks', text(200, ' \n', 'text/html'), {}],
    ['204', text(204, '', undefined), {}],
  ])('with %s is taken', async (_, reply, data) => {
    server.script(reply);
    expect(await makeClient(server.baseUrl).request('DELETE', '/webhooks/1')).toEqual(data);
  });

  it.each([
    ['HTML', html(200), /a body that is no JSON/],
    ['JSON of another type', text(200, '{"a":1}', 'text/plain'), /a body that is no JSON/],
    ['cut JSON', text(200, '{"a":"private', 'application/json'), /no whole JSON object/],
    ['an array', text(200, '[]', 'application/json'), /no whole JSON object/],
    ['null', text(200, 'null', 'application/json'), /no whole JSON object/],
  ])('with %s is an error that says so and does not quote it', async (_, reply, message) => {
    const error = await errorAfter(reply);
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ code: 'unexpected_answer', status: 200, retryable: false });
    expect(error.message).toMatch(message);
    expect(inspect(error)).not.toContain('private');
  });

  it.each([301, 302, 307, 308])('that is a redirect %i is not followed', async (status) => {
    const other = await startServer();
    const error = await errorAfter({ status, headers: { location: `${other.baseUrl}/v1.1/menu` } });
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toMatch(/not followed: credentials never leave/);
    expect(other.calls).toEqual([]);
    await other.close();
  });
});

describe('an answer of failure', () => {
  const classes = {
    400: BadRequestError,
    401: AuthError,
    402: PaymentRequiredError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    413: TooLargeError,
    423: LockedError,
    429: RateLimitError,
  } as const;

  it.each(Object.entries(statusOfCode))(
    'with code %s has the class of its status %i',
    async (code, status) => {
      const error = await errorAfter({ status, body: { error: { code, description: 'No such thing.' } } });
      expect(error).toBeInstanceOf(classes[status]);
      expect(error.name).toBe(classes[status].name);
      expect(error).toMatchObject({
        code,
        status,
        description: 'No such thing.',
        method: 'GET',
        attempts: 1,
      });
      expect(isApiError(error, code as 'conflict')).toBe(true);
    },
  );

  it.each([
    [500, ServerError],
    [502, ServerError],
    [599, ServerError],
    [418, ApiError],
    [499, ApiError],
  ])('with status %i and a code of the future is known by its status', async (status, expected) => {
    const error = await errorAfter({ status, body: { error: { code: 'brand_new', description: 7 } } });
    expect(error.constructor).toBe(expected);
    expect(error).toMatchObject({ code: 'brand_new', status, description: undefined });
  });

  it.each([
    [html(502), ServerError, 'server_error'],
    [html(404), NotFoundError, 'unexpected_status'],
    [text(503, '', undefined), ServerError, 'server_error'],
    [text(400, '{"error":{"code":"bad_re', 'application/json'), BadRequestError, 'unexpected_status'],
    [text(400, '{"error":"no"}', 'application/json'), BadRequestError, 'unexpected_status'],
    [text(400, '{"error":null}', 'application/json'), BadRequestError, 'unexpected_status'],
    [
      text(400, '{"error":{"code":"a code\\nwith text"}}', 'application/json'),
      BadRequestError,
      'unexpected_status',
    ],
    [text(413, '[]', 'application/json'), TooLargeError, 'request_entity_too_large'],
    [html(429), RateLimitError, 'too_many_requests'],
    [html(423), LockedError, 'locked'],
    [html(418), ApiError, 'unexpected_status'],
  ])('without a code that can be read (%#) is known by its status', async (reply, expected, code) => {
    const error = await errorAfter(reply);
    expect(error).toBeInstanceOf(expected);
    expect(error.code).toBe(code);
  });

  it('names the path without ids and query', async () => {
    const error = await errorAfter({ status: 404, body: { error: { code: 'user_not_found' } } });
    expect(error.path).toBe('/v1.1/apps/{id}/appusers/{id}/messages');
    expect(error.message).toBe('GET /v1.1/apps/{id}/appusers/{id}/messages was answered 404 user_not_found');
    expect(inspect(error)).not.toContain('jane');
  });

  it('keeps the headers, and does not show them', async () => {
    const headers = { 'x-smooch-app-id': appId };
    const error = await errorAfter({ status: 404, body: {}, headers });
    expect(error.headers?.get('x-smooch-app-id')).toBe(appId);
    expect(inspect(error)).not.toContain(appId);
  });

  it('shows no credentials, not even those that a server quotes', async () => {
    server.answer(({ headers }) => ({
      status: 400,
      body: {
        error: { code: 'bad_request', description: `got ${headers.authorization}, that is ${secret}` },
      },
    }));
    const error = await failureOf(
      makeClient(server.baseUrl).request('POST', '/webhooks', { json: { text: 'private words' } }),
    );
    const shown =
      inspect(error, { showHidden: true, depth: 10 }) + JSON.stringify(error) + (error as Error).stack;
    expect((error as ApiError).description).toBe('got Basic [masked], that is [masked]');
    for (const hidden of [secret, btoa(`x:${secret}`).slice(-20), 'private words']) {
      expect(shown).not.toContain(hidden);
    }
  });
});

describe('isApiError', () => {
  const error = new NotFoundError('gone', {
    code: 'client_not_found',
    method: 'GET',
    path: '/v1.1/menu',
    attempts: 1,
    retryable: false,
  });

  it('tells errors of the API, with a code from one another', () => {
    expect(isApiError(error)).toBe(true);
    expect(isApiError(error, 'client_not_found')).toBe(true);
    expect(isApiError(error, 'user_not_found')).toBe(false);
  });

  it('narrows to what the code brings with it', async () => {
    server.script({
      status: 429,
      headers: { 'retry-after': '61' },
      body: { error: { code: 'too_many_requests' } },
    });
    const named: unknown = await failureOf(makeClient(server.baseUrl).request('GET', '/menu'));
    expect(isApiError(named, 'too_many_requests') && named.retryAfterMs).toBe(61_000);
    expect(isApiError(named, 'too_many_requests') && (named.code satisfies 'too_many_requests')).toBe(
      'too_many_requests',
    );
  });

  it.each([[undefined], [null], ['client_not_found'], [new Error('x')], [{ code: 'client_not_found' }]])(
    'is false for %p',
    (value) => {
      expect(isApiError(value, 'client_not_found')).toBe(false);
      expect(isApiError(value)).toBe(false);
    },
  );

  it('knows the errors of the other build, whose classes differ', () => {
    let other: typeof import('../../src/client/errors/index.ts') | undefined;
    jest.isolateModules(() => {
      other = require('../../src/client/errors/index.ts');
    });
    expect(error).not.toBeInstanceOf(other?.ApiError);
    expect(other?.isApiError(error, 'client_not_found')).toBe(true);
  });
});

describe('the limits of a body', () => {
  /** A JSON body of so many bytes, of two bytes a letter where it can be. */
  const bodyOf = (bytes: number) => ({ a: 'é'.repeat((bytes - 8) / 2) });

  it('lets 102,400 bytes of JSON pass and refuses more before the call', async () => {
    server.script({ status: 201, body: {} });
    const client = makeClient(server.baseUrl);
    await client.request('POST', '/webhooks', { json: bodyOf(102_400) });
    expect(server.calls[0]?.headers['content-length']).toBe('102400');
    const error = await failureOf(client.request('POST', '/webhooks', { json: bodyOf(102_402) }));
    expect(error).toBeInstanceOf(TooLargeError);
    expect(error).toMatchObject({ code: 'request_entity_too_large', status: undefined, attempts: 0 });
    expect((error as Error).message).toMatch(/102402 bytes, and the service takes 102400/);
    expect(server.calls).toHaveLength(1);
  });

  it('lets a file of 26,214,400 bytes pass and refuses a larger one before the call', async () => {
    const fetch = jest.fn(async () => Response.json({}));
    const client = makeClient(server.baseUrl, { fetch });
    const formOf = (bytes: number) => ({
      form: {
        repeatable: true,
        make: () => {
          const form = new FormData();
          form.set('source', new Blob([Buffer.alloc(bytes)]), 'a.bin');
          return form;
        },
      },
    });
    await client.request('POST', '/attachments', formOf(26_214_400));
    expect(fetch).toHaveBeenCalledTimes(1);
    const error = await failureOf(client.request('POST', '/attachments', formOf(26_214_401)));
    expect(error).toBeInstanceOf(TooLargeError);
    expect((error as Error).message).toMatch(/26214401 bytes/);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
