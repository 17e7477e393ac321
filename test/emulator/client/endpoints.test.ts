import { basicAuth, type Client, type ClientOptions } from '../../../src/client/index.ts';
import type { EndpointRow } from '../../client/resources/endpoint-row.ts';
import { beyond } from '../../client/resources/endpoints-beyond.ts';
import { partA } from '../../client/resources/endpoints-part-a.ts';
import { partB } from '../../client/resources/endpoints-part-b.ts';
import { appId, createAccountClient, createAppClient } from '../../client/resources/support.ts';
import { type EndpointService, startEndpointService } from './support/endpoint-state.ts';
import { expectPromise, promises } from './support/promised.ts';
import { refusals } from './support/refusals.ts';

const rows: readonly EndpointRow[] = [...partA, ...partB, ...beyond];
const versioned = rows.flatMap((row) => {
  const versions = row.version === undefined ? (['v1.1', 'v1'] as const) : [row.version];
  return versions.map((version) => ({ name: row.name, version, row }));
});
type Case = (typeof versioned)[number];
const ofTheApp = versioned.filter(({ row }) => row.account === undefined);
const ofTheAccount = versioned.filter(({ row }) => row.account);
const ofUsers = ofTheApp.filter(({ row }) => row.path.includes(':user'));
const user = 'customer-7';

let service: EndpointService;
beforeAll(async () => {
  service = await startEndpointService();
});
afterEach(() => service.emulator.idle());
afterAll(() => service.close());

/** Makes the call of a row, and expects what its method promises, and that the emulator answered there with that status and without a warning. */
async function checkCase({ name, version, row }: Case, scoped: Client, prefix: string): Promise<void> {
  service.plantFor(name);
  const client = scoped.withOptions({ apiVersion: version });
  expectPromise(await row.call(client, user), promises[name]);
  const call = service.emulator.calls.list().at(-1);
  const path = `/${version}${prefix}${row.path.replace(':user', user)}${row.query ?? ''}`;
  expect([call?.method, call?.path, call?.status]).toEqual([row.method, path, row.answer.status]);
  const known = /^deprecated endpoint: |^serviceAccountId is ignored/;
  expect(call?.warnings.filter((text) => !known.test(text))).toEqual([]);
}

/** What makes a client one that is refused. */
function changes(when: string | undefined): Partial<ClientOptions> {
  if (when === 'the app is unknown') return { appId: '5963c0d619a30a2e00de36b9' };
  const auth = basicAuth({ keyId: 'act_5723a347f82ba0516cb4ea35', secret: 'account-secret-of-a-test' });
  return when === 'the key is unknown' ? { auth } : {};
}

describe('each endpoint of an app at the emulator', () => {
  it.each(ofTheApp)('$name is answered in $version with the key of the account', async (each) => {
    await checkCase(each, createAccountClient(service), `/apps/${appId}`);
  });

  it.each(ofTheApp)(
    '$name is answered in $version with the key of the app, whose path is short',
    async (each) => {
      await checkCase(each, createAppClient(service), '');
    },
  );

  it.each(ofTheApp)(
    '$name is answered in $version with the key of the app and the full path',
    async (each) => {
      await checkCase(each, createAppClient(service).forApp(appId), `/apps/${appId}`);
    },
  );
});

describe('each endpoint of the account at the emulator', () => {
  it.each(ofTheAccount)('$name is answered in $version', async (each) => {
    await checkCase(each, createAccountClient(service), '');
  });

  it.each(ofTheAccount)('$name is refused in $version to the key of an app', async (each) => {
    service.plantFor(each.name);
    const client = createAppClient(service).withOptions({ apiVersion: each.version });
    await expect(each.row.call(client, user)).rejects.toMatchObject({
      name: 'AuthError',
      code: 'unauthorized',
      status: 401,
    });
  });
});

describe('what is not there, at the emulator', () => {
  it.each(versioned)('has $name refused in $version, by the code that says what', async (each) => {
    const { name, code, status, when } = refusals[each.name] ?? {};
    if (when === 'all is there') service.plantAll();
    else service.plantKeys();
    const client = createAccountClient(service).withOptions({ apiVersion: each.version, ...changes(when) });
    await expect(each.row.call(client, user)).rejects.toMatchObject({
      name,
      code,
      status,
      method: each.row.method,
    });
  });

  it.each(ofUsers)('has $name of an odd user refused in $version as of any unknown one', async (each) => {
    service.plantKeys();
    const client = createAppClient(service).withOptions({ apiVersion: each.version });
    const odd = "a/b?c#d$&e%2Ff+g h;i=j@ü'";
    await expect(each.row.call(client, odd)).rejects.toMatchObject({ code: 'user_not_found', status: 404 });
  });
});

describe('the tables of these tests', () => {
  it('have each method of the endpoint tables', () => {
    const names = new Set(rows.map(({ name }) => name));
    expect(new Set(Object.keys(promises))).toEqual(names);
    expect(new Set(Object.keys(refusals))).toEqual(names);
    expect(names.size).toBe(54);
  });
});
