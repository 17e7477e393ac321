import { randomUUID } from 'node:crypto';
import { fixture } from '../../src/testing/index.ts';
import { deleteKeys, describeWithRedis, requireRedisUrl } from '../support/redis.ts';
import { killExamples, postWebhook, startExample } from './support.ts';

jest.setTimeout(60_000);

const secret = 'e2b1c6f09d7a4853';
const name = `test-${randomUUID()}`;

describeWithRedis('web and worker', () => {
  afterEach(async () => {
    await killExamples();
    await deleteKeys(`{wh}:${name}`);
  });

  test('a delivery that came while the worker was down is handled once it is up, and SIGTERM ends both', async () => {
    const environment = { REDIS_URL: requireRedisUrl(), QUEUE_NAME: name };
    const web = startExample('web-and-worker/web.ts', { ...environment, PORT: '0', WEBHOOK_SECRET: secret });
    const [, address] = await web.line(/^web is listening on (http:\S+)$/);
    // Until Redis has answered the web process is not ready.
    while ((await fetch(`${address}/ready`)).status !== 200);
    const answer = await postWebhook(
      `${address}/webhooks/messaging`,
      secret,
      fixture('v1.1/message.appUser/text'),
    );
    expect([answer.status, await answer.json()]).toEqual([200, { outcome: 'queued' }]);

    const worker = startExample('web-and-worker/worker.ts', environment);
    await worker.line(/^handled 5ee8d0b31b9d2e4c7a004a2a: Hello, has my order 5521 been sent yet\?$/);

    web.signal('SIGTERM');
    worker.signal('SIGTERM');
    expect(await Promise.all([web.exit(), worker.exit()])).toEqual([0, 0]);
    await web.line(/^web has stopped$/);
    await worker.line(/^worker has stopped$/);
  });
});
