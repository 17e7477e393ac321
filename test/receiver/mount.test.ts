import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import express from 'express';
import type { Receiver } from '../../src/receiver/index.ts';
import { call, closeServers, listen, makeReceiver, message, outcomeOf, postback, until } from './support.ts';

afterEach(closeServers);

// Express 4 has no types here; what is used of it has the shape of 5.
const express4 = require('express4') as typeof express;

const frameworks = { 'express 5': express, 'express 4': express4 };

/** Keeps the bytes as many hosts do, for signatures of other services. */
function keepRawBody(request: IncomingMessage, _: ServerResponse, bytes: Buffer): void {
  Object.assign(request, { rawBody: bytes });
}

/** What a host may have in front. Each has a limit of its own, 100 kB. */
const parsers = {
  'nothing in front': () => [],
  'json in front': (lib: typeof express) => [lib.json()],
  'raw in front': (lib: typeof express) => [lib.raw({ type: '*/*' })],
  'text in front': (lib: typeof express) => [lib.text({ type: '*/*' })],
  'json that keeps rawBody in front': (lib: typeof express) => [lib.json({ verify: keepRawBody })],
  'urlencoded in front': (lib: typeof express) => [lib.urlencoded({ extended: true })],
  'json for another type in front': (lib: typeof express) => [lib.json({ type: 'text/csv' })],
};

/** Where a host may put us. */
const mounts = {
  'app.use': (lib: typeof express, receiver: Receiver) => lib.Router().use('/hook', receiver),
  Router: (lib: typeof express, receiver: Receiver) =>
    lib.Router().use('/hook', lib.Router().all('/', receiver)),
  'app.post': (lib: typeof express, receiver: Receiver) => lib.Router().post('/hook', receiver),
};

const rows = Object.keys(frameworks).flatMap((framework) =>
  Object.keys(parsers).flatMap((parser) =>
    Object.keys(mounts).map((mount) => [framework, parser, mount] as const),
  ),
);

function makeApp(framework: string, parser: string, mount: string, receiver: Receiver): RequestListener {
  const lib = frameworks[framework as keyof typeof frameworks];
  const app = lib();
  for (const middleware of parsers[parser as keyof typeof parsers](lib)) app.use(middleware);
  app.use(mounts[mount as keyof typeof mounts](lib, receiver));
  app.use(lib.json());
  app.use((request: IncomingMessage & { body?: unknown }, response: ServerResponse) => {
    response.end(JSON.stringify({ host: request.body ?? null }));
  });
  return app as unknown as RequestListener;
}

const large = { ...message, padding: 'x'.repeat(200_000) };
const reads = (parser: string) => parser.includes('json') && !parser.includes('another');

async function checkAll(listener: (receiver: Receiver) => RequestListener, ownLimit: boolean): Promise<void> {
  const { receiver, queue, logger } = makeReceiver();
  const url = `${await listen(listener(receiver))}/hook`;
  const queued = [200, { outcome: 'queued' }];
  expect(outcomeOf(await call(url, { body: message }))).toEqual(queued);
  expect(queue.deliveries.map(({ payload }) => payload)).toEqual([message]);
  expect(outcomeOf(await call(url, { body: postback }))).toEqual(queued);
  await until(() => queue.released.length === 1);

  const wrong = await call(url, { body: message, headers: { 'x-api-key': 'wrong' } });
  expect(outcomeOf(wrong)).toEqual([401, { error: 'authentication_failed' }]);

  const gzip = { body: gzipSync(JSON.stringify(message)), headers: { 'content-encoding': 'gzip' } };
  expect(outcomeOf(await call(url, gzip))).toEqual([200, { outcome: 'duplicate' }]);

  const answer = await call(url, { body: large });
  // a host that parses JSON itself refuses 100 kB and more before we see it
  if (ownLimit) expect(answer.status).toBe(413);
  else expect(outcomeOf(answer)).toEqual([200, { outcome: 'duplicate' }]);

  expect(logger.lines.map(({ level }) => level)).toEqual(
    ownLimit ? ['info', 'info', 'warn', 'info'] : ['info', 'info', 'warn', 'info', 'info'],
  );
}

