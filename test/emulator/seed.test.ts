import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Seed } from '../../src/emulator/index.ts';
import { createMemoryLogger } from '../../src/testing/index.ts';
import { firstOf } from '../client/resources/support.ts';
import { closeEmulators, makeEmulator, startEmulator } from './support/start-emulator.ts';

afterEach(closeEmulators);

const target = 'http://receiver.test/hook';
const text = { role: 'appMaker', type: 'text', text: 'Welcome' };
const whole: Seed = {
  integrations: [{ type: 'twilio', accountSid: 'AC1', authToken: 'token', phoneNumberSid: 'PN1' }],
  users: [{ userId: 'customer-7', givenName: 'Imani' }],
  templates: [{ name: 'welcome', message: text }],
  menu: { items: [{ type: 'postback', text: 'Help', payload: 'HELP' }] },
  webhooks: [
    { target, triggers: ['*'] },
    { target, triggers: ['message'], version: 'v1', secret: 'a-secret-of-my-own' },
  ],
  messages: [{ user: 'customer-7', ...text }],
};

const wrong: readonly (readonly [string, unknown, string])[] = [
  ['nothing', null, 'The options of seed must be an object'],
  ['a list', [], 'The options of seed must be an object'],
  ['a part that is none', { user: [] }, "seed has no option 'user'"],
  ['users that are no list', { users: {} }, 'users must be a list'],
  ['a user that is a text', { users: [{ userId: 'a' }, 'b'] }, 'users[1] must be an object'],
  ['a user that is a list', { users: [[]] }, 'users[0] must be an object'],
  ['a user without its id', { users: [{ givenName: 'Imani' }] }, 'users[0] is refused: userId'],
  ['a user that is there', { users: [{ userId: 'a' }, { userId: 'a' }] }, 'users[1] is refused'],
  ['an integration without its fields', { integrations: [{ type: 'twilio' }] }, 'integrations[0] is refused'],
  ['a template without a message', { templates: [{ name: 'a' }] }, 'templates[0] is refused: message'],
  ['a menu of too many', { menu: { items: Array(4).fill({ type: 'link' }) } }, 'menu is refused'],
  [
    'a target that is no URL',
    { webhooks: [{ target: 'hook', triggers: ['*'] }] },
    'webhooks[0] is refused: target',
  ],
  [
    'a version that is none',
    { webhooks: [{ target, version: 'v2' }] },
    'webhooks[0]: version must be v1 or v1.1',
  ],
  [
    'a secret of no letters',
    { webhooks: [{ target, secret: '' }] },
    'webhooks[0] is refused: secret must be',
  ],
  ['a message for nobody', { messages: [text] }, 'messages[0] must name its user'],
  [
    'a message for a stranger',
    { messages: [{ user: 'x', ...text }] },
    'messages[0] is refused: User not found',
  ],
];

describe('seed', () => {
  it('makes all that it describes', async () => {
    const { emulator, client } = await startEmulator({ probe: false });
    await emulator.seed(whole);
    expect(await client.appUsers.get('customer-7')).toMatchObject({ givenName: 'Imani' });
    expect(await firstOf(client.messages.list('customer-7').pages())).toMatchObject({
      messages: [text],
    });
    expect((await client.menu.get()).items).toMatchObject([{ text: 'Help' }]);
    expect(await firstOf(client.integrations.list().pages())).toMatchObject({
      integrations: [{ type: 'twilio' }],
    });
    expect(await firstOf(client.templates.list().pages())).toMatchObject({
      templates: [{ name: 'welcome' }],
    });
    expect(await client.webhooks.list()).toMatchObject([
      { version: 'v1.1', triggers: ['*'] },
      { version: 'v1', triggers: ['message'], secret: 'a-secret-of-my-own' },
    ]);
  });

  it('has its webhooks told of its messages', async () => {
    const emulator = makeEmulator({ probe: false, scheduleMs: [0] });
    await emulator.seed(whole);
    const told = emulator.deliveries.list().map(({ trigger, version }) => [trigger, version]);
    expect(told).toEqual([
      ['message:appMaker', 'v1.1'],
      ['message:appMaker', 'v1'],
    ]);
  });

  it.each(wrong)('refuses %s and says where it is', async (_, seed, message) => {
    const emulator = makeEmulator({ probe: false });
    const planting = emulator.seed(seed as Seed);
    await expect(planting).rejects.toMatchObject({ code: 'invalid_options' });
    await expect(planting).rejects.toThrow(message);
  });

  it('keeps what came before a mistake', async () => {
    const { emulator, client } = await startEmulator();
    await expect(emulator.seed({ users: [{ userId: 'first' }, {}, { userId: 'third' }] })).rejects.toThrow(
      'users[1]',
    );
    expect(await client.appUsers.get('first')).toMatchObject({ userId: 'first' });
    await expect(client.appUsers.get('third')).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('logs fields that the service does not know and lets pass', async () => {
    const logger = createMemoryLogger();
    const emulator = makeEmulator({ logger });
    await emulator.seed({ users: [{ userId: 'a', nickname: 'Immi' }] });
    expect(logger.lines).toMatchObject([
      { level: 'warn', fields: { place: 'users[0]', warning: "unknown field 'nickname'" } },
    ]);
  });
});

describe('seed from a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'switchhook-seed-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is the same as its value', async () => {
    const file = join(folder, 'seed.json');
    await writeFile(file, JSON.stringify(whole));
    const [one, other] = [
      makeEmulator({ clock: 'manual', probe: false }),
      makeEmulator({ clock: 'manual', probe: false }),
    ];
    await one.seed(file);
    await other.seed(whole);
    expect(one.snapshot()).toEqual(other.snapshot());
    expect(one.snapshot().state.apps.get(one.appId)?.users.size).toBe(1);
  });

  it('says which file is not there', async () => {
    await expect(makeEmulator().seed(join(folder, 'none.json'))).rejects.toThrow(
      /none\.json cannot be read: ENOENT/,
    );
  });

  it('says which file is not JSON', async () => {
    const file = join(folder, 'broken.json');
    await writeFile(file, '{ users: [] }');
    const planting = makeEmulator().seed(file);
    await expect(planting).rejects.toMatchObject({ code: 'invalid_options' });
    await expect(planting).rejects.toThrow(/broken\.json is not JSON/);
  });
});
