import express from 'express';
import { createMemoryQueue, createReceiver } from '../../src/index.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { call, makeMessage, SECRET } from '../integration/support/stage.ts';
import { type Client, cleanUp, open, start, trickle } from './support.ts';

/** What every slow client must be gone by, in milliseconds. */
const LIMIT_MS = 10_000;

const HEAD = `POST /hook HTTP/1.1\r\nhost: a\r\nx-api-key: ${SECRET}\r\n`;

/** What a slow client does once it is connected; the kinds are mixed. */
const kinds: readonly ((client: Client) => Promise<void> | void)[] = [
  function silent() {},
  (client) => trickle(client, `${HEAD}x-slow: ${'x'.repeat(100)}`, 400),
  (client) => trickle(client, [HEAD, ...Array.from({ length: 40 }, (_, i) => `x-${i}: y\r\n`)], 300),
  (client) => trickle(client, [`${HEAD}content-length: 100\r\n\r\n`, ...'{"trigger":"message:appUser"'], 400),
  (client) =>
    trickle(
      client,
      [`${HEAD}transfer-encoding: chunked\r\n\r\n`, ...Array.from({ length: 40 }, () => '1\r\n{\r\n')],
      300,
    ),
  (client) => void client.socket.write(`${HEAD}content-length: 100\r\n\r\n{`),
];

afterEach(cleanUp);

async function openApp() {
  const logger = createMemoryLogger();
  const receiver = createReceiver({ secrets: SECRET, queue: createMemoryQueue({ logger }), logger });
  const { port } = await start(express().use('/hook', receiver));
  return { port, receiver, logger, url: `http://127.0.0.1:${port}/hook` };
}

/** Posts deliveries one after the other until `done`. Gives what each took, in milliseconds. All must be answered 200. */
async function postUntil(url: string, isDone: () => boolean): Promise<number[]> {
  const took: number[] = [];
  while (!isDone()) {
    const startedAtMs = performance.now();
    const { status } = await call(url, { body: JSON.stringify(makeMessage(`m${took.length}`)) });
    took.push(performance.now() - startedAtMs);
    expect(status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return took.sort((a, b) => a - b);
}

/** How long each connection was open, in milliseconds; those that still are get closed by us, too late. */
function closeTimes(clients: readonly Client[]): Promise<number[]> {
  for (const { socket } of clients) socket.destroy();
  return Promise.all(clients.map(({ closed }) => closed));
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

it('closes 200 slow clients within 10 s, while good requests are answered as ever', async () => {
  const { port, receiver, logger, url } = await openApp();
  const clients = await Promise.all(Array.from({ length: 200 }, () => open(port)));
  for (const [index, client] of clients.entries()) void kinds[index % kinds.length]?.(client);
  let left = clients.length;
  for (const { closed } of clients) void closed.then(() => left--);
  const latest = Date.now() + LIMIT_MS + 3_000;

  const took = await postUntil(url, () => left === 0 || Date.now() > latest);
  const times = await closeTimes(clients);

  expect(Math.max(...times)).toBeLessThan(LIMIT_MS);
  for (const { text } of clients) expect(text()).toMatch(/^HTTP\/1\.1 408 /);
  expect(took.length).toBeGreaterThan(200);
  expect(percentile(took, 0.99)).toBeLessThan(100);
  await receiver.drain();
  // A body that never came is a broken call to the receiver; headers that never came are no call at all.
  expect(new Set(logger.lines.map(({ fields }) => fields['outcome']))).toEqual(
    new Set([undefined, 'queued', 'request_aborted']),
  );
}, 40_000);

it('closes 1,000 idle connections within 10 s, while good requests are answered as ever', async () => {
  const { port, url } = await openApp();
  const clients = await Promise.all(Array.from({ length: 1_000 }, () => open(port)));
  let left = clients.length;
  for (const { closed } of clients) void closed.then(() => left--);
  const latest = Date.now() + LIMIT_MS + 3_000;
  const took = await postUntil(url, () => left === 0 || Date.now() > latest);
  const times = await closeTimes(clients);
  expect(Math.max(...times)).toBeLessThan(LIMIT_MS);
  expect(took.length).toBeGreaterThan(100);
  expect(percentile(took, 0.99)).toBeLessThan(100);
}, 40_000);
