import { createServer } from 'node:http';
import express from 'express';
import { createReceiver } from '../../src/index.ts';
import { createMemoryLogger, type FixtureName, fixture, fixtures, replay } from '../../src/testing/index.ts';
import { closeServers, createFakeQueue, listen, SECRET } from '../receiver/support.ts';

const express4 = require('express4') as typeof express;
const path = '/webhooks/messaging';
const text = 'v1.1/message.appUser/text';

afterEach(closeServers);

function makeReceiver() {
  const queue = createFakeQueue();
  return { queue, receiver: createReceiver({ secrets: SECRET, queue, logger: createMemoryLogger() }) };
}

/** Answers with the body's `id`, and keeps the order in which they came. */
function makeEcho() {
  const seen: unknown[] = [];
  const app = express();
  app.post(path, express.json(), (request, response) => {
    seen.push(request.body.id);
    response.json({ id: request.body.id });
  });
  return { app, seen };
}

const numbered = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const idsOf = (answers: readonly { body: unknown }[]) =>
  answers.map(({ body }) => (body as { id: number }).id);

describe('replay', () => {
  it.each(Object.entries({ 'express 5': express, 'express 4': express4 }))(
    'posts to a receiver in an app of %s',
    async (_, framework) => {
      const { queue, receiver } = makeReceiver();
      const app = framework();
      app.use(path, receiver);
      const answers = await replay(app, text, { path, secret: SECRET });
      expect(answers).toEqual([
        {
          name: text,
          status: 200,
          headers: expect.objectContaining({ 'content-type': 'application/json' }),
          body: { outcome: 'queued' },
          tookMs: expect.any(Number),
        },
      ]);
      expect(queue.deliveries.map(({ payload }) => payload)).toEqual([fixture(text)]);
    },
  );

  it('posts to a URL, whose own path counts when none is given', async () => {
    const { receiver } = makeReceiver();
    const url = await listen(express().use(path, receiver));
    const statuses = async (target: string | URL, given?: string) =>
      (await replay(target, text, { path: given, secret: SECRET })).map(({ status }) => status);
    expect(await statuses(url + path)).toEqual([200]);
    expect(await statuses(new URL(url), path)).toEqual([200]);
    expect(await statuses(url)).toEqual([404]);
  });

  it('posts to a receiver in process', async () => {
    const { queue, receiver } = makeReceiver();
    const answers = await replay(receiver, [text, 'v1/message.appUser/text'], { secret: SECRET });
    expect(answers.map(({ body }) => body)).toEqual([{ outcome: 'queued' }, { outcome: 'duplicate' }]);
    expect(queue.deliveries).toHaveLength(1);
  });

  it('posts to a server, where it listens and when it does not', async () => {
    const server = createServer((request, response) => {
      response.end(request.headers.host);
    });
    const [lent] = await replay(server, text, { secret: SECRET });
    expect(lent?.status).toBe(200);
    expect(server.listening).toBe(false);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const [own] = await replay(server, text, { secret: SECRET });
    expect(own?.body).toBe(`127.0.0.1:${port}`);
    expect(lent?.body).not.toBe(own?.body);
    await new Promise((resolve) => server.close(resolve));
  });

  it('sends JSON with the secret in the header of that name', async () => {
    const seen: unknown[] = [];
    const app = express().use(express.text({ type: 'application/json' }), (request, response) => {
      const { 'x-api-key': usual, 'x-hook-secret': own, 'content-length': length } = request.headers;
      seen.push({ usual, own, length, body: request.body });
      response.sendStatus(204);
    });
    await replay(app, { umlaut: 'ü' }, { secret: SECRET });
    await replay(app, { umlaut: 'ü' }, { secret: SECRET, header: 'X-Hook-Secret' });
    const body = '{"umlaut":"ü"}';
    expect(seen).toEqual([
      { usual: SECRET, own: undefined, length: '15', body },
      { usual: undefined, own: SECRET, length: '15', body },
    ]);
  });

  it('takes names, entries of fixtures(), objects and bytes, and names the answers of fixtures', async () => {
    const { receiver } = makeReceiver();
    const [entry] = fixtures({ trigger: 'postback', version: 'v1.1' });
    if (entry === undefined) throw new Error('there is no such fixture');
    const broken = Buffer.from('{"trigger":');
    const answers = await replay(receiver, [text, entry, { trigger: 'new:one' }, broken, {}], {
      secret: SECRET,
    });
    expect(answers.map(({ name, status }) => [name, status])).toEqual([
      [text, 200],
      [entry.name, 200],
      [undefined, 200],
      [undefined, 400],
      [undefined, 400],
    ]);
  });

  it('posts every fixture of both versions, each answered 200', async () => {
    const { receiver } = makeReceiver();
    const all = fixtures();
    const answers = await replay(receiver, all, { secret: SECRET, concurrency: 8 });
    expect(answers.map(({ name }) => name)).toEqual(all.map(({ name }) => name));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('posts each several times, with the answers of one beside each other', async () => {
    const { app, seen } = makeEcho();
    const answers = await replay(app, numbered(3), { path, secret: SECRET, times: 2 });
    expect(idsOf(answers)).toEqual([0, 0, 1, 1, 2, 2]);
    expect(seen).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it('posts in an order of the seed, and answers in that of the list', async () => {
    const first = makeEcho();
    const answers = await replay(first.app, numbered(20), { path, secret: SECRET, shuffle: 7 });
    expect(idsOf(answers)).toEqual(numbered(20).map(({ id }) => id));
    expect(first.seen).not.toEqual(idsOf(answers));
    const second = makeEcho();
    await replay(second.app, numbered(20), { path, secret: SECRET, shuffle: 7 });
    expect(second.seen).toEqual(first.seen);
    const other = makeEcho();
    await replay(other.app, numbered(20), { path, secret: SECRET, shuffle: 8 });
    expect(other.seen).not.toEqual(first.seen);
  });

  it.each([
    [4, 4],
    [1, undefined],
  ])('has %d calls under way when concurrency is %p', async (expected, concurrency) => {
    let open = 0;
    let mostOpen = 0;
    let release = () => {};
    let released = new Promise<void>((resolve) => (release = resolve));
    const handle = async () => {
      mostOpen = Math.max(mostOpen, ++open);
      // waits for the others, and for one too many
      if (open === expected) setImmediate(release);
      await released;
      if (--open === 0) released = new Promise((resolve) => (release = resolve));
      return { status: 200, headers: {}, body: '' };
    };
    const answers = await replay({ handle }, numbered(20), { secret: SECRET, concurrency });
    expect(answers).toHaveLength(20);
    expect(mostOpen).toBe(expected);
  });

  it('gives the text of an answer that is no JSON, though it says so', async () => {
    const bodies = ['plain', '{"cut":'];
    const app = express().post('/', (_request, response) => {
      response.type(bodies.length === 2 ? 'text' : 'json').send(bodies.shift());
    });
    const answers = await replay(app, [{}, {}], { secret: SECRET });
    expect(answers.map(({ body }) => body)).toEqual(['plain', '{"cut":']);
  });

  it('gives a redirect as it is', async () => {
    const app = express().post('/', (_request, response) => response.redirect(307, '/other'));
    const [answer] = await replay(app, {}, { secret: SECRET });
    expect(answer).toMatchObject({ status: 307, headers: { location: '/other' } });
  });

  it('rejects when nobody listens, with the name of the fixture and the cause', async () => {
    const url = await listen(() => {});
    await closeServers();
    const failed = replay(url, text, { secret: SECRET });
    await expect(failed).rejects.toThrow(`No answer to ${text}: no connection came about.`);
    await expect(failed).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('rejects when the target hangs up, and posts no more', async () => {
    let calls = 0;
    const app = express().use((request) => {
      calls++;
      request.socket.destroy();
    });
    await expect(replay(app, numbered(5), { secret: SECRET })).rejects.toThrow(
      'the connection ended before the answer',
    );
    expect(calls).toBe(1);
  });

  it.each([
    ['an app', express().use(() => {})],
    ['a target in process', { handle: () => new Promise<never>(() => {}) }],
  ])('rejects when %s is silent for too long, also beside others', async (_, target) => {
    await expect(
      replay(target, [text, text], { secret: SECRET, timeoutMs: 30, concurrency: 2 }),
    ).rejects.toThrow(`No answer to ${text} within 30 ms.`);
  });

  it.each<[string, Partial<Parameters<typeof replay>[2]>, string]>([
    ['a missing secret', { secret: undefined }, 'secret must be'],
    ['an empty secret', { secret: '' }, 'secret must be'],
    ['a secret with a line end', { secret: 'a\nb' }, 'secret must be'],
    ['a path without a slash', { path: 'webhooks' }, "path must begin with '/'"],
    ['a header that is none', { header: 'x api key' }, 'header must be'],
    ['zero times', { times: 0 }, 'times must be'],
    ['a concurrency of zero', { concurrency: 0 }, 'concurrency must be'],
    ['a seed that is no whole number', { shuffle: 0.5 }, 'shuffle must be'],
    ['a limit of zero', { timeoutMs: 0 }, 'timeoutMs must be'],
    ['an unknown option', { seed: 1 } as object, "replay has no option 'seed'"],
  ])('refuses %s', async (_, options, message) => {
    const failed = replay(express(), text, { secret: SECRET, ...options });
    await expect(failed).rejects.toMatchObject({
      code: 'invalid_options',
      message: expect.stringContaining(message),
    });
  });

  it.each<[string, unknown, unknown, string]>([
    ['a fixture that does not exist', express(), 'v1.1/message.appUser/texd', `'${text}'`],
    ['a payload that is none', express(), 5, 'What is sent must be'],
    ['a target of another scheme', 'ftp://example.com', text, 'http://'],
    ['a target that is no URL', 'localhost', text, 'http://'],
    ['a target that is nothing', undefined, text, 'target must be'],
    ['an object that is no target', { listen() {} }, text, 'target must be'],
  ])('refuses %s', async (_, target, sendable, message) => {
    const failed = replay(target as string, sendable as FixtureName, { secret: SECRET });
    await expect(failed).rejects.toMatchObject({
      code: 'invalid_options',
      message: expect.stringContaining(message),
    });
  });
});
