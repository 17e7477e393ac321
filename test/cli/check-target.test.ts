import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express from 'express';
import type { Finding } from '../../src/bullmq/index.ts';
import { createTargetCheck, type Target } from '../../src/cli/doctor/check-target.ts';
import { OptionsError } from '../../src/errors/index.ts';
import { createMemoryQueue, createReceiver, type DeliveryQueue } from '../../src/index.ts';
import { createMemoryLogger } from '../../src/testing/index.ts';
import { cleanUp, start } from '../server/support.ts';

const secret = 'kT3vQ9xLm2Rz';
const head = 'HEAD, by which the service probes a target';

async function check(listener: RequestListener, target: Partial<Target> = {}, path = '/hook') {
  const { port } = await start(listener);
  return checkUrl(`http://127.0.0.1:${port}${path}`, target);
}

async function checkUrl(
  url: string,
  target: Partial<Target> = {},
): Promise<Record<string, Finding | undefined>> {
  const findings = await createTargetCheck({ url, secret, ...target })();
  // what is not good says what to do
  for (const { verdict, advice } of findings) expect(advice === undefined).toBe(verdict === 'good');
  expect(JSON.stringify(findings)).not.toContain(secret);
  return Object.fromEntries(findings.map((finding) => [finding.check, finding]));
}

function mount(queue: DeliveryQueue = createMemoryQueue({ logger: createMemoryLogger() })) {
  return createReceiver({ secrets: secret, queue, logger: createMemoryLogger() });
}

/** A target that answers each call with this status. */
const answer =
  (status: number, headers = {}) =>
  (request: IncomingMessage, response: ServerResponse) => {
    request.resume().on('end', () => response.writeHead(status, headers).end());
  };

