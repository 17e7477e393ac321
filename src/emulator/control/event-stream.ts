import type { Request, Response } from 'express';

/** Tells all pages that are open what happens, by server-sent events. */
export interface EventStream {
  /** Keeps the call open and tells it of everything from now on. */
  open(request: Request, response: Response): void;
  /** Tells of a thing that has a key, as `describe` gives it: of several in a short time the last is told. */
  put(kind: string, key: string | number, describe: () => unknown): void;
  /** Tells that all of a kind is to be asked for again. */
  touch(kind: string): void;
  close(): void;
}

/** What happens within this time is told at once, in milliseconds. */
const GATHER_MS = 40;

/** How often something is sent, so that nothing on the way takes the connection for dead. */
const HEARTBEAT_MS = 15_000;

/** A page that has fallen so far behind, in bytes, is let go: it comes back and asks for the whole state. */
const MAX_BEHIND_BYTES = 4 * 1024 * 1024;

/** Makes the stream. `describe` gives what is told with everything else. It keeps no process alive. */
export function createEventStream(describe: () => object): EventStream {
  const pages = new Set<Response>();
  const gathered = new Map<string, Map<string | number, () => unknown>>();
  const touched = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let lastId = 0;

  function send(text: string): void {
    for (const page of pages) {
      if (page.writableLength > MAX_BEHIND_BYTES) page.destroy();
      else page.write(text);
    }
  }

  function flush(): void {
    timer = undefined;
    lastId++;
    const data = {
      ...describe(),
      ...Object.fromEntries(
        [...gathered].map(([kind, values]) => [
          kind,
          [...values.values()].map((describeOne) => describeOne()),
        ]),
      ),
      touched: [...touched],
    };
    gathered.clear();
    touched.clear();
    send(`id: ${lastId}\nevent: news\ndata: ${JSON.stringify(data)}\n\n`);
  }

  function plan(): void {
    timer ??= setTimeout(flush, GATHER_MS).unref();
  }

  function leave(page: Response): void {
    pages.delete(page);
    if (pages.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  }

  return {
    open(request, response) {
      response.status(200).set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
      response.flushHeaders();
      // The page asks for the state when it hears this: what happens from here on is told.
      response.write(`retry: 1000\nid: ${lastId}\nevent: hello\ndata: {}\n\n`);
      pages.add(response);
      heartbeat ??= setInterval(() => send(': still here\n\n'), HEARTBEAT_MS).unref();
      request.once('close', () => leave(response));
    },
    put(kind, key, describeOne) {
      if (pages.size === 0) return;
      const values = gathered.get(kind) ?? new Map<string | number, () => unknown>();
      // Taken out first, so that the order is that of the last change.
      values.delete(key);
      gathered.set(kind, values.set(key, describeOne));
      plan();
    },
    touch(kind) {
      if (pages.size === 0) return;
      touched.add(kind);
      plan();
    },
    close() {
      clearTimeout(timer);
      clearInterval(heartbeat);
      for (const page of pages) page.end();
      pages.clear();
    },
  };
}
