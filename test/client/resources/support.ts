import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basicAuth } from '../../../src/client/auth/index.ts';
import { type Client, createClient } from '../../../src/client/create-client.ts';

/** A request as it came over the wire. */
interface RecordedRequest {
  readonly method: string | undefined;
  /** Path and query, not decoded. */
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What the server answers. */
export interface Answer {
  readonly status: number;
  /** As it goes over the wire; empty for no body. */
  readonly body: string;
}

/** A server that keeps what it was asked, and answers what it was told. */
export interface Recorder {
  readonly baseUrl: string;
  readonly requests: RecordedRequest[];
  /** Answers of the next requests; the last one is also that of all after it. Forgets the requests before. */
  answerWith(...answers: readonly Answer[]): void;
  close(): Promise<void>;
}

export const appId = '5963c0d619a30a2e00de36b8';

/** Starts a recorder on a free port of this machine. */
export async function startRecorder(): Promise<Recorder> {
  const requests: RecordedRequest[] = [];
  let answers: readonly Answer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers } = request;
    requests.push({ method, url, headers, body: Buffer.concat(chunks) });
    const { status, body } = answers[Math.min(requests.length, answers.length) - 1] ?? {
      status: 500,
      body: '',
    };
    response.writeHead(status, body === '' ? {} : { 'content-type': 'application/json; charset=utf-8' });
    response.end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answerWith(...given) {
      requests.length = 0;
      answers = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A client with the credentials of the account, which names the app in the path. */
export function createAccountClient({ baseUrl }: Pick<Recorder, 'baseUrl'>): Client {
  const auth = basicAuth({ keyId: 'act_5723a347f82ba0516cb4ea34', secret: 'account-secret-of-a-test' });
  return createClient({ auth, appId, baseUrl, maxRetries: 0 });
}

/** A client with the credentials of the app, which leaves the app out of the path. */
export function createAppClient({ baseUrl }: Pick<Recorder, 'baseUrl'>): Client {
  const auth = basicAuth({ keyId: 'app_5723a347f82ba0516cb4ea34', secret: 'app-secret-of-a-test' });
  return createClient({ auth, baseUrl, maxRetries: 0 });
}

/** The first of an iterable, and then no more of it. */
export async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item;
  return undefined;
}
