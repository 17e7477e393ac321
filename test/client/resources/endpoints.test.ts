import type { Client } from '../../../src/client/create-client.ts';
import type { EndpointRow } from './endpoint-row.ts';
import { beyond } from './endpoints-beyond.ts';
import { partA } from './endpoints-part-a.ts';
import { partB } from './endpoints-part-b.ts';
import { appId, createAccountClient, createAppClient, type Recorder, startRecorder } from './support.ts';

/**
 * The endpoints of Parts A and B in the document's order and words, counted by hand: 5 webhooks, 6 app users, 6 about channels and links;
 * 7 about messages, 2 attachments, 2 templates, 6 menus, 6 integrations. A row that is missing or not in the document fails the test.
 */
const documented = {
  'Part A': [
    'POST /apps/{appId}/webhooks',
    'GET /apps/{appId}/webhooks',
    'GET /apps/{appId}/webhooks/{webhookId}',
    'PUT /apps/{appId}/webhooks/{webhookId}',
    'DELETE /apps/{appId}/webhooks/{webhookId}',
    'POST /apps/{appId}/appusers',
    'GET /apps/{appId}/appusers/{smoochId|userId}',
    'PUT /apps/{appId}/appusers/{smoochId|userId}',
    'DELETE /apps/{appId}/appusers/{smoochId|userId}/profile',
    'DELETE /apps/{appId}/appusers/{smoochId|userId}',
    'POST /apps/{appId}/appusers/merge',
    'GET /apps/{appId}/appusers/{smoochId|userId}/channels',
    'GET /apps/{appId}/appusers/{smoochId|userId}/businesssystems',
    'POST /apps/{appId}/appusers/{smoochId|userId}/channels',
    'DELETE /apps/{appId}/appusers/{smoochId|userId}/channels/{channel}',
    'GET /apps/{appId}/appusers/{smoochId|userId}/authcode',
    'GET /apps/{appId}/appusers/{smoochId|userId}/linkrequest?integrationIds=<comma separated ids>',
  ],
  'Part B': [
    'POST /apps/{appId}/appusers/{smoochId|userId}/messages',
    'GET /apps/{appId}/appusers/{smoochId|userId}/messages',
    'DELETE .../messages/{messageId}',
    'DELETE .../messages',
    'POST .../images',
    'POST .../conversation/activity',
    'POST .../conversation/read',
    'POST /apps/{appId}/attachments',
    'POST /apps/{appId}/attachments/remove',
    'POST /apps/{appId}/templates',
    'GET /apps/{appId}/templates?limit=<int>&offset=<int>',
    'GET /apps/{appId}/menu',
    'PUT /apps/{appId}/menu',
    'DELETE /apps/{appId}/menu',
    'GET /apps/{appId}/integrations/{integrationId}/menu',
    'PUT /apps/{appId}/integrations/{integrationId}/menu',
    'DELETE /apps/{appId}/integrations/{integrationId}/menu',
    'POST /apps/{appId}/integrations',
    'GET /apps/{appId}/integrations',
    'GET /apps/{appId}/integrations/{integrationId}',
    'PUT /apps/{appId}/integrations/{integrationId}',
    'PUT /apps/{appId}/integrations/{integrationId}/profile',
    'DELETE /apps/{appId}/integrations/{integrationId}',
  ],
  'beyond the document': [
    'GET /apps/{appId}/templates/{templateId}',
    'PUT /apps/{appId}/templates/{templateId}',
    'DELETE /apps/{appId}/templates/{templateId}',
    'POST /apps',
    'GET /apps?limit&offset&serviceAccountId',
    'GET /apps/{id}',
    'PUT /apps/{id}',
    'DELETE /apps/{id}',
    'POST /apps/{id}/keys',
    'GET /apps/{id}/keys',
    'GET /apps/{id}/keys/{keyId}',
    'DELETE /apps/{id}/keys/{keyId}',
    'GET /apps/{id}/keys/{keyId}/jwt',
    'POST /v1/apps/{id}/notifications',
  ],
} as const;

const rows: readonly EndpointRow[] = [...partA, ...partB, ...beyond];
const userRows = rows.filter((row) => row.path.includes(':user'));

/** Methods of resources that make calls of rows above, and have tests of their own. */
const composed = ['webhooks.ensure'];

/** An id with all that has a meaning in a URL or in a replacement pattern, and how it must be written there. */
const oddUser = "a/b?c#d$&e%2Ff+g h;i=j@ü'";
const oddUserEncoded = "a%2Fb%3Fc%23d%24%26e%252Ff%2Bg%20h%3Bi%3Dj%40%C3%BC'";

