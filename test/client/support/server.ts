import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A call as it came over the wire. */
export interface SeenCall {
  readonly method: string;
  /** The path with its query, byte for byte. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What the server does with a call: a status with a JSON body, or anything with the response. */
export type Reply =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | ((response: ServerResponse, call: SeenCall) => void);

/** A local server that keeps what it was sent. */
export interface TestServer {
  readonly baseUrl: string;
  readonly calls: SeenCall[];
  /** Gives the reply to each call. Default: 200 with `{}`. */
  answer(reply: (call: SeenCall) => Reply): void;
  /** Replies in this order, the last one for good. */
  script(...replies: Reply[]): void;
  close(): Promise<void>;
}

/** Starts a server on a free port. */
export async function startServer(): Promise<TestServer> {
  const calls: SeenCall[] = [];
  const sockets = new Set<Socket>();
  let decide: (call: SeenCall) => Reply = () => ({ status: 200, body: {} });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    response.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const call = { method, url, headers, body: Buffer.concat(chunks).toString() };
      calls.push(call);
      giveReply(response, call, decide(call));
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answer(reply) {
      decide = reply;
    },
    script(...replies) {
      let index = 0;
      decide = () => replies[Math.min(index++, replies.length - 1)] as Reply;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Does with `response` what the reply says. */
export function giveReply(response: ServerResponse, call: SeenCall, reply: Reply): void {
  if (typeof reply === 'function') {
    reply(response, call);
    return;
  }
  const body = reply.body === undefined ? '' : JSON.stringify(reply.body);
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(body);
}

/** Breaks the connection without an answer. */
export const dropConnection = (response: ServerResponse): void => {
  response.destroy();
};

/** An answer in HTML, as a proxy gives it. */
export function html(status: number): Reply {
  return (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
}
