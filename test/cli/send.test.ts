import {
  dropConnection,
  type Reply,
  type SeenCall,
  startServer,
  type TestServer,
} from '../client/support/server.ts';
import { run } from './support.ts';

interface Posted {
  readonly text: string;
  readonly metadata: { readonly dedupeKey: string };
}

describe('switchhook send', () => {
  let server: TestServer;
  let posted: Posted[];

  beforeEach(async () => {
    server = await startServer();
    posted = [];
    server.answer(serve);
  });

  afterEach(() => server.close());

  /** The conversation, as the service keeps it. */
  function serve({ method, body }: SeenCall): Reply {
    const conversation = { _id: 'c1' };
    if (method === 'GET' && posted.length === 0)
      return { status: 404, body: { error: { code: 'conversation_not_found' } } };
    const messages = () => posted.map((one, i) => ({ _id: `m${i + 1}`, received: i, ...one }));
    if (method === 'GET') return { status: 200, body: { conversation, messages: messages() } };
    posted.push(JSON.parse(body) as Posted);
    return { status: 201, body: { message: messages().at(-1), conversation } };
  }

  const call = (args: readonly string[], stdin = '') =>
    run(['send', ...args], {
      stdin,
      env: { SWITCHHOOK_KEY_ID: 'app_5f', SWITCHHOOK_SECRET: 'secret', SWITCHHOOK_BASE_URL: server.baseUrl },
    });
  const seen = () => server.calls.map(({ method, url }) => `${method} ${url}`);

  it('posts a text of the business under a new key, in one call', async () => {
    const run1 = await call(['Hello & goodbye', '--to', 'a@b.c']);
    expect(run1).toMatchObject({ code: 0, stdout: 'Message m1 is in the conversation.\n', stderr: '' });
    await call(['Hello & goodbye', '--to', 'a@b.c']);
    expect(seen()).toEqual(['POST /v1.1/appusers/a%40b.c/messages', 'POST /v1.1/appusers/a%40b.c/messages']);
    expect(posted).toEqual(
      [1, 2].map(() => ({
        role: 'appMaker',
        type: 'text',
        text: 'Hello & goodbye',
        metadata: { dedupeKey: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      })),
    );
    expect(posted[0]?.metadata.dedupeKey).not.toBe(posted[1]?.metadata.dedupeKey);
  });

  it('gives the answer of the service with --json', async () => {
    const { code, json } = await call(['hi', '--to', 'u', '--dedupe-key', 'k', '--json']);
    expect({ code, answer: json() }).toMatchObject({
      code: 0,
      answer: {
        message: { _id: 'm1', text: 'hi', metadata: { dedupeKey: 'k' } },
        conversation: { _id: 'c1' },
      },
    });
  });

  it('posts nothing under a key that an earlier call had', async () => {
    for (const key of ['order-1', 'order-2', 'order-1'])
      expect((await call(['sent', '--to', 'u', '--dedupe-key', key])).code).toBe(0);
    expect(posted.map(({ metadata }) => metadata.dedupeKey)).toEqual(['order-1', 'order-2']);
    expect((await call(['sent', '--to', 'u', '--dedupe-key', 'order-1'])).stdout).toContain('Message m1 is');
  });

  it('posts once when the answer is lost', async () => {
    server.answer((seenCall) => {
      const reply = serve(seenCall);
      return server.calls.length === 1 ? dropConnection : reply;
    });
    const { code, stdout } = await call(['hi', '--to', 'u']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Message m1 is in the conversation.\n' });
    expect(seen()).toEqual(['POST /v1.1/appusers/u/messages', 'GET /v1.1/appusers/u/messages']);
    expect(posted).toHaveLength(1);
  });

  it.each([
    ['a text from stdin, without the end of its last line', ['-'], 'one\n two\n', 'one\n two'],
    ['a text that looks like an option', ['--', '-5 degrees'], '', '-5 degrees'],
  ])('posts %s', async (_, args, stdin, text) => {
    expect((await call(['--to', 'u', ...args], stdin)).code).toBe(0);
    expect(posted[0]?.text).toBe(text);
  });

  it.each([
    ['no text', ['--to', 'u'], 'Say switchhook send TEXT --to USER.'],
    ['a text without quotes', ['good', 'morning', '--to', 'u'], 'Give the text as one argument, in quotes.'],
    ['an empty text', [' ', '--to', 'u'], 'The text is empty.'],
    ['an empty stdin', ['-', '--to', 'u'], 'The text is empty.'],
    ['no user', ['hi'], '--to is missing.'],
    ['an empty user', ['hi', '--to', ''], '--to is empty.'],
    [
      'an empty key',
      ['hi', '--to', 'u', '--dedupe-key', ''],
      'dedupeKey must be a text of 1 to 255 characters.',
    ],
  ])('refuses %s', async (_, args, message) => {
    const { code, stdout, stderr } = await call(args);
    expect({ code, stdout, calls: server.calls }).toEqual({ code: 2, stdout: '', calls: [] });
    expect(stderr).toContain(message);
  });
});
