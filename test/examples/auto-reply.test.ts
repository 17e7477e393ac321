import { fixture } from '../../src/testing/index.ts';
import {
  dropConnection,
  html,
  type Reply,
  type SeenCall,
  startServer,
  type TestServer,
} from '../client/support/server.ts';
import { killExamples, postWebhook, type RunningExample, startExample } from './support.ts';

jest.setTimeout(60_000);

const keyId = 'app_5f3a6c1e9b1d4a0012ab34c0';
const secret = 'c2VjcmV0LW9mLXRoZS10ZXN0cw';
const webhookSecret = 'e2b1c6f09d7a4853';
const user = '/v1.1/appusers/5e4a9c601b9d2e4c7a004a24';
const payload = fixture('v1.1/message.appUser/text');

/** What the service does wrong, by the call that it happens to for the first time. */
type Fault =
  | 'loses its answer'
  | 'answers 502, and has posted'
  | 'does not get the post'
  | 'fails behind the post';

/** The service, as far as the example calls it, with one fault. */
class Service {
  readonly posted: Record<string, unknown>[] = [];
  /** How often a post came, and how often the conversation was read. */
  posts: number = 0;
  reads: number = 0;

  readonly fault: Fault | undefined;

  constructor(fault?: Fault) {
    this.fault = fault;
  }

  readonly reply = (call: SeenCall): Reply => {
    switch (`${call.method} ${call.url}`) {
      case 'GET /v1.1/webhooks': {
        const webhook = {
          _id: '5f',
          target: 'http://h',
          triggers: ['*'],
          version: 'v1.1',
          secret: webhookSecret,
        };
        return { status: 200, body: { webhooks: [webhook] } };
      }
      case `GET ${user}/messages`:
        if (this.posted.length > 0)
          return { status: 200, body: { conversation: { _id: 'c' }, messages: this.posted } };
        return {
          status: 404,
          body: { error: { code: 'conversation_not_found', description: 'No conversation' } },
        };
      case `POST ${user}/messages`:
        return this.#post(call.body);
      case `POST ${user}/conversation/activity`:
        this.reads += 1;
        if (this.fault === 'fails behind the post' && this.reads === 1) return html(503);
        return { status: 200, body: { conversation: { _id: 'c' } } };
      default:
        return { status: 404, body: { error: { code: 'route_not_found', description: call.url } } };
    }
  };

  #post(body: string): Reply {
    this.posts += 1;
    const fault = this.posts === 1 ? this.fault : undefined;
    if (fault === 'does not get the post') return dropConnection;
    const message = { _id: `m${this.posts}`, received: 1592316084 + this.posts, ...JSON.parse(body) };
    this.posted.push(message);
    if (fault === 'loses its answer') return dropConnection;
    if (fault === 'answers 502, and has posted') return html(502);
    return { status: 201, body: { message, conversation: { _id: 'c' } } };
  }
}

describe('auto-reply', () => {
  let server: TestServer;

  beforeEach(async () => {
    server = await startServer();
  });

  afterEach(async () => {
    await killExamples();
    await server.close();
  });

  async function start(
    service: Service,
  ): Promise<{ example: RunningExample; deliver: (body: object) => Promise<unknown> }> {
    server.answer(service.reply);
    const example = startExample('auto-reply/app.ts', {
      PORT: '0',
      SWITCHHOOK_KEY_ID: keyId,
      SWITCHHOOK_SECRET: secret,
      SWITCHHOOK_APP_ID: '',
      SWITCHHOOK_BASE_URL: server.baseUrl,
    });
    const [, address] = await example.line(/^listening on (http:\S+)$/);
    const deliver = async (body: object) => {
      const answer = await postWebhook(`${address}/webhooks/messaging`, webhookSecret, body);
      return [answer.status, await answer.json()];
    };
    return { example, deliver };
  }

  const end = async (example: RunningExample) => {
    example.signal('SIGTERM');
    expect(await example.exit()).toBe(0);
  };

  it.each<[string, Fault | undefined, { posts: number; reads: number }]>([
    ['does all that it should', undefined, { posts: 1, reads: 1 }],
    ['loses its answer to the post', 'loses its answer', { posts: 1, reads: 1 }],
    ['answers the post 502 though it was executed', 'answers 502, and has posted', { posts: 1, reads: 1 }],
    ['does not get the first post', 'does not get the post', { posts: 2, reads: 1 }],
    [
      'fails behind the post, so that the handler runs again',
      'fails behind the post',
      { posts: 1, reads: 2 },
    ],
  ])('answers a message that comes three times once when the service %s', async (_, fault, counts) => {
    const service = new Service(fault);
    const { example, deliver } = await start(service);
    expect(await deliver(payload)).toEqual([200, { outcome: 'queued' }]);
    expect(await deliver(payload)).toEqual([200, { outcome: 'duplicate' }]);
    await example.line(/"msg":"answered"/);
    expect(await deliver(payload)).toEqual([200, { outcome: 'duplicate' }]);
    await end(example);

    expect(service.posted).toHaveLength(1);
    expect(service.posted[0]).toMatchObject({
      role: 'appMaker',
      type: 'text',
      text: 'Thank you for your message. We answer within an hour.',
      metadata: { dedupeKey: expect.stringMatching(/^w1-/) },
    });
    expect({ posts: service.posts, reads: service.reads }).toEqual(counts);
    const credentials = new Set(server.calls.map(({ headers }) => headers.authorization));
    expect([...credentials]).toEqual([`Basic ${btoa(`${keyId}:${secret}`)}`]);
    expect(example.output()).not.toContain(secret);
  });

  it('answers another message of the user, but none of another role', async () => {
    const service = new Service();
    const { example, deliver } = await start(service);
    const [message] = payload.messages;
    const business = {
      ...payload,
      messages: [{ ...message, _id: '5ee8d0b31b9d2e4c7a004aff', role: 'appMaker' }],
    };
    const second = { ...payload, messages: [{ ...message, _id: '5ee8d0b31b9d2e4c7a004a2b' }] };
    for (const body of [business, payload, second])
      expect(await deliver(body)).toEqual([200, { outcome: 'queued' }]);
    await example.line(/"message":"5ee8d0b31b9d2e4c7a004a2a".*"answered"/);
    await example.line(/"message":"5ee8d0b31b9d2e4c7a004a2b".*"answered"/);
    await end(example);
    const keys = service.posted.map(({ metadata }) => (metadata as { dedupeKey: string }).dedupeKey);
    expect(new Set(keys).size).toBe(2);
    expect(service.posted).toHaveLength(2);
  });

  it('does not start without a key', async () => {
    const environment = { PORT: '0', SWITCHHOOK_KEY_ID: '', SWITCHHOOK_SECRET: secret };
    const example = startExample('auto-reply/app.ts', environment);
    expect(await example.exit()).toBe(1);
    expect(example.output()).toContain('keyId must be the id of an API key');
    expect(example.output()).not.toContain(secret);
  });
});
