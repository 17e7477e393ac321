import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createMemoryQueue, createReceiver } from '../../src/index.ts';
import { createMemoryLogger, fixture } from '../../src/testing/index.ts';
import { cleanUp, start } from '../server/support.ts';
import { run } from './support.ts';

const secret = 'kT3vQ9xLm2Rz';
const name = 'v1.1/message.appUser/text';

/** A target that answers with `status`, and what it was sent. */
async function listen(status: (count: number) => number | undefined) {
  const bodies: unknown[] = [];
  const texts: string[] = [];
  const keys: unknown[] = [];
  const atMs: number[] = [];
  const calls = new EventEmitter();
  const { port } = await start((request: IncomingMessage, response: ServerResponse) => {
    void text(request).then((body) => {
      atMs.push(performance.now());
      texts.push(body);
      bodies.push(JSON.parse(body));
      keys.push(request.headers['x-api-key']);
      const answer = status(bodies.length);
      if (answer !== undefined) response.writeHead(answer).end();
      calls.emit('call');
    });
  });
  return { url: `http://127.0.0.1:${port}/hook`, bodies, texts, keys, atMs, calls };
}

/** A target that answers after `delayMs`, and how many calls it has had at once at most. */
async function startSlow(delayMs: number) {
  let underWay = 0;
  let most = 0;
  const { port } = await start((_request, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setTimeout(() => {
      underWay -= 1;
      response.end();
    }, delayMs);
  });
  return { port, most: () => most };
}

interface Summary {
  readonly byOutcome: Record<string, { calls: number; latencyMs: Record<string, number> }>;
  readonly lost: readonly unknown[];
}

