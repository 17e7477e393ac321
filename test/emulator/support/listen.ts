import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

const open: (() => unknown)[] = [];

/** Has `close` called by `closeAll`. */
export function closeLater(close: () => unknown): void {
  open.push(close);
}

/** Ends what was started; for `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const close of open.splice(0)) await close();
}

/** Serves `listener` on a free port of this machine, and gives its origin. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closeLater(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
