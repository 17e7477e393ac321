import { OptionsError } from '../errors/index.ts';
import { readInteger, readOptions } from '../options/index.ts';

/** Options of `createServer`. They are for the whole server, so for every route of the app. */
export interface ServerOptions {
  /** How long the headers of a request may take to come, in milliseconds; a connection that stays silent counts. Default: 5,000. */
  readonly headersTimeoutMs?: number | undefined;
  /**
   * How long a whole request may take to come, in milliseconds. Default: 8,000. What your app does with it afterwards is not limited. An app
   * that takes large uploads on other routes needs more.
   */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * How long a connection without a request is kept for the next one, in milliseconds. Default: 65,000, above the 60 s of nginx and of most
   * load balancers: whoever keeps connections longer than the server sends, now and then, a request into one that is being closed. Google
   * Cloud keeps them for 600 s: give 620,000 behind it.
   */
  readonly keepAliveTimeoutMs?: number | undefined;
  /**
   * How many headers of a request are read. Default: 0, all of them; Node's limit of 16 KiB for all headers together holds anyway. Headers
   * after that many are dropped without a word, and the one with the secret may be among them.
   */
  readonly maxHeadersCount?: number | undefined;
  /** How many connections there may be; further ones are closed at once. Default: no limit. */
  readonly maxConnections?: number | undefined;
}

/** The options after their check, with the defaults. */
export interface ServerSettings {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly maxHeadersCount: number;
  readonly maxConnections: number | undefined;
}

const knownOptions = [
  'headersTimeoutMs',
  'requestTimeoutMs',
  'keepAliveTimeoutMs',
  'maxHeadersCount',
  'maxConnections',
] as const satisfies readonly (keyof ServerOptions)[];

/** Checks the options of a server and fills in the defaults. Throws an `OptionsError` for the first that is wrong. */
export function readServerOptions(options: ServerOptions): ServerSettings {
  readOptions(options, knownOptions, 'createServer');
  const { headersTimeoutMs = 5_000, requestTimeoutMs = 8_000, keepAliveTimeoutMs = 65_000 } = options;
  const { maxHeadersCount = 0, maxConnections } = options;
  // 0 would mean for ever to Node, which is what this server is there to prevent.
  const settings = {
    headersTimeoutMs: readInteger(headersTimeoutMs, 'headersTimeoutMs'),
    requestTimeoutMs: readInteger(requestTimeoutMs, 'requestTimeoutMs'),
    keepAliveTimeoutMs: readInteger(keepAliveTimeoutMs, 'keepAliveTimeoutMs'),
    maxHeadersCount: readInteger(maxHeadersCount, 'maxHeadersCount', 0),
    maxConnections: maxConnections === undefined ? undefined : readInteger(maxConnections, 'maxConnections'),
  };
  if (settings.headersTimeoutMs > settings.requestTimeoutMs)
    throw new OptionsError(
      'headersTimeoutMs must not be above requestTimeoutMs, which is for the headers and the body together.',
    );
  return settings;
}