describe('switchhook replay', () => {
  afterEach(cleanUp);

  it('is answered 200 by our own receiver, and 401 with another secret', async () => {
    const logger = createMemoryLogger();
    const queue = createMemoryQueue({ logger });
    const receiver = createReceiver({ secrets: secret, queue, logger });
    const { port } = await start((request, response) => receiver(request, response, () => {}));
    const to = ['--to', `http://127.0.0.1:${port}/`];
    const good = await run(['replay', 'v1.1/postback', name, ...to, '--secret', secret]);
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(good.stdout).toMatch(/^(\d+) of \1 acknowledged in \d+\.\d s\n/);
    const bad = await run(['replay', name, ...to], { env: { WEBHOOK_SECRET: 'another-secret' } });
    expect(bad.code).toBe(1);
    expect(bad.stdout).toContain(`lost: ${name}: 401\n`);
    expect(bad.stdout + bad.stderr).not.toContain('another-secret');
  });

  it('sends what the sources hold, with the secret, so often as it is told', async () => {
    const { url, bodies, keys } = await listen(() => 200);
    const { code } = await run(['replay', '-', name, '--to', url, '--secret', secret, '--times', '2'], {
      stdin: '{"a":1}\n{"a":2}',
    });
    const all = [{ a: 1 }, { a: 2 }, fixture(name)];
    expect(code).toBe(0);
    expect(bodies).toEqual([...all, ...all]);
    expect(new Set(keys)).toEqual(new Set([secret]));
  });

  it('sends a payload as it is written, digit by digit', async () => {
    const { url, texts } = await listen(() => 200);
    const folder = mkdtempSync(join(tmpdir(), 'switchhook-replay-'));
    const one = '{ "id": 12345678901234567890,\n  "price": 1.0 }\n';
    writeFileSync(join(folder, 'one.json'), one);
    const lines = ['{"id": 98765432109876543210}', '{"id":1e2}'];
    writeFileSync(join(folder, 'two.ndjson'), `${lines.join('\r\n')}\n`);
    await run(['replay', folder, '-', '--to', url, '--secret', secret], { stdin: '{"id":1.50}' });
    rmSync(folder, { recursive: true });
    expect(texts).toEqual([one, ...lines, '{"id":1.50}']);
  });

  it('deals new ids to each call with --fresh', async () => {
    const { url, bodies } = await listen(() => 200);
    await run(['replay', name, '--to', url, '--secret', secret, '--times', '3', '--fresh']);
    const ids = bodies.map((body) => (body as { messages: [{ _id: string }] }).messages[0]._id);
    expect(new Set([...ids, fixture(name).messages[0]?._id]).size).toBe(4);
  });

  it('sends in another order, the same one for the same seed', async () => {
    const { url, bodies } = await listen(() => 200);
    const stdin = JSON.stringify(Array.from({ length: 20 }, (_, a) => ({ a })));
    const order = async (...args: string[]) => {
      await run(['replay', '-', '--to', url, '--secret', secret, ...args], { stdin });
      return bodies.splice(0).map((body) => (body as { a: number }).a);
    };
    const plain = await order();
    const shuffled = await order('--shuffle', '0');
    expect(plain).toEqual(plain.toSorted((a, b) => a - b));
    expect(shuffled).not.toEqual(plain);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(plain);
    expect(await order('--shuffle', '0')).toEqual(shuffled);
    expect(await order('--shuffle', '1')).not.toEqual(shuffled);
  });

  it('tells the answers apart, and names what was lost', async () => {
    const { url } = await listen((count) => [200, 503, 404, 200][count - 1]);
    const stdin = '{"a":1}\n{"a":2}\n{"a":3}\n{"a":4}';
    const { code, json } = await run(['replay', '-', '--to', url, '--secret', secret, '--json'], { stdin });
    const { byOutcome, ...summary } = json<Summary>();
    expect(code).toBe(1);
    expect(summary).toEqual({
      deliveries: 4,
      acknowledged: 2,
      lost: [
        { source: 'stdin:2', why: '503' },
        { source: 'stdin:3', why: '404' },
      ],
      unfinished: 0,
      attempts: 4,
      tookMs: expect.any(Number),
    });
    const latencyMs = {
      p50: expect.any(Number),
      p95: expect.any(Number),
      p99: expect.any(Number),
      max: expect.any(Number),
    };
    expect(byOutcome).toEqual({
      200: { calls: 2, latencyMs },
      404: { calls: 1, latencyMs },
      503: { calls: 1, latencyMs },
    });
  });

  it('calls again as the service does, in the window it is given', async () => {
    const { url, atMs } = await listen((count) => (count < 4 ? 503 : 200));
    const args = ['--policy', 'service', '--window', '1', '--json'];
    const { code, json } = await run(['replay', name, '--to', url, '--secret', secret, ...args]);
    expect(code).toBe(0);
    expect(json<Summary>().byOutcome).toMatchObject({ 200: { calls: 1 }, 503: { calls: 3 } });
    // 0, 60, 180 and 420 of 900 s
    const [first = 0, ...later] = atMs;
    for (const [i, dueMs] of [67, 200, 467].entries())
      expect((later[i] ?? 0) - first).toBeGreaterThan(dueMs - 10);
  });

  it('ends at a final status with --policy, and says so after the last attempt', async () => {
    const { url } = await listen((count) => (count === 1 ? 403 : 503));
    const args = ['--policy', 'service', '--window', '1', '--concurrency', '1'];
    const { code, stdout } = await run(['replay', '-', '--to', url, '--secret', secret, ...args], {
      stdin: '{"a":1}\n{"a":2}',
    });
    expect(code).toBe(1);
    expect(stdout).toContain('lost: stdin:1: 403\nlost: stdin:2: 5 attempts: 503, 503, 503, 503, 503\n');
  });

  it('begins no more in a second than --rate says, and no fewer when the target is slow', async () => {
    const { port, most } = await startSlow(120);
    const to = ['--to', `http://127.0.0.1:${port}`, '--secret', secret];
    const sinceMs = performance.now();
    await run(['replay', name, ...to, '--times', '21', '--rate', '50']);
    // the 21st begins after 400 ms; one after another they would take 21 x 120 ms
    expect(performance.now() - sinceMs).toBeGreaterThan(500);
    expect(performance.now() - sinceMs).toBeLessThan(1_800);
    expect(most()).toBeGreaterThan(1);
  });

  it('has no more under way than --concurrency says', async () => {
    const { port, most } = await startSlow(20);
    const args = ['--to', `http://127.0.0.1:${port}`, '--secret', secret, '--times', '12', '--concurrency'];
    await run(['replay', name, ...args, '3']);
    expect(most()).toBe(3);
  });

  it('prints what was reached at Ctrl+C, and waits for nothing', async () => {
    const { url, calls } = await listen((count) => (count === 1 ? 200 : undefined));
    const signals = new EventEmitter();
    calls.once('call', () => void once(calls, 'call').then(() => signals.emit('SIGINT')));
    const { code, stdout } = await run(['replay', '-', '--to', url, '--secret', secret], {
      stdin: '{"a":1}\n{"a":2}\n{"a":3}',
      signals,
    });
    expect(code).toBe(130);
    expect(stdout).toMatch(/^1 of 3 acknowledged/);
    expect(stdout).toContain('interrupted: 2 were not sent to the end\n');
  });

  it('does not wait for its turn at Ctrl+C either', async () => {
    const { url, calls } = await listen(() => 200);
    const signals = new EventEmitter();
    calls.once('call', () => signals.emit('SIGINT'));
    const args = ['--rate', '1', '--times', '60', '--json'];
    const { code, json } = await run(['replay', name, '--to', url, '--secret', secret, ...args], { signals });
    expect(code).toBe(130);
    expect(json<{ unfinished: number }>().unfinished).toBeGreaterThanOrEqual(59);
  });

  it('says why nobody answered', async () => {
    const { port, server } = await start(() => {});
    server.close();
    await once(server, 'close');
    const { code, stdout } = await run([
      'replay',
      name,
      '--to',
      `http://127.0.0.1:${port}`,
      '--secret',
      secret,
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain(`lost: ${name}: refused (ECONNREFUSED)\n`);
  });

  it('shows what goes on, on a terminal alone', async () => {
    const { url } = await listen(() => 200);
    const args = ['replay', name, '--to', url, '--secret', secret];
    expect((await run(args, { tty: true })).stderr).toContain('\r\u001b[K1 of 1');
    expect((await run(args)).stderr).toBe('');
    expect((await run([...args, '--json'], { tty: true })).stderr).toBe('');
  });

  it('sends nothing when one of the payloads is none', async () => {
    const { url, bodies } = await listen(() => 200);
    const folder = mkdtempSync(join(tmpdir(), 'switchhook-replay-'));
    writeFileSync(join(folder, 'a.json'), '[{},1]');
    const { code, stderr } = await run(['replay', name, folder, '--to', url, '--secret', secret]);
    rmSync(folder, { recursive: true });
    expect(code).toBe(2);
    expect(stderr).toContain('a.json[1] is no JSON object');
    expect(bodies).toEqual([]);
  });

  it.each([
    ['no target', [], '--to is missing: give it, or set WEBHOOK_URL.'],
    ['no secret', ['--to', 'http://h'], '--secret is missing: give it, or set WEBHOOK_SECRET.'],
    ['an empty secret', ['--to', 'http://h', '--secret', ''], '--secret is empty'],
    ['a secret with a line end', ['--to', 'http://h', '--secret', 'kT3v\nQ9xL'], 'secret must be a text'],
    [
      'a target that is no URL',
      ['--to', 'localhost:1', '--secret', secret],
      'begins with http:// or https://',
    ],
    ['another policy', ['--policy', 'mine'], '--policy must be one of service.'],
    ['a window without a policy', ['--window', '5'], '--window needs --policy service.'],
    ['a rate of nothing', ['--rate', '0'], '--rate must be a whole number of at least 1'],
  ])('refuses %s', async (_, args, message) => {
    const { code, stdout, stderr } = await run(['replay', name, ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/kT3v|Q9xL/);
  });
});
