import fc from 'fast-check';
import type { Client } from '../../src/client/index.ts';
import { OptionsError } from '../../src/errors/index.ts';
import { createPatientClock, failureOf, makeClient } from './support/client.ts';
import { listFrom, type ModelMessage } from './support/message-model.ts';
import type { Reply, SeenCall } from './support/server.ts';
import { type Service, services, type Trouble } from './support/services/index.ts';

/** Executes a POST, and answers a POST or a GET of messages as the service does. */
function createModel(): (call: SeenCall) => Reply {
  const conversations = new Map<string, ModelMessage[]>();
  return (call) => {
    const path = call.url.split('?')[0] ?? '';
    if (!path.endsWith('/messages')) return { status: 201, body: { appUser: {} } };
    const stored = conversations.get(path) ?? [];
    if (call.method === 'GET') {
      if (stored.length === 0) return { status: 404, body: { error: { code: 'conversation_not_found' } } };
      return listFrom(stored, call, 100, 'http://localhost');
    }
    const place = { _id: `${path}/${stored.length}`, received: 1_700_000_000 + stored.length };
    const message = { ...JSON.parse(call.body), ...place };
    conversations.set(path, [...stored, message]);
    return { status: 201, body: { message, conversation: { _id: 'c' } } };
  };
}

/** What can happen to one call. Of those that are executed the answer is lost. */
const fates = {
  fine: undefined,
  '429': { type: 'status', status: 429 },
  '500': { type: 'status', status: 500 },
  'html 502': { type: 'html', status: 502 },
  dropped: { type: 'reset' },
  silent: { type: 'timeout' },
  'dropped executed': { type: 'dropAfterCommit' },
  '500 executed': { type: 'statusAfterCommit', status: 500 },
  'cut executed': { type: 'cutAfterCommit' },
  'silent executed': { type: 'silenceAfterCommit' },
} satisfies Record<string, Trouble | undefined>;
type Fate = keyof typeof fates;