const accountAuth = 'Basic YWN0XzU3MjNhMzQ3ZjgyYmEwNTE2Y2I0ZWEzNDphY2NvdW50LXNlY3JldC1vZi1hLXRlc3Q=';
const appAuth = 'Basic YXBwXzU3MjNhMzQ3ZjgyYmEwNTE2Y2I0ZWEzNDphcHAtc2VjcmV0LW9mLWEtdGVzdA==';

let recorder: Recorder;
beforeAll(async () => {
  recorder = await startRecorder();
});
afterAll(() => recorder.close());

/** Makes the call of a row and compares all that went over the wire. */
async function checkRow(row: EndpointRow, client: Client, prefix: string, user: readonly [string, string]) {
  recorder.answerWith(row.answer);
  const given = await row.call(client, user[0]);
  expect(given).toEqual(row.gives);
  const [request, ...others] = recorder.requests;
  expect(others).toEqual([]);
  const version = row.version ?? 'v1.1';
  const path = `/${version}${row.account ? '' : prefix}${row.path.replace(':user', () => user[1])}`;
  expect(`${request?.method} ${request?.url}`).toBe(`${row.method} ${path}${row.query ?? ''}`);
  checkBody(row, request?.headers['content-type'], request?.body ?? Buffer.alloc(0));
  expect(request?.headers.accept).toBe('application/json');
  return request;
}

function checkBody(row: EndpointRow, contentType: string | undefined, body: Buffer): void {
  if (row.multipart !== undefined) {
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(contentType ?? '')?.[1] ?? 'none';
    expect(
      body
        .toString()
        .replaceAll(boundary, 'BOUNDARY')
        .replace(/--\r\n$/, '--'),
    ).toBe(row.multipart);
    return;
  }
  expect(contentType).toBe(row.json === undefined ? undefined : 'application/json');
  expect(body.toString()).toBe(row.json ?? '');
}

describe('the table of endpoints', () => {
  it.each([
    ['Part A', partA, 17],
    ['Part B', partB, 23],
    ['beyond the document', beyond, 14],
  ] as const)('has each endpoint of %s once', (part, table, count) => {
    expect(new Set(table.map((row) => row.endpoint))).toEqual(new Set<string>(documented[part]));
    expect(table).toHaveLength(count);
    expect(documented[part]).toHaveLength(count);
  });

  it('has a method in each row that is of no other row, and each method of the resources', () => {
    const names = rows.map((row) => row.name);
    const methods = methodsOf(createAppClient(recorder));
    expect(new Set([...names, ...composed])).toEqual(new Set(methods));
    expect(names).toHaveLength(methods.length - composed.length);
  });
});

describe('each endpoint, with credentials of the account', () => {
  it.each(rows)('$name is $endpoint', async (row) => {
    const request = await checkRow(row, createAccountClient(recorder), `/apps/${appId}`, [
      'customer-7',
      'customer-7',
    ]);
    expect(request?.headers.authorization).toBe(accountAuth);
  });
});

describe('each endpoint, with credentials of the app', () => {
  it.each(rows)('$name is $endpoint without the app', async (row) => {
    const request = await checkRow(row, createAppClient(recorder), '', ['customer-7', 'customer-7']);
    expect(request?.headers.authorization).toBe(appAuth);
  });
});

describe('each endpoint of a user', () => {
  it.each(userRows)('$name takes an id with characters of URLs', async (row) => {
    await checkRow(row, createAppClient(recorder), '', [oddUser, oddUserEncoded]);
  });

  it.each(userRows)('$name refuses an empty id and one that is a dot segment', async (row) => {
    recorder.answerWith(row.answer);
    for (const id of ['', '.', '..']) {
      const call = async () => await row.call(createAppClient(recorder), id);
      await expect(call()).rejects.toMatchObject({ code: 'invalid_options' });
    }
    expect(recorder.requests).toEqual([]);
  });
});

/** The names of all functions of the resources: `appUsers.channels.link`. */
function methodsOf(client: Client): string[] {
  const own = ['request', 'forApp', 'withOptions'];
  const walk = (value: object, path: string): string[] =>
    Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
      const name = path === '' ? key : `${path}.${key}`;
      if (typeof member === 'function') return own.includes(name) ? [] : [name];
      return typeof member === 'object' && member !== null ? walk(member, name) : [];
    });
  return walk(client, '');
}