describe('a receiver mounted', () => {
  it.each(rows)('in %s with %s, by %s, answers', async (framework, parser, mount) => {
    const ownLimit = reads(parser) || parser.startsWith('raw') || parser.startsWith('text');
    await checkAll((receiver) => makeApp(framework, parser, mount, receiver), ownLimit);
  });

  it('in a bare http.createServer answers', async () => {
    await checkAll((receiver) => receiver, false);
  });

  it.each(Object.keys(frameworks))('in %s leaves the host its other paths', async (framework) => {
    const { receiver, logger } = makeReceiver();
    const url = await listen(makeApp(framework, 'nothing in front', 'app.use', receiver));
    const answer = await call(`${url}/other`, { body: { a: 1 } });
    expect(outcomeOf(answer)).toEqual([200, { host: { a: 1 } }]);
    expect(logger.lines).toEqual([]);
  });

  it.each(Object.keys(frameworks))(
    'in %s behind a parser that read nothing reads an empty body itself',
    async (framework) => {
      const { receiver } = makeReceiver();
      const url = await listen(makeApp(framework, 'json in front', 'app.use', receiver));
      expect((await call(`${url}/hook`, { body: '' })).status).toBe(400);
    },
  );

  it('behind a host that has read the body and kept nothing says so', async () => {
    const { receiver, logger } = makeReceiver();
    const url = await listen((request, response) => {
      request.resume().once('end', () => receiver(request, response));
    });
    expect((await call(url, { body: message })).status).toBe(500);
    expect(logger.lines[0]?.fields['error']).toMatchObject({
      message: expect.stringContaining('mount the receiver first'),
    });
  });

  it.each([
    ['a text in rawBody', { rawBody: JSON.stringify(message) }],
    [
      'bytes in rawBody beside a body',
      { rawBody: Buffer.from(JSON.stringify(message)), body: { other: true } },
    ],
    ['a text in body', { body: JSON.stringify(message) }],
    ['bytes in body', { body: Buffer.from(JSON.stringify(message)) }],
    ['a value in body', { body: message }],
  ])('behind a host that has read the body takes %s', async (_, left) => {
    const { receiver, queue } = makeReceiver();
    const url = await listen((request, response) => {
      request.resume().once('end', () => receiver(Object.assign(request, left), response));
    });
    expect((await call(url, { body: 'gone' })).status).toBe(200);
    expect(queue.deliveries[0]?.payload).toEqual(message);
  });

  it.each([
    ['rawBody', { rawBody: 'x'.repeat(101) }],
    ['body', { body: Buffer.alloc(101) }],
  ])('behind a host with a larger limit keeps to its own for %s', async (_, left) => {
    const { receiver } = makeReceiver({ limitBytes: 100 });
    const url = await listen((request, response) => {
      request.resume().once('end', () => receiver(Object.assign(request, left), response));
    });
    expect((await call(url, { body: 'gone' })).status).toBe(413);
  });

  it('behind a host that looks at the bytes as they pass still reads them', async () => {
    const { receiver } = makeReceiver();
    let seen = 0;
    const url = await listen((request, response) => {
      request.on('data', (chunk: Buffer) => {
        seen += chunk.length;
      });
      receiver(request, response);
    });
    expect((await call(url, { body: message })).status).toBe(200);
    expect(seen).toBe(JSON.stringify(message).length);
  });

  it('behind a host that answers later reads the body all the same', async () => {
    const { receiver } = makeReceiver();
    const url = await listen((request, response) => {
      setTimeout(() => receiver(request, response), 20);
    });
    expect((await call(url, { body: large })).status).toBe(200);
  });
});