describe.each(services)('with $service', ({ start, knows }) => {
  const possible = (Object.keys(fates) as Fate[]).filter((fate) => knows(fates[fate]));
  const executed = possible.filter((fate) => fate.endsWith('executed'));
  let server: Service;
  beforeEach(async () => {
    server = await start(createModel());
    await addUser('jane');
  });
  afterEach(() => server.close());

  /** Has the service know a user, and forgets the call. A model knows everybody. */
  async function addUser(user: string): Promise<void> {
    await makeClient(server.baseUrl)
      .appUsers.create({ userId: user })
      .catch(() => {});
    server.calls.length = 0;
  }

  const post = (client: Client, dedupeKey: string, more: object = {}, user = 'jane') =>
    client.messages.create(user, { role: 'appMaker', type: 'text', text: 'Hello' }, { dedupeKey, ...more });

  /** The messages of a user, newest first. */
  const stored = async (user = 'jane') =>
    await makeClient(server.baseUrl)
      .messages.list(user)
      .toArray()
      .catch(() => []);
  const methods = () => server.calls.map(({ method }) => method);

  describe('a post with a dedupeKey', () => {
    it('carries the key beside the metadata of the message', async () => {
      const body = { role: 'appMaker', type: 'text', text: 'Hello', metadata: { a: 1 } } as const;
      const answer = await makeClient(server.baseUrl).messages.create('jane', body, { dedupeKey: 'k1' });
      expect(await stored()).toMatchObject([
        { _id: answer.message._id, metadata: { a: 1, dedupeKey: 'k1' } },
      ]);
      expect(server.calls.slice(0, 1).map(({ method, url, body: sent }) => [method, url, sent])).toEqual([
        [
          'POST',
          '/v1.1/appusers/jane/messages',
          '{"role":"appMaker","type":"text","text":"Hello","metadata":{"a":1,"dedupeKey":"k1"}}',
        ],
      ]);
    });

    it('gives the message that was stored although its answer was lost', async () => {
      server.suffer(fates['dropped executed']);
      const answer = await post(makeClient(server.baseUrl), 'k1').withResponse();
      const [message, ...others] = await stored();
      expect(answer).toMatchObject({
        data: {
          message: { _id: message?._id, metadata: { dedupeKey: 'k1' } },
          conversation: { _id: expect.any(String) },
        },
        attempts: 1,
      });
      expect(others).toEqual([]);
    });

    it.each(executed)('that is %s gives the message all the same', async (fate) => {
      const clock = createPatientClock();
      server.listen({ onSilence: () => void clock.advance(30_000) });
      server.sufferAlways(fates[fate] as Trouble, 'POST');
      const answer = await post(makeClient(server.baseUrl, { clock }), 'k1');
      expect(methods()).toEqual(['POST', 'GET']);
      expect(await stored()).toMatchObject([{ _id: answer.message._id }]);
    });

    it('looks even after the last attempt', async () => {
      server.sufferAlways(fates['dropped executed'], 'POST');
      const answer = await post(makeClient(server.baseUrl, { maxRetries: 0 }), 'k1');
      expect(await stored()).toMatchObject([{ _id: answer.message._id }]);
    });

    it('is made as often as retries are allowed, and looked for each time', async () => {
      server.sufferAlways(fates['500'], 'POST');
      const error = await failureOf(post(makeClient(server.baseUrl, { maxRetries: 2 }), 'k1'));
      expect(error).toMatchObject({ status: 500, attempts: 3 });
      expect(methods()).toEqual(['POST', 'GET', 'POST', 'GET', 'POST', 'GET']);
    });

    it('takes the newest of several messages that carry its key', async () => {
      const client = makeClient(server.baseUrl);
      await post(client, 'k1');
      const { message } = await post(client, 'k1');
      expect(await post(client, 'k1', { lookFirst: true })).toMatchObject({ message: { _id: message._id } });
    });

    it('does not take another message for its own', async () => {
      const client = makeClient(server.baseUrl);
      await post(client, 'k1');
      server.suffer(fates['500']);
      const { message } = await post(client, 'k2');
      const all = await stored();
      expect(all[0]?._id).toBe(message._id);
      expect(all.map(({ metadata }) => metadata?.['dedupeKey'])).toEqual(['k2', 'k1']);
    });

    it('fails with the error of the post when it cannot look', async () => {
      server.suffer({ type: 'status', status: 502 }, { type: 'status', status: 403 });
      const error = await failureOf(post(makeClient(server.baseUrl), 'k1'));
      expect(error).toMatchObject({ name: 'ServerError', status: 502, method: 'POST', retryable: false });
      expect(methods()).toEqual(['POST', 'GET']);
    });

    it('fails at once where nothing is open', async () => {
      server.suffer({ type: 'status', status: 423, code: 'locked' });
      expect(await failureOf(post(makeClient(server.baseUrl), 'k1'))).toMatchObject({ code: 'locked' });
      expect(server.calls).toHaveLength(1);
    });

    it('looks before the first attempt when it is told to', async () => {
      const client = makeClient(server.baseUrl);
      await post(client, 'k1', { lookFirst: true });
      await post(client, 'k1', { lookFirst: true });
      expect(methods()).toEqual(['GET', 'POST', 'GET']);
      expect(await stored()).toHaveLength(1);
    });

    it.each(['', '  ', 'x'.repeat(256)])('refuses the key %j before the call', async (key) => {
      expect(await failureOf(post(makeClient(server.baseUrl), key))).toBeInstanceOf(OptionsError);
      expect(server.calls).toEqual([]);
    });

    it('takes a key of 255 characters', async () => {
      await expect(post(makeClient(server.baseUrl), 'x'.repeat(255))).resolves.toBeDefined();
    });

    it('is executed once at most, wherever answers are lost, and once in all when it is run again', async () => {
      const fate = fc.constantFrom(...possible);
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fate, { maxLength: 12 }),
          fc.integer({ min: 0, max: 4 }),
          async (plan, maxRetries) => {
            const user = `user-${++runs}`;
            await addUser(user);
            const clock = createPatientClock();
            server.listen({ onSilence: () => void clock.advance(30_000) });
            server.suffer(...plan.map((each) => fates[each]));
            const client = makeClient(server.baseUrl, { clock, maxRetries, deadlineMs: 1_000_000 });
            const answer = await post(client, 'k1', {}, user).catch(() => undefined);
            server.suffer();
            const [first, ...others] = await stored(user);
            expect(others).toEqual([]);
            if (answer !== undefined) expect(answer.message._id).toBe(first?._id);

            const again = await post(client, 'k1', { lookFirst: true }, user);
            expect(await stored(user)).toMatchObject([{ _id: first?._id ?? again.message._id }]);
            expect(again.message._id).toBe(first?._id ?? again.message._id);
          },
        ),
        { numRuns: 100 },
      );
    }, 60_000);
  });
});
