import { type RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OptionsError } from '../../errors/index.ts';
import { createHost, type Host } from './host.ts';
import { callOverHttp, cutOverHttp } from './http-call.ts';
import { createReceiverTransport, type InProcessTarget } from './receiver-transport.ts';
import type { Transport } from './transport.ts';

/**
 * Where calls go.
 * - A receiver is called in process, without sockets: the only target that is exact under a manual clock.
 * - An Express app, any `(request, response)` listener, or a server that does not listen yet, is served on a free port of 127.0.0.1 while
 *   calls are under way.
 * - A URL, or a server that listens, is called where it is.
 */
export type Target = string | URL | RequestListener | Server | InProcessTarget;

const complaint =
  'target must be a URL, a receiver, an Express app, a (request, response) listener or an http.Server.';

/**
 * Makes the way to a target. `path` is where the webhook is mounted; without it a URL is called as it is, and an app at `/`. A receiver
 * has no path. Throws an `OptionsError` for what is no target and for a path that does not begin with `/`.
 */
export function createTransport(target: unknown, path: unknown): Transport {
  if (path !== undefined && !(typeof path === 'string' && path.startsWith('/')))
    throw new OptionsError("path must begin with '/', such as '/webhooks/messaging'.");
  if (typeof target === 'string' || target instanceof URL)
    return createHttpTransport(at(readUrl(target)), path);
  if (target instanceof Server) return createHttpTransport(hostOf(target), path);
  if (isInProcess(target)) return createReceiverTransport(target);
  if (typeof target === 'function') return createHttpTransport(createHost(target as RequestListener), path);
  throw new OptionsError(complaint);
}

function createHttpTransport(host: Host, path: string | undefined): Transport {
  const resolve = (origin: URL) => (path === undefined ? origin : new URL(path, origin));
  return {
    inProcess: false,
    probePaths: [undefined, '/'],
    call: (call, signal) => host.use((origin) => callOverHttp(resolve(origin), call, signal)),
    cut: (call, signal, how) => host.use((origin) => cutOverHttp(resolve(origin), call, signal, how)),
    closed: () => host.closed(),
  };
}

/** An Express app has a `handle` too, of another kind: a receiver is told by what else it has. */
function isInProcess(target: unknown): target is InProcessTarget {
  if (target === null || (typeof target !== 'object' && typeof target !== 'function')) return false;
  const { handle, fetch, drain } = target as Record<string, unknown>;
  if (typeof handle !== 'function') return false;
  return typeof target === 'object' || (typeof fetch === 'function' && typeof drain === 'function');
}

function readUrl(target: string | URL): URL {
  const url = URL.canParse(String(target)) ? new URL(target) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new OptionsError('target must be a URL that begins with http:// or https://.');
}

function at(url: URL): Host {
  return { use: (work) => work(url), closed: async () => {} };
}

/** A server that listens is called there, asked each time: it may have been started since. Any other lends us its listeners. */
function hostOf(server: Server): Host {
  const borrowed = createHost((request, response) => {
    server.emit('request', request, response);
  });
  return {
    async use(work) {
      const address = server.address();
      if (address === null) return borrowed.use(work);
      if (typeof address === 'string') throw new OptionsError('A server on a socket file cannot be called.');
      return work(new URL(`http://${hostname(address)}:${address.port}`));
    },
    closed: () => borrowed.closed(),
  };
}

function hostname({ family, address }: AddressInfo): string {
  if (family === 'IPv6') return address === '::' ? '[::1]' : `[${address}]`;
  return address === '0.0.0.0' ? '127.0.0.1' : address;
}
