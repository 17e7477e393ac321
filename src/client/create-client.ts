import { OptionsError } from '../errors/index.ts';
import type { ApiCall, ApiRequest, Method, RequestOptions } from './api-call.ts';
import { createRequest } from './api-request.ts';
import { type ClientOptions, readClientOptions } from './client-options.ts';
import { parsePath } from './parse-path.ts';
import { createResources, type Resources } from './resources/index.ts';
import { createCall } from './transport/create-call.ts';
import type { TransportSettings } from './transport/settings.ts';

/** What a call beyond the resources sends. */
export interface RawRequest extends Pick<ApiCall, 'query' | 'json' | 'form' | 'apiVersion'> {
  /** `account` for a path that is not below the app. Default: `app`. */
  readonly base?: ApiCall['base'];
}

/** A client of the service's API. */
export interface Client extends Resources {
  /**
   * Makes a call that the resources do not know, with the same encoding, retries and errors. The path begins after the version and the app:
   * `'/webhooks'`, or a list of segments, `['appusers', userId]`, of which each is encoded.
   */
  request<Answer = unknown>(
    method: Method,
    path: string | readonly string[],
    request?: RawRequest,
    options?: RequestOptions,
  ): ApiRequest<Answer>;
  /** The same client for another app. */
  forApp(appId: string): Client;
  /** The same client with other options. With the same credentials and host it waits for the same rate limit. */
  withOptions(options: Partial<ClientOptions>): Client;
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Makes a client. Throws an `OptionsError` when an option is missing or wrong. */
export function createClient(options: ClientOptions): Client {
  return buildClient(options, readClientOptions(options));
}

function buildClient(options: ClientOptions, settings: TransportSettings): Client {
  const call = createCall(settings);

  function withOptions(changes: Partial<ClientOptions>): Client {
    const changed = { ...options, ...changes };
    // One of the two places of the host takes the place of the other.
    if (changes.baseUrl !== undefined && changes.region === undefined) changed.region = undefined;
    if (changes.region !== undefined && changes.baseUrl === undefined) changed.baseUrl = undefined;
    const own = readClientOptions(changed);
    const isSame =
      own.auth === settings.auth && own.baseUrl === settings.baseUrl && own.clock === settings.clock;
    return buildClient(changed, isSame ? { ...own, gate: settings.gate } : own);
  }

  return {
    ...createResources(call),
    request: <Answer>(
      method: Method,
      path: string | readonly string[],
      request: RawRequest = {},
      own?: RequestOptions,
    ) =>
      createRequest(async () => {
        if (!METHODS.includes(method)) throw new OptionsError(`method must be one of ${METHODS.join(', ')}.`);
        const wanted = { base: 'app' as const, ...request, method, segments: parsePath(path) };
        return await call<Answer>(wanted, own).withResponse();
      }),
    forApp: (appId) => {
      if (appId === undefined) throw new OptionsError('forApp needs the id of an app.');
      return withOptions({ appId });
    },
    withOptions,
  };
}
