import {
  basicAuth,
  type Client,
  type ClientOptions,
  createClient,
  type Method,
} from '../../../src/client/index.ts';
import { createManualClock, type ManualClock } from '../../../src/testing/manual-clock.ts';

export const keyId = 'app_5f3a6c1e9b1d4a0012ab34c0';
export const secret = 'c2VjcmV0LW9mLXRoZS10ZXN0cw';
export const appId = '5f3a6c1e9b1d4a0012ab34d1';

/** `Basic` of the key above, computed apart from the client. */
export const basic = `Basic ${btoa(`${keyId}:${secret}`)}`;

/** A client of a test server: no jitter, so that waits which have no length given are none. */
export function makeClient(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  return createClient({ auth: basicAuth({ keyId, secret }), baseUrl, random: () => 0, ...options });
}

/** A manual clock on which a wait of no length is over at the next turn of the event loop. */
export function createPatientClock(): ManualClock {
  const clock = createManualClock();
  return {
    ...clock,
    schedule(run, delayMs) {
      if (delayMs > 0) return clock.schedule(run, delayMs);
      const immediate = setImmediate(run);
      return () => clearImmediate(immediate);
    },
  };
}

/** What `promise` rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it was expected to fail');
}

/** Makes a call with this method, of which any service can do a second one. */
export function send(client: Client, method: Method): ReturnType<Client['request']> {
  const items = [{ type: 'link', text: 'Shop', uri: 'https://example.com' }];
  const message = { role: 'appMaker', type: 'text', text: 'Hello' };
  if (method === 'POST') return client.request(method, '/templates', { json: { name: 'hello', message } });
  return client.request(method, '/menu', method === 'PUT' ? { json: { items } } : {});
}

/** A `fetch` that fails once with a cause of this code, then calls the server. */
export function createFailingFetch(code: string): typeof fetch {
  let failed = false;
  return async (...input) => {
    if (failed) return await fetch(...input);
    failed = true;
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  };
}
