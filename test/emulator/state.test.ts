import { basicAuth, createClient } from '../../src/client/index.ts';
import { closeServers, listen } from '../receiver/support.ts';
import { closeEmulators, makeEmulator, startEmulator } from './support/start-emulator.ts';

afterEach(async () => {
  await closeEmulators();
  await closeServers();
});

/** An emulator with a webhook whose receiver always fails. */
async function setUp() {
  const target = await listen((request, response) => {
    response.writeHead(request.method === 'HEAD' ? 200 : 503).end();
  });
  const started = await startEmulator({ clock: 'manual' });
  await started.client.webhooks.create({ target, triggers: ['*'] });
  return { ...started, person: started.emulator.user({ channel: 'telegram' }) };
}

const textsOf = (messages: readonly { readonly text: string }[]) => messages.map(({ text }) => text);

describe('snapshot and restore', () => {
  it('bring back what was known, as often as wanted', async () => {
    const { emulator, client, person } = await setUp();
    person.say('before');
    const snapshot = emulator.snapshot();
    for (const text of ['once', 'twice']) {
      person.say(text);
      await client.appUsers.create({ userId: 'customer-7' });
      expect(textsOf(person.messages())).toEqual(['before', text]);
      emulator.restore(snapshot);
      expect(textsOf(person.messages())).toEqual(['before']);
      await expect(client.appUsers.get('customer-7')).rejects.toMatchObject({ code: 'user_not_found' });
    }
  });

  it('share nothing with each other', async () => {
    const { emulator, person } = await setUp();
    person.say('before');
    const snapshot = emulator.snapshot();
    emulator.restore(snapshot);
    person.say('after');
    const [user] = snapshot.state.apps.get(emulator.appId)?.users.values() ?? [];
    expect(user?.conversation?.messages).toHaveLength(1);
  });

  it('cancel deliveries that are pending', async () => {
    const { emulator, person } = await setUp();
    const snapshot = emulator.snapshot();
    person.say('hi');
    await emulator.advance('2m');
    expect(emulator.deliveries.list()).toMatchObject([{ state: 'pending' }]);
    emulator.restore(snapshot);
    await emulator.advance('15m');
    expect(emulator.deliveries.list()).toMatchObject([{ state: 'cancelled', attempts: [{}, {}] }]);
  });

  it('forget what was to come later', async () => {
    const { emulator, client, person } = await setUp();
    person.say('hi');
    const snapshot = emulator.snapshot();
    // after the call, and before what follows from it
    const stop = emulator.calls.onCall(() => emulator.restore(snapshot));
    await client.appUsers.channels.unlink(person.user?._id ?? '', 'telegram');
    stop();
    await emulator.idle();
    expect(person.client).toMatchObject({ platform: 'telegram' });
    expect(emulator.deliveries.list({ trigger: 'client:remove' })).toEqual([]);
  });

  it.each([[{}], [{ state: undefined }], [{ state: { apps: {} } }], [JSON.parse('{"state":{"apps":{}}}')]])(
    'refuse %j, which is no snapshot',
    (given) => {
      const emulator = makeEmulator();
      expect(() => emulator.restore(given as never)).toThrow('restore takes what snapshot() gave');
      expect(emulator.user({ channel: 'web' }).say('hi')).toMatchObject({ text: 'hi' });
    },
  );
});

describe('reset', () => {
  it('leaves the app and the keys that were there at the beginning, and nothing else', async () => {
    const { emulator, url, client, person } = await setUp();
    const fresh = makeEmulator({ clock: 'manual' });
    person.say('hi');
    emulator.faults.add({ on: 'delivery', action: 'reset' });
    emulator.channels.fail({ code: 'blocked' });
    const account = createClient({ auth: basicAuth(emulator.accountCredentials), baseUrl: url });
    await account.apps.create({ name: 'Another' });
    await account.keys.create(emulator.appId, { name: 'another' });
    await emulator.idle();
    emulator.reset();
    expect(emulator.snapshot()).toEqual(fresh.snapshot());
    expect(emulator.deliveries.list()).toEqual([]);
    expect(emulator.calls.list()).toEqual([]);
    expect(emulator.faults.list()).toEqual([]);
    expect(await client.webhooks.list()).toEqual([]);
  });

  it('brings back an app that was deleted', async () => {
    const { emulator, url, client } = await setUp();
    const account = createClient({ auth: basicAuth(emulator.accountCredentials), baseUrl: url });
    await account.apps.delete(emulator.appId);
    expect(() => emulator.user({ channel: 'web' })).toThrow('reset() brings it back');
    expect(() => emulator.trigger('postback')).toThrow('reset() brings it back');
    emulator.reset();
    emulator.user({ channel: 'web' }).say('hi');
    expect(await client.webhooks.list()).toEqual([]);
  });

  it('makes no attempt any more that was due', async () => {
    const { emulator, person } = await setUp();
    person.say('hi');
    await emulator.advance('2m');
    emulator.reset();
    await emulator.advance('15m');
    expect(emulator.deliveries.list()).toEqual([]);
  });
});
