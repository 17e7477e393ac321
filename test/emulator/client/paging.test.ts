import { basicAuth, type Client } from '../../../src/client/index.ts';
import { createManualClock } from '../../../src/testing/manual-clock.ts';
import { endAll, start } from './support/start.ts';

afterAll(endAll);

const startMs = 1_700_000_000_123;
const text = (index: number) => ({ role: 'appMaker', type: 'text', text: `no. ${index}` }) as const;

/** An emulator in which jane was sent `count` messages, a millisecond apart. */
async function startWith(count: number) {
  const clock = createManualClock(startMs);
  const started = await start({ clock });
  const client = started.makeClient();
  await client.appUsers.create({ userId: 'jane' });
  for (let index = 0; index < count; index++) {
    await client.messages.create('jane', text(index));
    await clock.advance(1);
  }
  /** How many calls of messages `read` makes. */
  async function countCalls(read: () => Promise<unknown>): Promise<number> {
    const before = started.emulator.calls.list().length;
    await read();
    return started.emulator.calls.list().length - before;
  }
  return { ...started, client, countCalls };
}

/** The numbers of messages. */
const numbersOf = (messages: readonly { readonly text?: string | undefined }[]) =>
  messages.map((message) => Number(message.text?.replace('no. ', '')));

/** Whole numbers, up or down. */
const range = (first: number, last: number) =>
  Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => first + Math.sign(last - first) * index);

const timeOf = (index: number) => (startMs + index) / 1000;

describe('250 messages of the emulator', () => {
  let service: Awaited<ReturnType<typeof startWith>>;
  let client: Client;
  beforeAll(async () => {
    service = await startWith(250);
    client = service.client;
  });

  it('are read once each, newest first, a hundred at a time', async () => {
    const list = client.messages.list('jane');
    expect(numbersOf(await list.toArray())).toEqual(range(249, 0));
    expect(await service.countCalls(() => list.toArray())).toBe(3);
  });

  it('are read oldest first after a bound, along the next of each answer', async () => {
    const read = await client.messages.list('jane', { after: timeOf(9) }).toArray();
    expect(numbersOf(read)).toEqual(range(10, 249));
    const app = client.forApp(service.emulator.appId);
    expect(numbersOf(await app.messages.list('jane', { after: 0 }).toArray())).toEqual(range(0, 249));
  });

  it('have a next in each answer behind which there are more, at the origin that was called', async () => {
    const pages = [];
    const { emulator, baseUrl } = service;
    for await (const { messages, next } of client.messages.list('jane', { after: timeOf(9) }).pages())
      pages.push([messages.at(-1)?.received, next]);
    const url = `${baseUrl}/v1.1/apps/${emulator.appId}/appusers/jane/messages`;
    expect(pages[0]).toEqual([timeOf(109), `${url}?after=${timeOf(109)}`]);
    expect(pages.at(-1)).toEqual([timeOf(249), undefined]);
  });

  it('are read newest first before a bound, which is left out', async () => {
    const read = await client.messages.list('jane', { before: timeOf(120) }).toArray();
    expect(numbersOf(read)).toEqual(range(119, 0));
  });

  it('are fetched as they are read', async () => {
    const list = client.messages.list('jane');
    expect(await service.countCalls(() => list.toArray({ limit: 0 }))).toBe(0);
    expect(await service.countCalls(() => list.toArray({ limit: 100 }))).toBe(1);
    expect(numbersOf(await list.toArray({ limit: 100 }))).toEqual(range(249, 150));
  });

  it('come in pages with their conversation', async () => {
    const sizes: number[] = [];
    for await (const page of client.messages.list('jane').pages()) {
      expect(page.conversation).toMatchObject({ unreadCount: 250 });
      sizes.push(page.messages.length);
    }
    expect(sizes.reduce((sum, size) => sum + size)).toBe(250);
    expect(sizes[0]).toBe(100);
  });

  it('are whole in v1 too', async () => {
    const v1 = client.withOptions({ apiVersion: 'v1' });
    expect(await v1.messages.list('jane').toArray()).toHaveLength(250);
  });
});

describe('messages of the emulator at one time', () => {
  it('have times of their own, so that none is stepped over', async () => {
    const { makeClient } = await start({ clock: 'manual' });
    const client = makeClient();
    await client.appUsers.create({ userId: 'jane' });
    const all = range(0, 129);
    for (const index of all) await client.messages.create('jane', text(index));
    const read = await client.messages.list('jane', { after: 0 }).toArray();
    expect(numbersOf(read)).toEqual(all);
    expect(new Set(read.map(({ received }) => received)).size).toBe(all.length);
  });
});

describe('a list of the emulator with an offset', () => {
  it('is read whole, whatever the size of its pages', async () => {
    const { emulator, makeClient } = await start();
    const client = makeClient();
    const account = makeClient({ auth: basicAuth(emulator.accountCredentials), appId: emulator.appId });
    for (const index of range(0, 6)) {
      await client.templates.create({ name: `no. ${index}`, message: text(index) });
      await client.integrations.create({ type: 'telegram', token: `token-${index}` });
      await account.apps.create({ name: `no. ${index}` });
    }
    for (const limit of [1, 3, 7, 25]) {
      const names = (await client.templates.list({ limit }).toArray()).map(({ name }) => name);
      expect(names).toEqual(range(0, 6).map((index) => `no. ${index}`));
      expect(await client.templates.list({ limit, offset: 5 }).toArray()).toHaveLength(2);
      expect(await client.integrations.list({ limit, types: ['telegram'] }).toArray()).toHaveLength(7);
      expect(await client.integrations.list({ limit, types: ['web'] }).toArray()).toEqual([]);
      expect(await account.apps.list({ limit }).toArray()).toHaveLength(8);
    }
  });
});
