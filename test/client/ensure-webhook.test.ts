import {
  type Client,
  type EnsureWebhookOptions,
  type Webhook,
  webhookSecrets,
} from '../../src/client/index.ts';
import { OptionsError } from '../../src/errors/index.ts';
import { createMemoryQueue } from '../../src/queue/index.ts';
import { createReceiver } from '../../src/receiver/index.ts';
import { failureOf, makeClient } from './support/client.ts';
import type { Reply, SeenCall } from './support/server.ts';
import { type Service, services } from './support/services/index.ts';

interface Stored {
  _id: string;
  target: string;
  triggers: string[];
  secret: string;
  version?: string;
  includeClient?: boolean;
  includeFullAppUser?: boolean;
}

/** Serves the webhooks of an app as Part A describes it. */
function createModel(): (call: SeenCall) => Reply {
  const stored: Stored[] = [];
  return ({ method, url, body }) => {
    const [, version, , id] = url.split('/');
    if (method === 'GET') return { status: 200, body: { webhooks: stored } };
    const given = JSON.parse(body) as Partial<Stored>;
    if (method === 'PUT') {
      const webhook = stored.find(({ _id }) => _id === id);
      return { status: 200, body: { webhook: webhook && Object.assign(webhook, given) } };
    }
    const own = {
      _id: `w${stored.length}`,
      secret: `secret-number-${stored.length}`,
      triggers: [],
      target: '',
    };
    // Absent in what v1 made.
    const webhook = { ...own, ...given, ...(version === 'v1.1' && { version }) };
    stored.push(webhook);
    return { status: 201, body: { webhook } };
  };
}

const target = 'https://example.com/webhooks';

