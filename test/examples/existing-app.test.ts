import { fixture } from '../../src/testing/index.ts';
import { killExamples, postWebhook, startExample } from './support.ts';

jest.setTimeout(60_000);
afterEach(killExamples);

const secret = 'e2b1c6f09d7a4853';
const payload = fixture('v1.1/message.appUser/text');

test('the app answers its own route and its own errors, and the receiver answers the webhook', async () => {
  const example = startExample('existing-app.ts', { PORT: '0', WEBHOOK_SECRET: secret });
  const [, address] = await example.line(/^listening on (http:\S+)$/);
  const webhook = `${address}/webhooks/messaging`;

  const own = await fetch(`${address}/orders/5521`);
  expect([own.status, await own.json()]).toEqual([200, { number: '5521', sent: true }]);

  const right = await postWebhook(webhook, secret, payload);
  expect([right.status, await right.json()]).toEqual([200, { outcome: 'queued' }]);
  await example.line(/^text from 5e4a9c601b9d2e4c7a004a24$/);
  expect((await postWebhook(webhook, 'not the secret', payload)).status).toBe(401);
  expect((await fetch(webhook, { method: 'HEAD' })).status).toBe(200);

  const headers = { 'content-type': 'application/json', 'x-api-key': secret };
  const broken = await fetch(webhook, { method: 'POST', headers, body: '{"trigger' });
  expect(broken.status).toBe(400);

  example.signal('SIGTERM');
  expect(await example.exit()).toBe(0);
});

test('it is alive and ready once it listens', async () => {
  const example = startExample('existing-app.ts', { PORT: '0', WEBHOOK_SECRET: secret });
  const [, address] = await example.line(/^listening on (http:\S+)$/);
  const alive = await fetch(`${address}/healthz`);
  expect([alive.status, await alive.json()]).toEqual([200, { alive: true }]);
  const ready = await fetch(`${address}/readyz`);
  const fine = { ready: true };
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { ready: true, receiver: fine, queue: fine, worker: fine },
  ]);
});

test('it is alive and not ready while Redis is away, says why, and refuses calls so that they come again', async () => {
  const away = 'redis://127.0.0.1:1';
  const example = startExample('existing-app.ts', { PORT: '0', WEBHOOK_SECRET: secret, REDIS_URL: away });
  const [, address] = await example.line(/^listening on (http:\S+)$/);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  const ready = await fetch(`${address}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    {
      ready: false,
      receiver: { ready: true },
      queue: { ready: false, reason: expect.stringMatching(/redis/i) },
      worker: { ready: false, reason: expect.stringMatching(/redis/i) },
    },
  ]);
  expect((await postWebhook(`${address}/webhooks/messaging`, secret, payload)).status).toBe(503);
});

test('the app does not start without a secret', async () => {
  const example = startExample('existing-app.ts', { PORT: '0' });
  expect(await example.exit()).toBe(1);
  expect(example.output()).toContain('secrets is missing');
});
