import fc from 'fast-check';
import type { ApiCall, Call } from '../../src/client/api-call.ts';
import { listByOffset, listMessages } from '../../src/client/paging.ts';
import { OptionsError } from '../../src/errors/index.ts';
import { failureOf, makeClient } from './support/client.ts';
import { listFrom, type ModelMessage } from './support/message-model.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(() => {
  server.calls.length = 0;
});
afterAll(() => server.close());

const segments = ['appusers', 'u/1', 'messages'];

/** The way in which resources make calls, of a client of the server. */
function callOf(baseUrl: string): Call {
  const client = makeClient(baseUrl);
  return (<Answer>({ method, segments: path, query = {} }: ApiCall) =>
    client.request<Answer>(method, path, { query })) as Call;
}

/** Messages at these milliseconds after a second that no float holds exactly. */
const messagesAt = (times: readonly number[]): ModelMessage[] =>
  [...times]
    .sort((a, b) => a - b)
    .map((time, index) => ({
      _id: `m${index}`,
      received: (1_700_000_000_123 + time) / 1000,
    }));

const idsOf = (messages: readonly ModelMessage[]) => messages.map(({ _id }) => _id);

/** Times close together, of which at most `pageSize` are equal. */
const crowds = (pageSize: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: pageSize })), { maxLength: 6 })
    .map((groups) => [...new Map(groups)].flatMap(([time, count]) => Array<number>(count).fill(time)));

