import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { basicAuth } from '../../src/client/auth/index.ts';
import { createClient } from '../../src/client/index.ts';
import { routes } from '../../src/emulator/api/index.ts';
import type { Route } from '../../src/emulator/api/route.ts';
import { type Trigger, triggers, triggerVersions, type Version } from '../../src/events/index.ts';
import { fixture } from '../../src/testing/index.ts';
import type { EndpointRow } from '../client/resources/endpoint-row.ts';
import { beyond } from '../client/resources/endpoints-beyond.ts';
import { partA } from '../client/resources/endpoints-part-a.ts';
import { partB } from '../client/resources/endpoints-part-b.ts';
import { closeServers } from '../receiver/support.ts';
import { triggerMatrix } from './payloads/trigger-matrix.ts';
import { effects } from './support/effects.ts';
import { closeEmulators, startEmulator } from './support/start-emulator.ts';
import { closeReceivers } from './support/start-receiver.ts';
import { checkDeliveries, startStage } from './support/start-stage.ts';

jest.setTimeout(30_000);

afterEach(async () => {
  await closeEmulators();
  await closeReceivers();
  await closeServers();
});

const rows: readonly EndpointRow[] = [...partA, ...partB, ...beyond];

/** Routes that the client has no method for. Source: not in the Parts; SDKs and the service's public documentation have them. */
const beyondTheClient: readonly string[] = [
  'GET /apps/:appId/appusers/:user/conversation',
  'POST /apps/:appId/appusers/:user/conversation/postback',
  'GET /apps/:appId/integrations/:integrationId/profile',
];

/** A path as it is called with the key of the account. */
function fullPathOf({ path, account }: EndpointRow): string {
  return `${account ? '' : '/apps/5963c0d619a30a2e00de36b8'}${path.replace(':user', 'customer-7')}`;
}

function answers({ method, path, versions }: Route, row: EndpointRow): boolean {
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
  const inVersion = versions?.includes(row.version ?? 'v1.1') ?? true;
  return method === row.method && inVersion && pattern.test(fullPathOf(row));
}

/** The test that makes the call of each row on an emulator. */
const endpointTest = readFileSync(join(__dirname, 'client/endpoints.test.ts'), 'utf8');

describe('the matrix of endpoints', () => {
  it('has the 54 rows of the tables of endpoints, which are checked against the client', () => {
    expect(new Set(rows.map(({ name }) => name)).size).toBe(54);
  });

  it.each(rows)('has one route for $name', (row) => {
    expect(routes.filter((route) => answers(route, row))).toHaveLength(1);
  });

  it.each(['part-a', 'part-b', 'beyond'])(
    'has a test that calls all of endpoints-%s on an emulator',
    (table) => {
      expect(endpointTest).toContain(`/endpoints-${table}.ts'`);
    },
  );

  it('has no route beside them but those of which it is said where they come from', () => {
    const others = routes.filter((route) => !rows.some((row) => answers(route, row)));
    expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual(beyondTheClient);
  });

  it.each(['credentials', 'accountCredentials'] as const)(
    'is reached by every method with the %s',
    async (key) => {
      const { emulator, url } = await startEmulator();
      const auth = basicAuth(emulator[key]);
      const client = createClient({ auth, appId: emulator.appId, baseUrl: url, maxRetries: 0 });
      for (const row of rows) await Promise.resolve(row.call(client, 'nobody')).catch(() => {});
      const calls = emulator.calls.list();
      expect(calls).toHaveLength(rows.length);
      expect(calls.filter(({ answerBody }) => answerBody?.includes('route_not_found'))).toEqual([]);
    },
  );
});

/** How often each version is sent a trigger when both have two webhooks. */
function twicePerVersion(trigger: Trigger): readonly Version[] {
  return triggerVersions[trigger].flatMap((version) => [version, version]);
}

describe('the matrix of triggers', () => {
  it('has an effect and a fixture for each', () => {
    expect(new Set(Object.keys(effects))).toEqual(new Set(triggers));
    expect(new Set(Object.keys(triggerMatrix))).toEqual(new Set(triggers));
  });

  it.each(triggers)('has %s, fired by what people do and known to the receiver', async (trigger) => {
    const stage = await startStage();
    await effects[trigger](stage);
    const deliveries = await checkDeliveries(stage);
    const fired = deliveries.filter((delivery) => delivery.trigger === trigger);
    const versions = fired.map(({ version }) => version);
    expect(new Set(versions)).toEqual(new Set(triggerVersions[trigger]));
    const fixtures: Partial<Record<Version, string>> = triggerMatrix[trigger].fixtures;
    for (const { version, body } of fired) {
      const payload: object = fixture(fixtures[version] as 'v1.1/message.appUser/text');
      expect(Object.keys(body)).toEqual(expect.arrayContaining(Object.keys(payload)));
    }
  });

  it.each(triggers)('has %s by its name', async (trigger) => {
    const stage = await startStage();
    const fired = stage.emulator.trigger(trigger);
    expect(fired.map(({ version }) => version)).toEqual(twicePerVersion(trigger));
    const deliveries = await checkDeliveries(stage);
    expect(deliveries.map((delivery) => delivery.trigger)).toEqual(fired.map(() => trigger));
  });
});