describe('createTargetCheck', () => {
  afterEach(cleanUp);

  it('finds nothing wrong with our receiver, which gets two probes', async () => {
    const queue = createMemoryQueue({ logger: createMemoryLogger() });
    expect(await check(express().use('/hook', mount(queue)))).toMatchObject({
      [head]: { verdict: 'good', found: '200' },
      'a wrong secret': { verdict: 'good', found: '401' },
      'a probe delivery': { verdict: 'good', found: '200' },
      'a body of 300 kB': { verdict: 'good', found: '200' },
      'time of the answers': { verdict: 'good', found: expect.stringMatching(/^at most \d+ ms$/) },
    });
    expect(await queue.counts()).toMatchObject({ waiting: 2 });
    const payloads: unknown[] = [];
    const consumption = queue.consume(
      async ({ delivery }) => {
        payloads.push(delivery.payload);
        return { outcome: 'handled' };
      },
      { concurrency: 1 },
    );
    while (payloads.length < 2) await new Promise(setImmediate);
    await consumption.close({ graceMs: 1_000 });
    const marked = { trigger: 'switchhook:probe', probe: { by: 'switchhook doctor' } };
    expect(payloads).toMatchObject([marked, marked]);
  });

  it('finds a body parser in front of the receiver by its limit', async () => {
    const found = await check(express().use(express.json()).use('/hook', mount()));
    expect(found).toMatchObject({
      'a probe delivery': { verdict: 'good' },
      'a body of 300 kB': {
        verdict: 'doubtful',
        found: '413',
        advice: expect.stringContaining('express.json()'),
      },
    });
  });

  it('finds a proxy with a low limit', async () => {
    const receiver = mount();
    const found = await check((request, response) => {
      if (Number(request.headers['content-length'] ?? 0) > 100_000) answer(413)(request, response);
      else receiver(request, response, () => {});
    });
    expect(found['a body of 300 kB']).toMatchObject({
      verdict: 'doubtful',
      found: '413',
      advice: expect.stringContaining('lower limit'),
    });
  });

  it('finds a path where nothing is mounted', async () => {
    expect(await check(express().use('/hook', mount()), {}, '/hok')).toMatchObject({
      [head]: { verdict: 'bad', found: '404, 404 at /', advice: expect.stringContaining('check the path') },
      'a wrong secret': {
        verdict: 'bad',
        found: '404',
        advice: expect.stringContaining('the path is wrong'),
      },
      'a probe delivery': { verdict: 'bad', advice: expect.stringContaining('not mounted at this path') },
    });
  });

  it('finds a target whose bare domain alone answers HEAD', async () => {
    const receiver = mount();
    const app = express().get('/', (_request, response) => response.send('hi'));
    app.post('/hook', (request, response) => receiver(request, response, () => {}));
    expect((await check(app))[head]).toMatchObject({ verdict: 'doubtful', found: '404, 200 at /' });
  });

  it('finds a redirect', async () => {
    const found = await check(answer(301, { location: 'https://elsewhere.example/' }));
    expect(found).toMatchObject({
      [head]: {
        verdict: 'bad',
        found: '301, 301 at /',
        advice: expect.stringContaining('follows no redirect'),
      },
      'a probe delivery': { verdict: 'bad', found: '301', advice: expect.stringContaining('no redirect') },
    });
  });

  it('finds a target that takes deliveries from anybody', async () => {
    expect((await check(answer(200)))['a wrong secret']).toMatchObject({
      verdict: 'bad',
      found: '200',
      advice: expect.stringContaining('anybody may send deliveries'),
    });
  });

  it('finds that the secret given here is the wrong one', async () => {
    const found = await check(express().use('/hook', mount()), { secret: 'another-secret' });
    expect(found['a wrong secret']).toMatchObject({ verdict: 'good' });
    expect(found['a probe delivery']).toMatchObject({ verdict: 'bad', found: '401' });
    expect(found['a body of 300 kB']).toBeUndefined();
    expect(JSON.stringify(found)).not.toContain('another-secret');
  });

  it('knows that a target which rotates or stops answers 503', async () => {
    expect(await check(answer(503))).toMatchObject({
      'a wrong secret': { verdict: 'doubtful', advice: expect.stringContaining('rotationUntil') },
      'a probe delivery': { verdict: 'bad', advice: expect.stringContaining('queue is away') },
    });
  });

  it('sends the secret in the header that it is told', async () => {
    const names: string[][] = [];
    await check(
      (request, response) => {
        names.push(Object.keys(request.headers));
        answer(200)(request, response);
      },
      { header: 'x-hook-secret' },
    );
    expect(names.filter((each) => each.includes('x-hook-secret'))).toHaveLength(3);
    expect(names.flat()).not.toContain('x-api-key');
  });

  it('finds answers that are slow', async () => {
    const found = await check(
      (request, response) => void setTimeout(() => answer(200)(request, response), 30),
      { slowMs: 20 },
    );
    expect(found['time of the answers']).toMatchObject({
      verdict: 'doubtful',
      advice: expect.stringContaining('gives up after 20 s'),
    });
  });

  it('gives up on a target that never answers', async () => {
    expect(await check(() => {}, { patienceMs: 40 })).toMatchObject({
      'target answers': { verdict: 'bad', found: expect.stringMatching(/^no answer within 0\.0\d+ s$/) },
    });
  });

  it('finds a target that breaks the connection', async () => {
    const found = await check((request) => void request.socket.destroy());
    expect(found).toMatchObject({ 'target answers': { verdict: 'bad', found: 'no answer (ECONNRESET)' } });
  });

  it('finds that nobody is there', async () => {
    const { port, server } = await start(() => {});
    server.close();
    await once(server, 'close');
    expect(await checkUrl(`http://127.0.0.1:${port}/hook`)).toEqual({
      'target answers': {
        check: 'target answers',
        verdict: 'bad',
        found: 'no answer (ECONNREFUSED)',
        advice: expect.stringContaining('Start the app'),
      },
    });
  });

  it.each([
    ['what is no URL', { url: 'localhost' }],
    ['a secret that no header can carry', { secret: 's3cr3t\n' }],
    ['a header that is no name', { header: 'x y' }],
  ])('refuses %s, without the secret', (_, target) => {
    const create = () => createTargetCheck({ url: 'http://127.0.0.1', secret, ...target });
    expect(create).toThrow(OptionsError);
    expect(create).not.toThrow(/s3cr3t/);
  });
});
