import fc from 'fast-check';
import type { Client } from '../../src/client/index.ts';
import { OptionsError } from '../../src/errors/index.ts';
import { createPatientClock, failureOf, makeClient } from './support/client.ts';
import { listFrom, type ModelMessage } from './support/message-model.ts';
import { dropConnection, html, type Reply, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let stored: (ModelMessage & { text?: string })[];
beforeEach(async () => {
  server = await startServer();
  stored = [];
});
afterEach(() => server.close());

/** Executes a POST, and answers a POST or a GET as the service does. */
function serve(call: { method: string; url: string; headers: object; body: string }): Reply {
  if (call.method === 'GET') {
    if (stored.length === 0) return { status: 404, body: { error: { code: 'conversation_not_found' } } };
    return listFrom(stored, { ...call, headers: {} }, 100, server.baseUrl);
  }
  const message = {
    ...JSON.parse(call.body),
    _id: `m${stored.length}`,
    received: 1_700_000_000 + stored.length,
  };
  stored.push(message);
  return { status: 201, body: { message, conversation: { _id: 'c' } } };
}

const post = (client: Client, dedupeKey: string, more: object = {}) =>
  client.messages.create('jane', { role: 'appMaker', type: 'text', text: 'Hello' }, { dedupeKey, ...more });

/** What can happen to one call. Of those that end in `executed` the answer is lost. */
const fates = {
  fine: (run) => run(),
  '429': () => ({ status: 429 }),
  '500': () => ({ status: 500 }),
  'html 502': () => html(502),
  dropped: () => dropConnection,
  '500 executed': (run) => {
    run();
    return { status: 500 };
  },
  'dropped executed': (run) => {
    run();
    return dropConnection;
  },
  'cut executed': (run) => {
    run();
    return (response) => response.writeHead(201, { 'content-type': 'application/json' }).end('{"mess');
  },
  'silent executed': (run, hang) => {
    run();
    return hang;
  },
  silent: (_run, hang) => hang,
} satisfies Record<string, (run: () => Reply, hang: Reply) => Reply>;
type Fate = keyof typeof fates;

describe('a post with a dedupeKey', () => {
  it('carries the key beside the metadata of the message', async () => {
    server.answer(serve);
    const body = { role: 'appMaker', type: 'text', text: 'Hello', metadata: { a: 1 } } as const;
    const answer = await makeClient(server.baseUrl).messages.create('jane', body, { dedupeKey: 'k1' });
    expect(answer.message._id).toBe('m0');
    expect(server.calls.map(({ method, url, body: sent }) => [method, url, sent])).toEqual([
      [
        'POST',
        '/v1.1/appusers/jane/messages',
        '{"role":"appMaker","type":"text","text":"Hello","metadata":{"a":1,"dedupeKey":"k1"}}',
      ],
    ]);
  });

  it('gives the message that was stored although its answer was lost', async () => {
    server.answer((call) =>
      call.method === 'POST' ? fates['dropped executed'](() => serve(call)) : serve(call),
    );
    const answer = await post(makeClient(server.baseUrl), 'k1').withResponse();
    expect(answer).toMatchObject({
      data: { message: { _id: 'm0', metadata: { dedupeKey: 'k1' } }, conversation: { _id: 'c' } },
      attempts: 1,
    });
    expect(stored).toHaveLength(1);
  });

  it.each<Fate>(['500 executed', 'dropped executed', 'cut executed', 'silent executed'])(
    'that is %s gives the message all the same',
    async (fate) => {
      const clock = createPatientClock();
      const hang: Reply = () => void clock.advance(30_000);
      server.answer((call) => (call.method === 'POST' ? fates[fate](() => serve(call), hang) : serve(call)));
      const answer = await post(makeClient(server.baseUrl, { clock }), 'k1');
      expect(answer.message._id).toBe('m0');
      expect(server.calls.map(({ method }) => method)).toEqual(['POST', 'GET']);
    },
  );

  it('looks even after the last attempt', async () => {
    server.answer((call) =>
      call.method === 'POST' ? fates['500 executed'](() => serve(call)) : serve(call),
    );
    await expect(post(makeClient(server.baseUrl, { maxRetries: 0 }), 'k1')).resolves.toMatchObject({
      message: { _id: 'm0' },
    });
  });

  it('is made as often as retries are allowed, and looked for each time', async () => {
    server.answer((call) => (call.method === 'POST' ? { status: 500 } : serve(call)));
    const error = await failureOf(post(makeClient(server.baseUrl, { maxRetries: 2 }), 'k1'));
    expect(error).toMatchObject({ status: 500, attempts: 3 });
    expect(server.calls.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'GET', 'POST', 'GET']);
  });

  it('takes the newest of several messages that carry its key', async () => {
    server.answer(serve);
    const client = makeClient(server.baseUrl);
    await post(client, 'k1');
    await post(client, 'k1');
    expect(await post(client, 'k1', { lookFirst: true })).toMatchObject({ message: { _id: 'm1' } });
  });

  it('does not take another message for its own', async () => {
    server.answer(serve);
    const client = makeClient(server.baseUrl);
    await post(client, 'k1');
    let first = true;
    server.answer((call) => {
      const lose = call.method === 'POST' && first;
      if (lose) first = false;
      return lose ? { status: 500 } : serve(call);
    });
    expect(await post(client, 'k2')).toMatchObject({ message: { _id: 'm1' } });
    expect(stored.map(({ metadata }) => metadata?.['dedupeKey'])).toEqual(['k1', 'k2']);
  });

  it('fails with the error of the post when it cannot look', async () => {
    server.answer(({ method }) => (method === 'POST' ? { status: 502 } : { status: 403, body: {} }));
    const error = await failureOf(post(makeClient(server.baseUrl), 'k1'));
    expect(error).toMatchObject({ name: 'ServerError', status: 502, method: 'POST', retryable: false });
    expect(server.calls.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('fails at once where nothing is open', async () => {
    server.script({ status: 423, body: { error: { code: 'locked' } } });
    expect(await failureOf(post(makeClient(server.baseUrl), 'k1'))).toMatchObject({ code: 'locked' });
    expect(server.calls).toHaveLength(1);
  });

  it('looks before the first attempt when it is told to', async () => {
    server.answer(serve);
    const client = makeClient(server.baseUrl);
    await post(client, 'k1', { lookFirst: true });
    await post(client, 'k1', { lookFirst: true });
    expect(server.calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
    expect(stored).toHaveLength(1);
  });

  it.each(['', '  ', 'x'.repeat(256)])('refuses the key %j before the call', async (key) => {
    expect(await failureOf(post(makeClient(server.baseUrl), key))).toBeInstanceOf(OptionsError);
    expect(server.calls).toEqual([]);
  });

  it('takes a key of 255 characters', async () => {
    server.answer(serve);
    await expect(post(makeClient(server.baseUrl), 'x'.repeat(255))).resolves.toBeDefined();
  });

  it('is executed once at most, wherever answers are lost, and once in all when it is run again', async () => {
    const fate = fc.constantFrom(...(Object.keys(fates) as Fate[]));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fate, { maxLength: 12 }),
        fc.integer({ min: 0, max: 4 }),
        async (plan, maxRetries) => {
          stored = [];
          const clock = createPatientClock();
          const left = [...plan];
          const hang: Reply = () => void clock.advance(30_000);
          server.answer((call) => fates[left.shift() ?? 'fine'](() => serve(call), hang));
          const client = makeClient(server.baseUrl, { clock, maxRetries, deadlineMs: 1_000_000 });
          const answer = await post(client, 'k1').catch(() => undefined);
          expect(stored.length).toBeLessThanOrEqual(1);
          if (answer !== undefined) expect(answer.message._id).toBe(stored[0]?._id);

          server.answer(serve);
          const again = await post(client, 'k1', { lookFirst: true });
          expect(stored).toHaveLength(1);
          expect(again.message._id).toBe('m0');
        },
      ),
      { numRuns: 100 },
    );
  }, 60_000);
});
