import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { basicAuth, createClient, type MessageList } from '../../src/client/index.ts';
import { createEmulator, type EmulatorOptions } from '../../src/emulator/index.ts';
import type { Trigger } from '../../src/events/index.ts';
import { createMemoryLogger } from '../../src/testing/index.ts';
import { firstOf } from '../client/resources/support.ts';
import { closeServers, listen } from '../receiver/support.ts';
import { closeEmulators, makeEmulator, startEmulator } from './support/start-emulator.ts';

afterEach(async () => {
  await closeEmulators();
  await closeServers();
});

const express4 = jest.requireActual<typeof express>('express4');

const invalid = { code: 'invalid_options' };

describe('createEmulator', () => {
  it('refuses wrong options', () => {
    expect(() => createEmulator({ clok: 'manual' } as EmulatorOptions)).toThrow(
      expect.objectContaining(invalid),
    );
  });

  it('begins with an app, a key of it and a key of the account', async () => {
    const { emulator, url, client } = await startEmulator();
    const { keyId, secret } = emulator.credentials;
    expect(await client.webhooks.list()).toEqual([]);
    const account = createClient({ auth: basicAuth(emulator.accountCredentials), baseUrl: url });
    expect(await firstOf(account.apps.list().pages())).toMatchObject({
      apps: [{ _id: emulator.appId }],
    });
    expect(await account.keys.list(emulator.appId)).toMatchObject([{ _id: keyId, secret }]);
  });

  it('has the same ids and secrets for the same seed, and others for another', async () => {
    const traceOf = async (seed: number) => {
      const { emulator, client } = await startEmulator({ seed, clock: 'manual', probe: false });
      const { _id, secret } = await client.webhooks.create({ target: 'http://a.test/', triggers: ['*'] });
      const said = emulator.user({ channel: 'telegram' }).say('hi');
      return [emulator.appId, emulator.credentials, emulator.accountCredentials, _id, secret, said._id];
    };
    const [one, same, other] = [await traceOf(5), await traceOf(5), await traceOf(6)];
    expect(same).toEqual(one);
    for (const [index, value] of other.entries()) expect(value).not.toEqual(one[index]);
  });

  it('has nothing to do with another emulator', async () => {
    const [one, other] = [await startEmulator({ probe: false }), await startEmulator({ probe: false })];
    await one.client.webhooks.create({ target: 'http://127.0.0.1:1/', triggers: ['*'] });
    other.emulator.user({ channel: 'web' }).say('hi');
    expect(one.emulator.deliveries.list()).toEqual([]);
    expect(await other.client.webhooks.list()).toEqual([]);
    one.emulator.user({ channel: 'web' }).say('hi');
    expect(one.emulator.deliveries.list()).toHaveLength(1);
  });

  it('logs mistakes of its own in what comes later, and goes on', async () => {
    const logger = createMemoryLogger();
    const { emulator, client } = await startEmulator({ logger, probe: false });
    const person = emulator.user({ channel: 'telegram' });
    person.say('hi');
    await client.webhooks.create({ target: 'http://127.0.0.1:1/', triggers: ['*'] });
    const id = person.user?._id ?? '';
    // what no call can bring about: a record of the state that is broken
    const { state } = emulator.snapshot();
    const user = state.apps.get(emulator.appId)?.users.get(id);
    for (const each of user?.clients ?? [])
      Object.defineProperty(each, 'raw', { enumerable: true, value: 1n });
    emulator.restore({ state });
    await client.appUsers.delete(id);
    await emulator.idle();
    expect(logger.lines).toMatchObject([{ level: 'error', message: 'work failed' }]);
    expect(person.user).toBeUndefined();
    expect(emulator.user({ channel: 'web' }).say('hi')).toMatchObject({ text: 'hi' });
  });
});

