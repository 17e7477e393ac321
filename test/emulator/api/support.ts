import type { RequestListener } from 'node:http';
import type express from 'express';
import { createApi } from '../../../src/emulator/api/create-api.ts';
import { createKey } from '../../../src/emulator/api/create-key.ts';
import { type ApiLog, createApiLog } from '../../../src/emulator/api/log/api-log.ts';
import type { Route } from '../../../src/emulator/api/route.ts';
import { appRoutes } from '../../../src/emulator/api/routes/apps.ts';
import { keyRoutes } from '../../../src/emulator/api/routes/keys.ts';
import { webhookRoutes } from '../../../src/emulator/api/routes/webhooks.ts';
import type { FindMedia } from '../../../src/emulator/api/serve-media.ts';
import { createFaults, type Faults } from '../../../src/emulator/faults/index.ts';
import type { EmulatorOptions } from '../../../src/emulator/options.ts';
import type { KeyRecord } from '../../../src/emulator/world/index.ts';
import { createRandom } from '../../../src/testing/random.ts';
import { listen } from '../support/listen.ts';
import { createTestWorld, type TestWorld } from '../support/test-world.ts';
import { shellRoutes } from './shell-routes.ts';

/** What came back. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON of the text, or `undefined` when it is none. */
  readonly body: unknown;
}

/** What goes with a call. */
interface Sent {
  /** Default: the key of the app. `null` sends no credentials; a text is the header itself. */
  readonly auth?: KeyRecord | string | null;
  readonly json?: unknown;
  readonly body?: string | Uint8Array | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An API that listens, with an app, a key of it, and a key of the account. */
export interface TestApi {
  readonly world: TestWorld;
  readonly log: ApiLog;
  readonly faults: Faults;
  readonly appKey: KeyRecord;
  readonly accountKey: KeyRecord;
  readonly origin: string;
  /** `/apps/<the app>`. */
  readonly full: string;
  pending(): number;
  idle(): Promise<void>;
  /** `path` is what follows the origin. */
  call(method: string, path: string, sent?: Sent): Promise<Reply>;
}

/** How a test wants its API. */
export interface ApiSetup {
  readonly options?: EmulatorOptions;
  readonly routes?: readonly Route[];
  readonly media?: FindMedia;
  readonly express?: typeof express;
  /** Puts the API into a host. Default: it is served as it is. */
  readonly mount?: (app: RequestListener) => RequestListener;
}

export async function startApi(setup: ApiSetup = {}): Promise<TestApi> {
  const world = createTestWorld({ probe: false, ...setup.options });
  const log = createApiLog(world.settings.logSize);
  const faults = createFaults(createRandom(1));
  const api = createApi(world, {
    routes: setup.routes ?? [...shellRoutes, ...webhookRoutes, ...appRoutes, ...keyRoutes],
    faults,
    log,
    media: setup.media ?? (() => undefined),
    express: setup.express,
  });
  const origin = await listen(setup.mount?.(api.app) ?? api.app);
  const appKey = createKey(world, world.app, 'of the app');
  return {
    world,
    log,
    faults,
    appKey,
    accountKey: createKey(world, undefined, 'of the account'),
    origin,
    full: `/apps/${world.app._id}`,
    pending: api.pending,
    idle: api.idle,
    async call(method, path, { auth = appKey, json, body, headers } = {}) {
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: {
          ...(auth !== null && { authorization: typeof auth === 'string' ? auth : toBasic(auth) }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: parse(text) };
    },
  };
}

/** The header of Basic authentication, made apart from the code under test. */
export function toBasic({ _id, secret }: Pick<KeyRecord, '_id' | 'secret'>): string {
  return `Basic ${btoa(`${_id}:${secret}`)}`;
}

/** What an error looks like. */
export function errorOf(code: string): object {
  return { error: { code, description: expect.stringMatching(/./) } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
