import type { RequestListener } from 'node:http';
import { OptionsError } from '../../src/errors/index.ts';
import { createServer, type ServerOptions } from '../../src/server/index.ts';
import { cleanUp, open, start } from './support.ts';

const app: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('ok'));
};

const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

afterEach(cleanUp);

describe('createServer', () => {
  it('sets the time limits that close slow clients within 10 s, and keeps idle connections longer than proxies do', () => {
    const server = createServer(app);
    expect(server).toMatchObject({
      headersTimeout: 5_000,
      requestTimeout: 8_000,
      keepAliveTimeout: 65_000,
      maxHeadersCount: 0,
    });
    expect(server.maxConnections).toBeUndefined();
  });

  it('takes other limits', () => {
    const server = createServer(app, {
      headersTimeoutMs: 60_000,
      requestTimeoutMs: 60_000,
      keepAliveTimeoutMs: 620_000,
      maxHeadersCount: 100,
      maxConnections: 5_000,
    });
    expect(server).toMatchObject({
      headersTimeout: 60_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 620_000,
      maxHeadersCount: 100,
      maxConnections: 5_000,
    });
  });

  it.each([
    ['no app', undefined, {}, /app must be an Express app/],
    ['an app that is no function', { handle() {} }, {}, /app must be an Express app/],
    ['a limit of 0, which means none to Node', app, { requestTimeoutMs: 0 }, /requestTimeoutMs.*at least 1/],
    ['a limit that is not a number', app, { headersTimeoutMs: Number.NaN }, /headersTimeoutMs/],
    ['a limit as text', app, { keepAliveTimeoutMs: '65000' }, /keepAliveTimeoutMs/],
    ['maxHeadersCount below 0', app, { maxHeadersCount: -1 }, /maxHeadersCount.*at least 0/],
    ['maxConnections 0', app, { maxConnections: 0 }, /maxConnections/],
    ['headers that may take longer than the request', app, { headersTimeoutMs: 8_001 }, /headersTimeoutMs/],
    ["Node's name of an option", app, { requestTimeout: 1 }, /createServer has no option 'requestTimeout'/],
    ['options that are no object', app, null, /must be an object/],
  ])('refuses %s', (_, given, options, sentence) => {
    const create = () => createServer(given as RequestListener, options as ServerOptions);
    expect(create).toThrow(OptionsError);
    expect(create).toThrow(sentence);
  });

  it('takes undefined for what has a default', () => {
    expect(createServer(app, { requestTimeoutMs: undefined }).requestTimeout).toBe(8_000);
  });

  it('keeps a connection that is idle for longer than the headers may take, and answers the next request on it', async () => {
    const { port } = await start(app, { headersTimeoutMs: 300, requestTimeoutMs: 400 });
    const client = await open(port);
    client.socket.write(GET);
    await new Promise((resolve) => setTimeout(resolve, 2_300));
    client.socket.write(GET);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(client.text().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  it('closes the connections beyond maxConnections and keeps the others', async () => {
    const { port } = await start(app, { maxConnections: 2 });
    const first = await open(port);
    await open(port);
    const third = await open(port);
    expect(await third.closed).toBeLessThan(1_000);
    first.socket.write(GET.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
    await first.closed;
    expect(first.text()).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it('reads the header that comes behind 2,000 others, where Node would have dropped it', async () => {
    const { port } = await start((request, response) => response.end(request.headers['x-api-key']));
    const client = await open(port);
    const others = Array.from({ length: 2_300 }, (_, index) => `${index.toString(36)}:\r\n`).join('');
    client.socket.write(
      `GET / HTTP/1.1\r\nhost: a\r\n${others}x-api-key: found\r\nconnection: close\r\n\r\n`,
    );
    await client.closed;
    expect(client.text()).toMatch(/\r\n\r\nfound$/);
  });
});
