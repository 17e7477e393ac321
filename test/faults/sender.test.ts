import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeEvent, makeEvents, readMarker } from './events.ts';
import { createRandom } from './random.ts';
import { type CallResult, createPost, createSender, finalStatuses, type Post } from './sender.ts';

const event = makeEvent('v1.1/message.appUser/text', 1, createRandom(1));

/** Answers with the results in turn, the last one for ever, and keeps what it was called with and when. */
function scripted(...results: CallResult[]): { post: Post; bodies: string[]; timesMs: number[] } {
  const bodies: string[] = [];
  const timesMs: number[] = [];
  const post: Post = async (body) => {
    timesMs.push(Date.now());
    bodies.push(body);
    return results[Math.min(bodies.length, results.length) - 1] as CallResult;
  };
  return { post, bodies, timesMs };
}

function send(post: Post, { windowMs = 15, duplicates = 0 } = {}) {
  return createSender({ post, random: createRandom(1), windowMs, duplicates }).send(event);
}

describe('the sender', () => {
  it('stops at the first 2xx', async () => {
    const { post, bodies } = scripted({ status: 503 }, { failure: 'reset' }, { status: 202 });
    expect(await send(post)).toMatchObject({ verdict: 'acknowledged' });
    expect(bodies).toHaveLength(3);
  });

  it('sends the same bytes at every attempt', async () => {
    const { post, bodies } = scripted({ status: 500 }, { status: 200 });
    await send(post);
    expect(bodies).toEqual([event.body, event.body]);
  });

  it('gives a delivery up after 5 attempts with growing gaps that fill the window', async () => {
    const { post, timesMs } = scripted({ status: 503 });
    const startedMs = Date.now();
    expect(await send(post, { windowMs: 300 })).toMatchObject({ verdict: 'exhausted' });
    const sinceMs = timesMs.map((atMs) => atMs - startedMs);
    expect(sinceMs).toHaveLength(5);
    for (const [index, dueMs] of [0, 20, 60, 140, 300].entries())
      expect(sinceMs[index]).toBeGreaterThanOrEqual(dueMs - 2);
  });

  it.each(finalStatuses)('never tries again after %d', async (status) => {
    const { post, bodies } = scripted({ status }, { status: 200 });
    expect(await send(post)).toMatchObject({ verdict: 'ended' });
    expect(bodies).toHaveLength(1);
  });

  it.each([302, 410, 413, 429, 500, 503])('tries again after %d', async (status) => {
    const { post, bodies } = scripted({ status }, { status: 200 });
    expect(await send(post)).toMatchObject({ verdict: 'acknowledged' });
    expect(bodies).toHaveLength(2);
  });

  it('marks a deliberate duplicate, which is one call more', async () => {
    const { post } = scripted({ status: 200 });
    const { calls } = await send(post, { duplicates: 1 });
    expect(calls.map(({ duplicate }) => duplicate).sort((a, b) => Number(a) - Number(b))).toEqual([
      false,
      true,
    ]);
  });
});

describe('a call of the sender', () => {
  async function listen(answer: RequestListener) {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const close = async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    return { url: `http://127.0.0.1:${port}/`, close };
  }

  it('carries the secret and the body, and gives the status', async () => {
    let seen: unknown;
    const { url, close } = await listen(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen = { secret: request.headers['x-api-key'], type: request.headers['content-type'], body };
      response.writeHead(503).end();
    });
    expect(await createPost(url, 'secret', 1_000)('{}')).toEqual({ status: 503 });
    expect(seen).toEqual({ secret: 'secret', type: 'application/json', body: '{}' });
    await close();
  });

  it('is silent when no answer comes in time', async () => {
    const { url, close } = await listen(() => {});
    expect(await createPost(url, 'secret', 50)('{}')).toEqual({ failure: 'silent' });
    await close();
  });

  it('is reset when the connection breaks, and refused when nobody listens', async () => {
    const { url, close } = await listen((request) => request.socket.destroy());
    expect(await createPost(url, 'secret', 1_000)('{}')).toEqual({ failure: 'reset' });
    await close();
    expect(await createPost(url, 'secret', 1_000)('{}')).toEqual({ failure: 'refused' });
  });
});

describe('the events of a run', () => {
  const events = makeEvents(600, createRandom(7));

  it('are deliveries of their own', () => {
    expect(new Set(events.map(({ key }) => key)).size).toBe(600);
    expect(new Set(events.map(({ id }) => id)).size).toBe(600);
  });

  it('mix all triggers, both versions, strong and weak keys, unknown and refused bodies', () => {
    expect(new Set(events.map(({ trigger }) => trigger)).size).toBeGreaterThanOrEqual(24);
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['known', 'unknown', 'refused']));
    expect(new Set(events.map(({ strength }) => strength))).toEqual(new Set(['strong', 'weak']));
    const versions = events.map(({ body }) => (JSON.parse(body) as { version?: unknown }).version);
    expect(versions).toEqual(expect.arrayContaining(['v1.1', undefined]));
  });

  it('are the same for the same seed, and carry what their handler is to do', () => {
    expect(makeEvents(600, createRandom(7))).toEqual(events);
    expect(makeEvents(600, createRandom(8))).not.toEqual(events);
    expect(events.map(({ body }) => readMarker(JSON.parse(body)).id)).toEqual(events.map(({ id }) => id));
  });
});