describe.each(services)('with $service', ({ start }) => {
  let server: Service;
  let client: Client;
  /** A webhook of another target, and one of v1 with the target. */
  let others: readonly Webhook[];

  beforeEach(async () => {
    server = await start(createModel());
    client = makeClient(server.baseUrl);
    await client.webhooks.create({ target: 'https://example.com/other', triggers: ['*'] });
    await client.withOptions({ apiVersion: 'v1' }).webhooks.create({ target, triggers: ['message'] });
    others = await client.webhooks.list();
    server.calls.length = 0;
  });
  afterEach(() => server.close());

  const changes = () =>
    server.calls.filter(({ method }) => method !== 'GET').map(({ method, url, body }) => [method, url, body]);

  describe('webhooks.ensure', () => {
    it('creates the webhook of its target and version, and finds it the next time', async () => {
      const wanted = { target, triggers: ['message:appUser', 'postback'], includeClient: true } as const;
      const first = await client.webhooks.ensure(wanted);
      expect(first).toMatchObject({
        action: 'created',
        webhook: { version: 'v1.1', secret: expect.stringMatching(/.{8}/) },
      });
      expect(await client.webhooks.ensure(wanted)).toEqual({ action: 'unchanged', webhook: first.webhook });
      expect(changes()).toEqual([
        [
          'POST',
          '/v1.1/webhooks',
          `{"target":"${target}","triggers":["message:appUser","postback"],"includeClient":true}`,
        ],
      ]);
      expect(await client.webhooks.list()).toEqual(others.concat(first.webhook));
    });

    it('takes triggers for a set', async () => {
      const { webhook } = await client.webhooks.ensure({ target, triggers: ['a', 'b', 'a'] });
      expect(webhook.triggers).toEqual(['a', 'b']);
      expect(await client.webhooks.ensure({ target, triggers: ['b', 'b', 'a'] })).toMatchObject({
        action: 'unchanged',
      });
    });

    it.each<[Partial<EnsureWebhookOptions>, object]>([
      [{ triggers: ['a'] }, { triggers: ['a'] }],
      [{ triggers: ['a', 'c'] }, { triggers: ['a', 'c'] }],
      [{ triggers: ['a', 'b', 'c'] }, { triggers: ['a', 'b', 'c'] }],
      [{ includeClient: false }, { includeClient: false }],
      [{ includeFullAppUser: true }, { includeFullAppUser: true }],
    ])('updates what differs with %j, and nothing else', async (change, json) => {
      const wanted = { target, triggers: ['a', 'b'], includeClient: true };
      const { webhook } = await client.webhooks.ensure(wanted);
      expect(await client.webhooks.ensure({ ...wanted, ...change })).toMatchObject({ action: 'updated' });
      expect(changes()[1]).toEqual(['PUT', `/v1.1/webhooks/${webhook._id}`, JSON.stringify(json)]);
      expect(await client.webhooks.list()).toEqual(others.concat({ ...webhook, ...json }));
    });

    it('leaves flags that it is not told of, and takes an absent one for false', async () => {
      await client.webhooks.ensure({ target, triggers: ['a'], includeClient: true });
      const same = { target, triggers: ['a'], includeFullAppUser: false };
      expect(await client.webhooks.ensure(same)).toMatchObject({ action: 'unchanged' });
    });

    it('means the webhook of v1 with a client of v1, or when it is told so', async () => {
      const v1 = client.withOptions({ apiVersion: 'v1' });
      expect(await v1.webhooks.ensure({ target, triggers: ['message'] })).toMatchObject({
        action: 'unchanged',
        webhook: { _id: others[1]?._id },
      });
      await client.webhooks.ensure({ target, triggers: ['postback'], apiVersion: 'v1' });
      expect(changes()).toEqual([['PUT', `/v1/webhooks/${others[1]?._id}`, '{"triggers":["postback"]}']]);
    });

    it('knows its target in another spelling', async () => {
      await client.webhooks.create({ target: 'https://example.com/', triggers: ['a'] });
      expect(await client.webhooks.ensure({ target: 'HTTPS://EXAMPLE.com', triggers: ['a'] })).toMatchObject({
        action: 'unchanged',
      });
    });

    it('creates no second one when the answer of the first is lost', async () => {
      server.sufferAlways({ type: 'dropAfterCommit' }, 'POST');
      const { action, webhook } = await client.webhooks.ensure({ target, triggers: ['a'] });
      expect(action).toBe('created');
      expect(await client.webhooks.list()).toEqual(others.concat(webhook));
    });

    it('gives what it changed when the answer is lost', async () => {
      await client.webhooks.ensure({ target, triggers: ['a'] });
      server.suffer(undefined, { type: 'dropAfterCommit' });
      const { action, webhook } = await client.webhooks.ensure({ target, triggers: ['b'] });
      expect(action).toBe('updated');
      expect(await client.webhooks.list()).toEqual(others.concat(webhook));
      expect(webhook.triggers).toEqual(['b']);
    });

    it.each([
      [{ target: 'example.com', triggers: ['a'] }, /target must be a URL/],
      [{ target: 'https://', triggers: ['a'] }, /target must be a URL/],
      [{ target, triggers: [] }, /triggers must be a list/],
      [{ target, triggers: [''] }, /triggers must be a list/],
      [{ target, triggers: 'message' }, /triggers must be a list/],
      [{ target }, /triggers must be a list/],
      [{ target, triggers: ['a'], includeClient: 'yes' }, /includeClient must be true or false/],
      [{ target, triggers: ['a'], apiVersion: 'v2' }, /apiVersion must be/],
      [{ target, triggers: ['a'], secret: 'x' }, /no option 'secret'/],
    ])('refuses %j before the call', async (wanted, message) => {
      const error = await failureOf(client.webhooks.ensure(wanted as EnsureWebhookOptions));
      expect(error).toBeInstanceOf(OptionsError);
      expect((error as Error).message).toMatch(message);
      expect(server.calls).toEqual([]);
    });
  });

  describe('webhookSecrets', () => {
    it('gives the secrets of all webhooks with their versions, or of one target', async () => {
      const [other, old] = others.map(({ _id, secret }) => ({ name: _id, secret }));
      expect(await webhookSecrets(client)()).toEqual([
        { ...other, version: 'v1.1' },
        { ...old, version: 'v1' },
      ]);
      expect(await webhookSecrets(client, { target })()).toEqual([{ ...old, version: 'v1' }]);
      expect(() => webhookSecrets(client, { url: target } as object)).toThrow(OptionsError);
    });

    it('lets a receiver take the call of a webhook that was created a moment ago', async () => {
      let nowMs = 1_700_000_000_000;
      const clock = { now: () => nowMs, schedule: () => () => {} };
      const logger = { debug() {}, info() {}, warn() {}, error() {} };
      const queue = createMemoryQueue({ logger });
      const receiver = createReceiver({ secrets: webhookSecrets(client), queue, clock, logger });
      const call = async (secret: string) => {
        const body = '{"trigger":"message:appUser","version":"v1.1"}';
        return (await receiver.handle({ method: 'POST', headers: { 'x-api-key': secret }, body })).status;
      };
      expect(await call(others[1]?.secret ?? '')).toBe(200);
      const { webhook } = await client.webhooks.ensure({ target, triggers: ['message:appUser'] });
      // Asked too lately: not 401, which would be final.
      expect(await call(webhook.secret)).toBe(503);
      nowMs += 10_000;
      expect(await call(webhook.secret)).toBe(200);
      await receiver.drain();
      await queue.close();
    });
  });
});