describe('listen', () => {
  it('gives the URL, which is then known', async () => {
    const emulator = makeEmulator();
    expect(() => emulator.url).toThrow(expect.objectContaining(invalid));
    const url = await emulator.listen();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(emulator.url).toBe(url);
  });

  it('rejects the second time, also at the same moment', async () => {
    const emulator = makeEmulator();
    const results = await Promise.allSettled([emulator.listen(), emulator.listen()]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await expect(emulator.listen()).rejects.toMatchObject(invalid);
    expect((await fetch(`${emulator.url}/v1.1/apps`)).status).toBe(401);
  });

  it('rejects when the port is taken, and can be called again then', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const emulator = makeEmulator();
    const { port } = taken.address() as AddressInfo;
    await expect(emulator.listen(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(() => emulator.url).toThrow(expect.objectContaining(invalid));
    await new Promise((resolve) => taken.close(resolve));
    expect(await emulator.listen(port)).toBe(`http://127.0.0.1:${port}`);
  });

  it('rejects a port that is none, and can be called again then', async () => {
    const emulator = makeEmulator();
    await expect(emulator.listen(70_000)).rejects.toThrow(/port/i);
    expect(await emulator.listen()).toMatch(/^http/);
  });

  it('names every address of the machine by the one of the loopback', async () => {
    const emulator = makeEmulator();
    expect(await emulator.listen(0, '0.0.0.0')).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('gives the public URL where there is one', async () => {
    const emulator = makeEmulator({ publicUrl: 'https://service.example.com/' });
    expect(emulator.url).toBe('https://service.example.com');
    expect(await emulator.listen()).toBe('https://service.example.com');
  });
});

describe.each([
  ['Express 5', express],
  ['Express 4', express4],
])('an emulator that is mounted in an app of %s', (_, framework) => {
  async function mount(options: EmulatorOptions = {}) {
    const emulator = makeEmulator(options);
    const host = framework();
    host.get('/', (_request, response) => void response.send('the host'));
    host.use('/service', emulator.app);
    const origin = await listen(host);
    const client = createClient({ auth: basicAuth(emulator.credentials), baseUrl: `${origin}/service` });
    return { emulator, origin, client };
  }

  it('answers below its path, and leaves the rest to the host', async () => {
    const { client, origin } = await mount();
    expect(await client.webhooks.list()).toEqual([]);
    expect(await (await fetch(origin)).text()).toBe('the host');
    expect((await fetch(`${origin}/v1.1/webhooks`)).status).toBe(404);
  });

  it('writes URLs that lead to it', async () => {
    const { emulator, client, origin } = await mount();
    expect(() => emulator.url).toThrow('does not listen');
    const { mediaUrl } = await client.attachments.upload({
      source: Buffer.from('GIF89a'),
      fileName: 'dot.gif',
    });
    expect(mediaUrl).toMatch(new RegExp(`^${origin}/service/media/`));
    expect(await (await fetch(mediaUrl)).text()).toBe('GIF89a');
    expect(emulator.url).toBe(`${origin}/service`);
    const person = emulator.user({ channel: 'web', userId: 'customer-7' });
    for (let count = 0; count < 101; count++) person.say(`message ${count}`);
    const [first] = person.messages();
    const pages: MessageList[] = [];
    const listing = client.messages.list('customer-7', { after: (first?.received ?? 0) - 1 });
    for await (const page of listing.pages()) pages.push(page);
    expect(pages.map(({ messages }) => messages.length)).toEqual([100, 1]);
    expect(pages[0]?.next).toMatch(new RegExp(`^${origin}/service/v1\\.1/apps?.*/messages\\?after=`));
  });

  it('writes the public URL where there is one', async () => {
    const { client } = await mount({ publicUrl: 'https://service.example.com/below' });
    const { mediaUrl } = await client.attachments.upload({
      source: Buffer.from('GIF89a'),
      fileName: 'dot.gif',
    });
    expect(mediaUrl).toMatch(/^https:\/\/service\.example\.com\/below\/media\//);
  });
});

describe('trigger', () => {
  it('gives the deliveries, one for each webhook that is subscribed and has the trigger in its version', async () => {
    const { emulator, client } = await startEmulator({ probe: false });
    const target = 'http://127.0.0.1:1/';
    await client.webhooks.create({ target, triggers: ['*'] });
    await client.webhooks.create({ target, triggers: ['postback'] });
    await client.withOptions({ apiVersion: 'v1' }).webhooks.create({ target, triggers: ['*'] });
    const told = (trigger: Trigger) => emulator.trigger(trigger).map(({ version }) => version);
    expect(told('postback')).toEqual(['v1.1', 'v1.1', 'v1']);
    expect(told('message:appUser')).toEqual(['v1.1', 'v1']);
    expect(told('delivery:success')).toEqual(['v1']);
    expect(told('typing:appUser')).toEqual([]);
  });

  it('throws for a name that is none, with the nearest', () => {
    const emulator = makeEmulator();
    expect(() => emulator.trigger('message:appuser' as Trigger)).toThrow("'message:appUser'");
  });
});

describe('close', () => {
  it('cancels what is pending and hangs up', async () => {
    let isCalled = () => {};
    const called = new Promise<void>((resolve) => {
      isCalled = resolve;
    });
    let hasHungUp = () => {};
    const hungUp = new Promise<void>((resolve) => {
      hasHungUp = resolve;
    });
    const target = await listen((_request, response) => {
      response.on('close', () => hasHungUp());
      isCalled();
    });
    const { emulator, client } = await startEmulator({ probe: false });
    await client.webhooks.create({ target, triggers: ['*'] });
    emulator.user({ channel: 'web' }).say('hi');
    await called;
    await Promise.all([emulator.close(), emulator.close()]);
    await hungUp;
    expect(emulator.deliveries.list()).toMatchObject([{ state: 'cancelled' }]);
  });

  it('ends calls of the API, and lets nobody listen again', async () => {
    const { emulator, url, client } = await startEmulator({}, { maxRetries: 0 });
    emulator.faults.add({ on: 'api', path: '*/webhooks', action: 'timeout' });
    const refused = new Promise<void>((resolve) => {
      const listing = client.webhooks.list();
      void listing.catch(() => resolve());
    });
    await fetch(`${url}/media/none`);
    await emulator.close();
    await refused;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    await expect(emulator.listen()).rejects.toMatchObject(invalid);
  });

  it('sends nothing of what happens afterwards', async () => {
    const { emulator, client } = await startEmulator({ probe: false });
    await client.webhooks.create({ target: 'http://127.0.0.1:1/', triggers: ['*'] });
    await emulator.close();
    emulator.user({ channel: 'web' }).say('hi');
    emulator.trigger('postback');
    expect(emulator.deliveries.list()).toMatchObject([
      { trigger: 'message:appUser', state: 'cancelled', attempts: [] },
      { trigger: 'postback', state: 'cancelled', attempts: [] },
    ]);
    await emulator.idle();
  });
});
