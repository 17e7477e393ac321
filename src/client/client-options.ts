import { type Clock, wakefulClock } from '../clock.ts';
import { OptionsError } from '../errors/index.ts';
import type { Logger } from '../logger.ts';
import { hasMethods, readInteger, readOptions } from '../options/index.ts';
import type { ApiVersion } from './api-call.ts';
import type { Auth } from './auth/index.ts';
import { isSignal } from './transport/create-call.ts';

import { createGate } from './transport/gate.ts';
import type { TransportSettings } from './transport/settings.ts';
import { createWatch, type Hooks } from './transport/watch.ts';

/** Where the service keeps an app's data. */
export type Region = 'us' | 'eu';

/** Options of `createClient`. They are checked at creation; what is wrong throws an `OptionsError`. */
export interface ClientOptions {
  /** Made by `basicAuth`, `jwtAuth` or `bearerAuth`. */
  readonly auth: Auth;
  /** The app that calls are about. App-scoped credentials imply it; account-scoped ones need it here, or `forApp(id)`. */
  readonly appId?: string | undefined;
  /** Default: `us`. */
  readonly region?: Region | undefined;
  /** In place of a region: another host, such as the emulator's. A path in it is kept before the version. */
  readonly baseUrl?: string | undefined;
  /** Default: `v1.1`. */
  readonly apiVersion?: ApiVersion | undefined;
  /** How long one attempt may take, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** How long a call may take with all its attempts and waits, in milliseconds. Default: 120,000. */
  readonly deadlineMs?: number | undefined;
  /** How often a failed attempt is repeated, where that is safe. Default: 4. */
  readonly maxRetries?: number | undefined;
  /** Default: the built-in one. */
  readonly fetch?: typeof fetch | undefined;
  /** Gets a line for each attempt at level debug, without ids and bodies. Default: none. */
  readonly logger?: Logger | undefined;
  readonly hooks?: Hooks | undefined;
  /** Ends all calls of the client. */
  readonly signal?: AbortSignal | undefined;
  /** The time, for tests. Default: the system's. */
  readonly clock?: Clock | undefined;
  /** Gives a number from 0 up to but not including 1 for the jitter of waits, for tests. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

const KEYS: readonly (keyof ClientOptions)[] = [
  'auth',
  'appId',
  'region',
  'baseUrl',
  'apiVersion',
  'timeoutMs',
  'deadlineMs',
  'maxRetries',
  'fetch',
  'logger',
  'hooks',
  'signal',
  'clock',
  'random',
];
const HOOK_KEYS: readonly (keyof Hooks)[] = ['onRequest', 'onResponse', 'onRetry', 'onError'];

/** Source: the service's public documentation; Part A leaves the names of the hosts open. */
const hosts: Readonly<Record<Region, string>> = {
  us: 'https://api.smooch.io',
  eu: 'https://api.eu-1.smooch.io',
};

const versions: readonly ApiVersion[] = ['v1', 'v1.1'];

/** Checks the options and adds the defaults. */
export function readClientOptions(options: ClientOptions): TransportSettings {
  readOptions(options, KEYS, 'createClient');
  const { auth, appId, apiVersion = 'v1.1', hooks = {}, logger, signal } = options;
  const { timeoutMs = 30_000, deadlineMs = 120_000, maxRetries = 4 } = options;
  const { clock = wakefulClock, random = Math.random } = options;
  // Looked up at each call, so that what wraps the built-in one later is used.
  const { fetch = (...input: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...input) } = options;
  check(hasMethods(auth, ['authorize', 'renew']), 'auth must be made by basicAuth, jwtAuth or bearerAuth.');
  check(
    appId === undefined || (typeof appId === 'string' && appId.trim() !== ''),
    'appId must be the id of an app; leave it out for credentials of an app.',
  );
  check(versions.includes(apiVersion), `apiVersion must be one of ${versions.join(', ')}.`);
  check(typeof fetch === 'function', 'fetch must be a function; leave it out for the built-in one.');
  check(
    logger === undefined || hasMethods(logger, ['debug']),
    'logger must have debug; leave it out for none.',
  );
  check(signal === undefined || isSignal(signal), 'signal must be an AbortSignal.');
  check(hasMethods(clock, ['now', 'schedule']), 'clock must have now and schedule.');
  check(typeof random === 'function', 'random must be a function.');
  readOptions(hooks, HOOK_KEYS, 'hooks');
  for (const name of HOOK_KEYS) {
    check(
      hooks[name] === undefined || typeof hooks[name] === 'function',
      `hooks.${name} must be a function.`,
    );
  }
  return {
    baseUrl: readBaseUrl(options),
    auth,
    appId,
    apiVersion,
    timeoutMs: readInteger(timeoutMs, 'timeoutMs'),
    deadlineMs: readInteger(deadlineMs, 'deadlineMs'),
    maxRetries: readInteger(maxRetries, 'maxRetries', 0),
    fetch,
    watch: createWatch(hooks, logger),
    signal,
    clock,
    random,
    gate: createGate(clock),
  };
}

function readBaseUrl({ region, baseUrl }: ClientOptions): string {
  if (baseUrl === undefined) {
    const name: string = region ?? 'us';
    check(Object.hasOwn(hosts, name), 'region must be us or eu; for another host there is baseUrl.');
    return hosts[name as Region];
  }
  check(region === undefined, 'region and baseUrl cannot be given together: baseUrl says it all.');
  const right = typeof baseUrl === 'string' && /^https?:\/\//i.test(baseUrl) && URL.canParse(baseUrl);
  check(right, 'baseUrl must be a URL with http or https, such as https://api.example.com/prefix.');
  const url = new URL(baseUrl);
  check(
    url.username === '' && url.password === '' && url.search === '' && url.hash === '',
    'baseUrl must have no credentials, no query and no fragment.',
  );
  const path = url.pathname.replace(/\/+$/, '');
  check(
    !/\/v\d+(\.\d+)?$/.test(path),
    'baseUrl must end before the version, which is the option apiVersion.',
  );
  return url.origin + path;
}

function check(right: boolean, sentence: string): void {
  if (!right) throw new OptionsError(sentence);
}
