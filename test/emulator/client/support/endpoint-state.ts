import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basicAuth, type Client, createClient } from '../../../../src/client/index.ts';
import { createEmulator, type Emulator, type Snapshot } from '../../../../src/emulator/index.ts';
import { appId } from '../../../client/resources/support.ts';
import { renameTexts } from './rename-texts.ts';

/** Types of integrations that the calls of some rows need; each has one. */
type Type = 'messenger' | 'whatsapp' | 'twilio' | 'web';

/** Which type the integration has that a row names. Default: `messenger`. */
const typeOfRow: Readonly<Record<string, Type>> = {
  'integrations.update': 'web',
  'integrations.profile.update': 'whatsapp',
  'notifications.create': 'twilio',
};

/** The ids that the rows name, of what must be there. */
const rowIds = {
  integration: '582dedf230e788746891281a',
  otherIntegration: '59af24e3ccd5f0001c0c9d9d',
  webhook: '55c8c1498590aa1900b9b9b1',
  user: 'deb920657bbc3adc3fec7963',
  otherUser: 'c7f6e6d6c3a637261bd9656f',
  message: '55c8d9758590aa1900b9b9f6',
  template: '599ad41e49db6e243ad77d2f',
  app: '55c8d9758590aa1900b9b9f6',
  key: 'app_5735dcf248011972d621dc01',
  attachment: 'apps/7/x/dot.gif',
};

/** An emulator in which the ids and the credentials of the endpoint tables are right. */
export interface EndpointService {
  readonly emulator: Emulator;
  readonly baseUrl: string;
  /** Makes it know the app and its keys, and nothing else. */
  plantKeys(): void;
  /** Makes it know all that the call of this row needs; for `appUsers.create`, that is nobody. */
  plantFor(name: string): void;
  /** Makes it know all, for any row. */
  plantAll(): void;
  close(): Promise<void>;
}

/** Starts one. */
export async function startEndpointService(): Promise<EndpointService> {
  // By this clock it is the time that the bounds of the lists are at; at the origin there is the attachment that a row removes.
  const emulator = createEmulator({
    clock: 'manual',
    probe: false,
    publicUrl: 'https://media.example.com',
  });
  const server = createServer(emulator.app);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keyNames = {
    [emulator.appId]: appId,
    [emulator.accountCredentials.keyId]: 'act_5723a347f82ba0516cb4ea34',
    [emulator.accountCredentials.secret]: 'account-secret-of-a-test',
    [emulator.credentials.keyId]: 'app_5723a347f82ba0516cb4ea34',
    [emulator.credentials.secret]: 'app-secret-of-a-test',
  };
  const empty = emulator.snapshot();
  const auth = basicAuth(emulator.accountCredentials);
  const ids = await fill(emulator, createClient({ auth, baseUrl, appId: emulator.appId }));
  await emulator.idle();
  const full = emulator.snapshot();

  const plant = (snapshot: Snapshot, names: Readonly<Record<string, string>>) =>
    emulator.restore(renameTexts(snapshot, { ...keyNames, ...names }));
  const plantFull = (type: Type) => {
    const { integrations, ...others } = ids;
    const named = Object.entries(others).map(([name, id]) => [id, rowIds[name as keyof typeof others]]);
    plant(full, {
      ...Object.fromEntries(named),
      [integrations.whatsapp]: rowIds.otherIntegration,
      [integrations[type]]: rowIds.integration,
    });
  };
  return {
    emulator,
    baseUrl,
    plantKeys: () => plant(empty, {}),
    plantFor: (name) =>
      name === 'appUsers.create' ? plant(empty, {}) : plantFull(typeOfRow[name] ?? 'messenger'),
    plantAll: () => plantFull('messenger'),
    close: () => closeAll(server, emulator),
  };
}

/** Makes one of each thing, and gives the ids. */
async function fill(emulator: Emulator, client: Client) {
  const menu = { items: [{ type: 'link', text: 'Shop', uri: 'https://example.com' }] } as const;
  const message = { role: 'appMaker', type: 'text', text: 'Hello' } as const;
  // Nothing that the rows do fires it.
  const webhook = await client.webhooks.create({
    target: 'https://example.com/hook',
    triggers: ['payment:success'],
  });
  const messenger = await client.integrations.create({
    type: 'messenger',
    pageAccessToken: 'p',
    appId: 'a',
    appSecret: 's',
  });
  const whatsapp = await client.integrations.create({ type: 'whatsapp', deploymentId: 'd' });
  await client.menu.update(menu);
  await client.integrations.menu.update(messenger._id, menu);
  const user = await client.appUsers.create({ userId: 'customer-7', properties: { plan: 'free' } });
  const web = emulator.user({ channel: 'web', userId: 'customer-7' });
  const said = web.say('hi');
  const phone = emulator.user({ channel: 'twilio', userId: 'customer-7' });
  phone.say('hi');
  const otherUser = await client.appUsers.create({ userId: 'a&b=c' });
  const template = await client.templates.create({ name: 'stored', message });
  const { mediaUrl } = await client.attachments.upload({
    source: Buffer.from('GIF89a'),
    fileName: 'dot.gif',
  });
  const app = await client.apps.create({ name: 'Another app' });
  const key = await client.keys.create(app._id, { name: 'A key' });
  return {
    webhook: webhook._id,
    user: user._id,
    otherUser: otherUser._id,
    message: said._id,
    template: template._id,
    app: app._id,
    key: key._id,
    attachment: mediaUrl.replace('https://media.example.com/media/', ''),
    integrations: {
      messenger: messenger._id,
      whatsapp: whatsapp._id,
      twilio: phone.client?.integrationId ?? '',
      web: web.client?.integrationId ?? '',
    },
  };
}

async function closeAll(server: Server, emulator: Emulator): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  await emulator.close();
}
