import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer, type ServerOptions } from '../../src/server/index.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];

/** Starts a server on a free port of this machine; `cleanUp` ends it. */
export async function start(
  app: RequestListener,
  options?: ServerOptions,
): Promise<{ server: Server; port: number }> {
  const server = createServer(app, options).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** Ends what the tests of a file have begun. To be called after each test. */
export async function cleanUp(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
}

/** A connection as a slow client has it. */
export interface Client {
  readonly socket: Socket;
  /** What has come so far. */
  text(): string;
  /** Resolves when the other side has closed, with the time since it was connected, in milliseconds. */
  readonly closed: Promise<number>;
}

/** Connects, and says nothing yet. */
export async function open(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const startedAtMs = performance.now();
  const closed = once(socket, 'close').then(() => performance.now() - startedAtMs);
  return { socket, text: () => text, closed };
}

/** Writes the parts one by one, `pauseMs` apart, for as long as the connection is open. */
export async function trickle({ socket }: Client, parts: Iterable<string>, pauseMs: number): Promise<void> {
  for (const part of parts) {
    if (socket.destroyed || !socket.writable) return;
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