describe('a list of messages', () => {
  const scenario = fc
    .integer({ min: 1, max: 5 })
    .chain((pageSize) => fc.record({ pageSize: fc.constant(pageSize), times: crowds(pageSize) }));

  it('holds each message once, newest first, whatever timestamps they share', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ pageSize, times }) => {
        const all = messagesAt(times);
        server.answer((call) => listFrom(all, call, pageSize, server.baseUrl));
        const list = listMessages<ModelMessage>(callOf(server.baseUrl), segments);
        expect(new Set(idsOf(await list.toArray()))).toEqual(new Set(idsOf(all)));
        const read = await list.toArray();
        expect(read).toHaveLength(all.length);
        expect(read.map(({ received }) => received)).toEqual(all.map(({ received }) => received).reverse());
      }),
      { numRuns: 150 },
    );
  }, 30_000);

  it('holds each message after a time once, oldest first', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, fc.integer({ min: -1, max: 6 }), async ({ pageSize, times }, start) => {
        const all = messagesAt(times);
        const after = (1_700_000_000_123 + start) / 1000;
        server.answer((call) => listFrom(all, call, pageSize, server.baseUrl));
        const read = await listMessages<ModelMessage>(callOf(server.baseUrl), segments, { after }).toArray();
        const expected = all.filter(({ received }) => received > after);
        expect(new Set(idsOf(read))).toEqual(new Set(idsOf(expected)));
        expect(read.map(({ received }) => received)).toEqual(expected.map(({ received }) => received));
      }),
      { numRuns: 150 },
    );
  }, 30_000);

  it('begins before the bound, which it leaves out', async () => {
    const all = messagesAt([0, 1, 2, 3]);
    server.answer((call) => listFrom(all, call, 100, server.baseUrl));
    const before = all[2]?.received;
    const read = await listMessages<ModelMessage>(callOf(server.baseUrl), segments, { before }).toArray();
    expect(idsOf(read)).toEqual(['m1', 'm0']);
    expect(server.calls[0]?.url).toBe('/v1.1/appusers/u%2F1/messages?before=1700000000.125');
  });

  it('does not step over a bound between two milliseconds', async () => {
    const all = messagesAt([0.2, 1, 2.2, 2.6]);
    server.answer((call) => listFrom(all, call, 1, server.baseUrl));
    const from = (time: number) => (1_700_000_000_123 + time) / 1000;
    const back = listMessages<ModelMessage>(callOf(server.baseUrl), segments, { before: from(2.4) });
    expect(idsOf(await back.toArray())).toEqual(['m2', 'm1', 'm0']);
    const forward = listMessages<ModelMessage>(callOf(server.baseUrl), segments, { after: from(0.4) });
    expect(idsOf(await forward.toArray())).toEqual(['m1', 'm2', 'm3']);
  });

  it('makes one call more than there are full pages', async () => {
    for (const [count, calls] of [
      [37, 2],
      [130, 2],
    ] as const) {
      server.calls.length = 0;
      const all = messagesAt([...Array(count).keys()]);
      server.answer((call) => listFrom(all, call, 100, server.baseUrl));
      expect(await listMessages<ModelMessage>(callOf(server.baseUrl), segments).toArray()).toHaveLength(
        count,
      );
      expect(server.calls).toHaveLength(calls);
    }
  });

  it('ends although more messages share a millisecond than a page holds', async () => {
    const all = messagesAt([0, 5, 5, 5, 5, 9]);
    server.answer((call) => listFrom(all, call, 2, server.baseUrl));
    const back = await listMessages<ModelMessage>(callOf(server.baseUrl), segments).toArray();
    expect(idsOf(back)).toEqual(['m5', 'm4', 'm3', 'm0']);
    const forward = listMessages<ModelMessage>(callOf(server.baseUrl), segments, { after: 0 });
    expect(idsOf(await forward.toArray())).toEqual(['m0', 'm1', 'm2', 'm5']);
  });

  it('fetches what is read, and nothing before', async () => {
    const all = messagesAt([...Array(30).keys()]);
    server.answer((call) => listFrom(all, call, 10, server.baseUrl));
    const list = listMessages<ModelMessage>(callOf(server.baseUrl), segments);
    expect(server.calls).toEqual([]);
    expect(await list.toArray({ limit: 0 })).toEqual([]);
    expect(server.calls).toEqual([]);
    expect(idsOf(await list.toArray({ limit: 10 }))).toHaveLength(10);
    expect(server.calls).toHaveLength(1);
    for await (const message of list) if (message._id === 'm19') break;
    expect(server.calls).toHaveLength(3);
  });

  it('gives pages with what stands around the messages', async () => {
    const all = messagesAt([0, 1, 2]);
    server.answer((call) => listFrom(all, call, 2, server.baseUrl));
    const pages = [];
    for await (const page of listMessages<ModelMessage>(callOf(server.baseUrl), segments).pages())
      pages.push(page);
    expect(pages).toMatchObject([
      { conversation: { _id: 'c' }, messages: [{ _id: 'm1' }, { _id: 'm2' }] },
      { conversation: { _id: 'c' }, messages: [{ _id: 'm0' }] },
    ]);
  });

  it('gives one page of an empty conversation, and survives an answer without messages', async () => {
    server.script({ status: 200, body: { conversation: {} } });
    const list = listMessages<ModelMessage>(callOf(server.baseUrl), segments);
    const pages = [];
    for await (const page of list.pages()) pages.push(page);
    expect(pages).toEqual([{ conversation: {}, messages: [] }]);
    expect(await list.toArray()).toEqual([]);
  });

  it('takes of a next on another origin its query alone: credentials never leave', async () => {
    const thief = await startServer();
    const all = messagesAt([0, 1, 2]);
    server.answer((call) => listFrom(all, call, 2, thief.baseUrl));
    const read = await listMessages<ModelMessage>(callOf(server.baseUrl), segments, { after: 1 }).toArray();
    expect(idsOf(read)).toEqual(['m0', 'm1', 'm2']);
    expect(thief.calls).toEqual([]);
    // One millisecond before the last message, and what else stood in the query.
    expect(server.calls[1]?.url).toBe('/v1.1/appusers/u%2F1/messages?after=1700000000.123&page=%26');
    await thief.close();
  });

  it.each([
    [{ before: 1, after: 1 }, /cannot be given together/],
    [{ before: 1_700_000_000_000 }, /unix seconds/],
    [{ before: Number.NaN }, /unix seconds/],
    [{ after: -1 }, /unix seconds/],
    [{ after: '1' }, /unix seconds/],
    [{ from: 1 }, /no option 'from'/],
  ])('refuses the bounds %j', (bounds, message) => {
    const list = () => listMessages(callOf(server.baseUrl), segments, bounds as { before: number });
    expect(list).toThrow(OptionsError);
    expect(list).toThrow(message);
  });

  it('takes the bound 0 for one', async () => {
    server.answer((call) => listFrom(messagesAt([0]), call, 2, server.baseUrl));
    expect(
      await listMessages<ModelMessage>(callOf(server.baseUrl), segments, { after: 0 }).toArray(),
    ).toHaveLength(1);
    expect(server.calls[0]?.url).toContain('?after=0');
  });

  it('refuses a limit that is no count', async () => {
    const list = listMessages(callOf(server.baseUrl), segments);
    for (const limit of [-1, 0.5])
      expect(await failureOf(list.toArray({ limit }))).toBeInstanceOf(OptionsError);
    expect(await failureOf(list.toArray({ max: 1 } as object))).toBeInstanceOf(OptionsError);
  });

  it('rejects with the error of a page', async () => {
    server.script({ status: 404, body: { error: { code: 'conversation_not_found' } } });
    const error = await failureOf(listMessages(callOf(server.baseUrl), segments).toArray());
    expect(error).toMatchObject({ code: 'conversation_not_found' });
  });
});

describe('a list with an offset', () => {
  interface Page {
    readonly templates?: readonly number[];
    readonly hasMore?: boolean;
  }
  const where = { base: 'app', segments: ['templates'], key: 'templates' } as const;
  const list = (query = {}) => listByOffset<number, Page>(callOf(server.baseUrl), { ...where, query });

  it('goes on by what came while there is more', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (count, limit) => {
          const all = [...Array(count).keys()];
          server.answer(({ url }) => {
            const query = new URL(url, server.baseUrl).searchParams;
            const offset = Number(query.get('offset') ?? 0);
            const templates = all.slice(offset, offset + Number(query.get('limit')));
            return { status: 200, body: { templates, hasMore: offset + templates.length < count, offset } };
          });
          expect(await list({ limit }).toArray()).toEqual(all);
          expect(await list({ limit, offset: 3 }).toArray()).toEqual(all.slice(3));
        },
      ),
      { numRuns: 50 },
    );
  }, 30_000);

  it.each([
    [{ templates: [1, 2] }, [1, 2]],
    [{ templates: [], hasMore: true }, []],
    [{ hasMore: true }, []],
    [{}, []],
  ])('ends with the page %j', async (body, expected) => {
    server.script({ status: 200, body });
    expect(await list().toArray()).toEqual(expected);
    expect(server.calls.map(({ url }) => url)).toEqual(['/v1.1/templates']);
  });
});
