import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A place where a listener can be called over HTTP while it is needed. */
export interface Host {
  /** Runs `work` with the address of the listener. */
  use<Result>(work: (origin: URL) => Promise<Result>): Promise<Result>;
  /** Resolves when no port is open any more. */
  closed(): Promise<void>;
}

interface Opened {
  readonly origin: Promise<URL>;
  close(): Promise<void>;
}

/**
 * Serves `listener` on a free port of 127.0.0.1 while calls are under way, and closes the port when the last one has ended: a test
 * that forgets a sender leaves no open handle. That is all that is needed of supertest here, so it is no dependency.
 */
export function createHost(listener: RequestListener): Host {
  let users = 0;
  let opened: Opened | undefined;
  const closing = new Set<Promise<void>>();

  return {
    async use(work) {
      users++;
      opened ??= open(listener);
      const { origin, close } = opened;
      try {
        return await work(await origin);
      } finally {
        users--;
        if (users === 0) {
          opened = undefined;
          const done: Promise<void> = close().finally(() => closing.delete(done));
          closing.add(done);
        }
      }
    },
    async closed() {
      while (closing.size > 0) await Promise.all(closing);
    },
  };
}

function open(listener: RequestListener): Opened {
  const server = createServer(listener);
  const listening = once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: listening.then(() => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
    // Connections are not ended by force: the target's `finish` may come a little after we have read the answer. Each ends on its
    // own, as no call keeps one.
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
