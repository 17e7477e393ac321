import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startProxy, type TcpProxy } from './proxy.ts';

const cleanUps: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const step of cleanUps.splice(0).reverse()) await step();
});

/** A server that answers each piece with `<name>:` before it, and keeps what it got. */
async function startEcho(name = 'echo'): Promise<{ port: number; got: string[] }> {
  const got: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('data', (bytes) => {
      got.push(String(bytes));
      socket.write(`${name}:${bytes}`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, got };
}

async function openProxy(target: number): Promise<TcpProxy> {
  const proxy = await startProxy(target);
  cleanUps.push(() => proxy.close());
  return proxy;
}

/** A client that keeps what it got. */
async function openClient(port: number): Promise<{ socket: Socket; got: string[]; text(): string }> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const got: string[] = [];
  socket.on('data', (bytes) => got.push(String(bytes)));
  await once(socket, 'connect');
  cleanUps.push(() => socket.destroy());
  return { socket, got, text: () => got.join('') };
}

async function until(ask: () => boolean): Promise<void> {
  while (!ask()) await wait(2);
}

/** Waits for the end of a socket, also when that is a reset. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** Long enough for what would come over the loopback to have come, in milliseconds. */
const QUIET_MS = 60;

describe('the proxy', () => {
  it('passes bytes both ways', async () => {
    const proxy = await openProxy((await startEcho()).port);
    const client = await openClient(proxy.port);
    client.socket.write('one');
    await until(() => client.text() === 'echo:one');
    expect(proxy.connections).toBe(1);
  });

  it('delays answers and keeps their order when the delay shrinks', async () => {
    const proxy = await openProxy((await startEcho()).port);
    const client = await openClient(proxy.port);
    proxy.delayMs = 80;
    const sinceMs = performance.now();
    client.socket.write('slow ');
    await wait(20);
    proxy.delayMs = 0;
    client.socket.write('fast ');
    await until(() => client.text().includes('fast'));
    expect(client.text()).toBe('echo:slow echo:fast ');
    expect(performance.now() - sinceMs).toBeGreaterThanOrEqual(79);
  });

  it('swallows answers to what the server has done, until the connection is cut', async () => {
    const echo = await startEcho();
    const proxy = await openProxy(echo.port);
    const client = await openClient(proxy.port);
    proxy.setMode('dropReplies');
    client.socket.write('one');
    await until(() => echo.got.length === 1);
    proxy.setMode('pass');
    client.socket.write('two');
    await until(() => echo.got.length === 2);
    await wait(QUIET_MS);
    expect(client.got).toEqual([]);
    const gone = closed(client.socket);
    proxy.cut();
    await gone;
  });

  it('leaves half-open connections behind a black hole, beside which new ones work', async () => {
    const echo = await startEcho();
    const proxy = await openProxy(echo.port);
    const old = await openClient(proxy.port);
    old.socket.write('before');
    await until(() => old.text() === 'echo:before');
    proxy.setMode('blackhole');
    old.socket.write('lost');
    await wait(QUIET_MS);
    proxy.setMode('pass');
    old.socket.write('lost too');
    const fresh = await openClient(proxy.port);
    fresh.socket.write('fresh');
    await until(() => fresh.text() === 'echo:fresh');
    await wait(QUIET_MS);
    expect([old.text(), echo.got]).toEqual(['echo:before', ['before', 'fresh']]);
    expect(old.socket.destroyed).toBe(false);
  });

  it('takes connections during a black hole and lets nothing through them', async () => {
    const echo = await startEcho();
    const proxy = await openProxy(echo.port);
    proxy.setMode('blackhole');
    const client = await openClient(proxy.port);
    client.socket.write('lost');
    await wait(QUIET_MS);
    expect([echo.got, client.socket.destroyed]).toEqual([[], false]);
  });

  it('refuses new connections and lets open ones go on', async () => {
    const proxy = await openProxy((await startEcho()).port);
    const open = await openClient(proxy.port);
    proxy.setMode('refuse');
    const refused = connect(proxy.port, '127.0.0.1').on('error', () => {});
    refused.resume();
    await closed(refused);
    open.socket.write('still');
    await until(() => open.text() === 'echo:still');
  });

  it('closes a connection when the server is not there', async () => {
    const echo = await startEcho();
    const proxy = await openProxy(echo.port);
    proxy.target = 1;
    const client = connect(proxy.port, '127.0.0.1').on('error', () => {});
    client.resume();
    await closed(client);
    await until(() => proxy.connections === 0);
  });

  it('leads to another server after a change of its target and a cut', async () => {
    const proxy = await openProxy((await startEcho('old')).port);
    const client = await openClient(proxy.port);
    client.socket.write('one');
    await until(() => client.text() === 'old:one');
    proxy.target = (await startEcho('new')).port;
    const gone = closed(client.socket);
    proxy.cut();
    await gone;
    const next = await openClient(proxy.port);
    next.socket.write('two');
    await until(() => next.text() === 'new:two');
  });
});
