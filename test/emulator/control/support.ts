import type { IncomingMessage, ServerResponse } from 'node:http';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator/index.ts';
import { closeLater, listen } from '../support/listen.ts';

/** What the control answered. */
interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON, or `undefined` when there was none. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** An emulator with a receiver, whose control is called as the page calls it. */
export interface TestControl {
  readonly emulator: Emulator;
  readonly url: string;
  readonly target: string;
  /** What the receiver answers from now on. Default: 200. */
  answer(status: number): void;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply>;
  /** Makes the webhook at the receiver. */
  subscribe(triggers?: readonly string[]): Promise<void>;
}

/** Starts an emulator whose clock stands still, and a receiver. */
export async function startControl(options: EmulatorOptions = {}): Promise<TestControl> {
  const emulator = createEmulator({ seed: 1, clock: 'manual', ...options });
  closeLater(() => emulator.close());
  const url = await emulator.listen();
  let status = 200;
  const receiver = await listen((request: IncomingMessage, response: ServerResponse) => {
    request
      .resume()
      .once('end', () => response.writeHead(request.method === 'HEAD' ? 200 : status).end('{}'));
  });
  const target = `${receiver}/webhooks`;
  return {
    emulator,
    url,
    target,
    answer(next) {
      status = next;
    },
    async call(method, path, body, headers = {}) {
      const response = await fetch(`${url}/_emulator/api/${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? {} : JSON.parse(text),
      };
    },
    async subscribe(triggers = ['*']) {
      await emulator.seed({ webhooks: [{ target, triggers }] });
    },
  };
}
