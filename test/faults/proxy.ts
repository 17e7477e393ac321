import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What the proxy does with bytes and connections. `dropReplies`: what the server says is swallowed. `blackhole`: nothing goes through, in
 * either direction, and nothing is refused. `refuse`: a new connection is closed at once; open ones go on.
 * A connection that has met `dropReplies` or `blackhole` never speaks again in that direction, also after the mode has ended: TCP
 * loses no bytes from the middle of a stream. So `blackhole` followed by `pass` leaves half-open connections behind, beside which new ones
 * work; `cut()` ends them.
 */
type ProxyMode = 'pass' | 'dropReplies' | 'blackhole' | 'refuse';

/** A TCP proxy on 127.0.0.1, for one server there. */
export interface TcpProxy {
  readonly port: number;
  /** The port of the server. A change holds for new connections; with `cut()` it is a failover behind a fixed address. */
  target: number;
  /** How long each piece of an answer is held back, in milliseconds. Pieces keep their order when this changes. */
  delayMs: number;
  readonly mode: ProxyMode;
  setMode(mode: ProxyMode): void;
  /** How many connections are open. */
  readonly connections: number;
  /** Resets all open connections. */
  cut(): void;
  /** Resets all open connections and takes no more. */
  close(): Promise<void>;
}

/** Starts a proxy for the server at the port `target`, on `port` or a free one. */
export async function startProxy(target: number, port = 0): Promise<TcpProxy> {
  const links = new Set<Link>();
  let mode: ProxyMode = 'pass';
  const server = createServer((client) => {
    if (mode === 'refuse') return void client.destroy();
    const link = openLink(client, proxy, () => links.delete(link));
    links.add(link);
    link.meet(mode);
  });
  const proxy: TcpProxy = {
    target,
    delayMs: 0,
    get port() {
      return (server.address() as AddressInfo).port;
    },
    get mode() {
      return mode;
    },
    get connections() {
      return links.size;
    },
    setMode(next) {
      mode = next;
      for (const link of links) link.meet(mode);
    },
    cut() {
      for (const link of [...links]) link.reset();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      proxy.cut();
      await closed;
    },
  };
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return proxy;
}

/** A connection of a client with its connection to the server. */
interface Link {
  /** Loses what `mode` makes it lose, from now on. */
  meet(mode: ProxyMode): void;
  reset(): void;
}

function openLink(client: Socket, proxy: TcpProxy, onGone: () => void): Link {
  const server = connect(proxy.target, '127.0.0.1');
  let deafToClient = false;
  let deafToServer = false;
  const replies = createDelayLine(() => proxy.delayMs);
  client.on('data', (bytes) => {
    if (!deafToClient) server.write(bytes);
  });
  server.on('data', (bytes) => {
    if (!deafToServer) replies.push(() => client.write(bytes));
  });
  // What the server said before it went still arrives.
  server.on('end', () => {
    if (!deafToServer) replies.push(() => client.end());
  });
  client.on('error', () => {});
  server.on('error', () => client.destroy());
  client.on('close', () => {
    replies.stop();
    server.destroy();
    onGone();
  });
  server.on('close', () => {
    if (!deafToServer) replies.push(() => client.destroy());
  });
  return {
    meet(mode) {
      if (mode === 'blackhole') deafToClient = true;
      if (mode === 'blackhole' || mode === 'dropReplies') deafToServer = true;
    },
    reset() {
      client.resetAndDestroy();
      server.resetAndDestroy();
    },
  };
}

/** Runs what is pushed after a delay that may change, in the order of the pushes. */
function createDelayLine(delayMs: () => number): { push(run: () => void): void; stop(): void } {
  const waiting: { readonly dueMs: number; readonly run: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lastDueMs = 0;
  const flush = () => {
    timer = undefined;
    const nowMs = performance.now();
    while (waiting[0] !== undefined && waiting[0].dueMs <= nowMs) waiting.shift()?.run();
    if (waiting[0] !== undefined) timer = setTimeout(flush, Math.max(1, waiting[0].dueMs - nowMs));
  };
  return {
    push(run) {
      lastDueMs = Math.max(lastDueMs, performance.now() + delayMs());
      if (waiting.length === 0 && delayMs() === 0 && lastDueMs <= performance.now()) return run();
      waiting.push({ dueMs: lastDueMs, run });
      timer ??= setTimeout(flush, Math.max(0, lastDueMs - performance.now()));
    },
    stop() {
      clearTimeout(timer);
      waiting.length = 0;
    },
  };
}
