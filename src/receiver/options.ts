import { type Clock, systemClock } from '../clock.ts';
import { OptionsError } from '../errors/index.ts';
import { isVersion, type KeyOf, type Version, versions } from '../events/index.ts';
import { createDefaultLogger, guardLogger, type Logger } from '../logger.ts';
import { hasMethods, readOptions } from '../options/index.ts';
import type { DeliveryQueue } from '../queue/index.ts';
import { readSecretList, type SecretList } from './secret-list.ts';
import {
  createProvidedSecrets,
  createStaticSecrets,
  type SecretStore,
  type SecretsProvider,
} from './secrets.ts';

/** How repeats of a delivery are recognised. */
export interface DedupOptions {
  /**
   * How long a strong key stays known after its first enqueue, in milliseconds. Default: 1 hour; at least 15 minutes.
   * Source: API document, Part A, "Delivery policy": attempts span 15 minutes; the rest is our margin.
   */
  readonly windowMs?: number | undefined;
  /** How long a weak key stays known when it was not given back, in milliseconds. Default: 20 minutes; at least 15 minutes. */
  readonly weakWindowMs?: number | undefined;
  /** Your own key for an event, or `undefined` for the built-in one. */
  readonly keyOf?: KeyOf | undefined;
}

/** Options of `createReceiver`. They are checked once, at creation; what is wrong throws an `OptionsError`. */
export interface ReceiverOptions {
  /**
   * The webhook's secret, a list of secrets of which any is right, or a function that fetches such a list. `undefined` is in the
   * type for `process.env`, and throws.
   */
  readonly secrets: SecretList | SecretsProvider | undefined;
  /** Where deliveries go. Only `enqueue` is called. */
  readonly queue: Pick<DeliveryQueue, 'enqueue'>;
  /** Header that carries the secret. Default: `x-api-key`. Source: not in Part A, which names no header; the service's public documentation. */
  readonly secretHeader?: string | undefined;
  /** Largest body after inflating, in bytes. Default: 1 MiB. */
  readonly limitBytes?: number | undefined;
  /**
   * How long `enqueue` may take before the answer is 503, in milliseconds. Default: 1,800; below 20,000, when the service gives up.
   * Time spent waiting for a secrets provider counts.
   */
  readonly enqueueTimeoutMs?: number | undefined;
  /** Versions that are handled; the others are acknowledged and not queued. Default: both. */
  readonly acceptVersions?: readonly Version[] | undefined;
  readonly dedup?: DedupOptions | undefined;
  /** Until then an unknown secret is answered 503, which is tried again, and not 401, which is final. A `Date` or milliseconds since 1970. */
  readonly rotationUntil?: Date | number | undefined;
  /** Default: pino. */
  readonly logger?: Logger | undefined;
  /** Default: the system's. */
  readonly clock?: Clock | undefined;
}

/** The options after their check, with the defaults. */
export interface Settings {
  readonly secrets: SecretStore;
  readonly queue: Pick<DeliveryQueue, 'enqueue'>;
  /** In lower case. */
  readonly secretHeader: string;
  readonly limitBytes: number;
  readonly enqueueTimeoutMs: number;
  readonly acceptVersions: ReadonlySet<Version>;
  readonly windowMs: number;
  readonly weakWindowMs: number;
  readonly keyOf: KeyOf | undefined;
  /** Never throws. */
  readonly logger: Logger;
  readonly clock: Clock;
}

/** The service calls for 15 minutes; a key that is forgotten earlier lets a repeat through. Source: Part A, "Delivery policy". */
const MIN_WINDOW_MS = 900_000;

/** The service takes so long a silence for a failure. Source: Part A, "Delivery policy". */
const SERVICE_TIMEOUT_MS = 20_000;

/** An earlier time than this (1973) is one in seconds. */
const MIN_TIME_MS = 100_000_000_000;

const OPTION_KEYS: readonly (keyof ReceiverOptions)[] = [
  'secrets',
  'queue',
  'secretHeader',
  'limitBytes',
  'enqueueTimeoutMs',
  'acceptVersions',
  'dedup',
  'rotationUntil',
  'logger',
  'clock',
];
const DEDUP_KEYS: readonly (keyof DedupOptions)[] = ['windowMs', 'weakWindowMs', 'keyOf'];

/** Checks `options` and adds the defaults. Throws an `OptionsError` at the first mistake; its message says what to do. */
export function readReceiverOptions(options: ReceiverOptions): Settings {
  readOptions(options, OPTION_KEYS, 'createReceiver');
  const { secretHeader = 'x-api-key', limitBytes = 1_048_576, enqueueTimeoutMs = 1_800 } = options;
  const { acceptVersions = versions, dedup = {}, clock = systemClock } = options;
  readOptions(dedup, DEDUP_KEYS, 'dedup');
  const { windowMs = 3_600_000, weakWindowMs = 1_200_000, keyOf } = dedup;

  check(
    hasMethods(options.queue, ['enqueue']),
    'queue must be a queue: make one with createMemoryQueue or createBullQueue.',
  );
  check(isToken(secretHeader), 'secretHeader must be the name of a header, such as x-api-key.');
  check(
    Number.isSafeInteger(limitBytes) && limitBytes > 0,
    'limitBytes must be a whole number of bytes above 0, such as 1048576.',
  );
  check(
    Number.isFinite(enqueueTimeoutMs) && enqueueTimeoutMs > 0 && enqueueTimeoutMs < SERVICE_TIMEOUT_MS,
    'enqueueTimeoutMs must be above 0 and below 20000 milliseconds, when the service stops waiting.',
  );
  checkWindow(windowMs, 'dedup.windowMs');
  checkWindow(weakWindowMs, 'dedup.weakWindowMs');
  check(keyOf === undefined || typeof keyOf === 'function', 'dedup.keyOf must be a function.');
  check(
    Array.isArray(acceptVersions) && acceptVersions.length > 0 && acceptVersions.every(isVersion),
    `acceptVersions must be a list of one or more of ${versions.join(', ')}.`,
  );
  check(
    hasMethods(clock, ['now', 'schedule']),
    'clock must have now and schedule; leave it out for the system clock.',
  );
  check(
    options.logger === undefined || hasMethods(options.logger, ['debug', 'info', 'warn', 'error']),
    'logger must have debug, info, warn and error; leave it out for the default one.',
  );
  const rotationUntilMs = readTime(options.rotationUntil);
  const logger = guardLogger(options.logger ?? createDefaultLogger());
  return {
    secrets: readSecrets(options.secrets, { clock, logger, rotationUntilMs }),
    queue: options.queue,
    secretHeader: secretHeader.toLowerCase(),
    limitBytes,
    enqueueTimeoutMs,
    acceptVersions: new Set(acceptVersions),
    windowMs,
    weakWindowMs,
    keyOf,
    logger,
    clock,
  };
}

function readSecrets(
  secrets: ReceiverOptions['secrets'],
  store: Parameters<typeof createStaticSecrets>[1],
): SecretStore {
  if (typeof secrets === 'function') return createProvidedSecrets(secrets, store);
  return createStaticSecrets(readSecretList(secrets), store);
}

function readTime(time: unknown): number {
  if (time === undefined) return Number.NEGATIVE_INFINITY;
  const timeMs = time instanceof Date ? time.getTime() : time;
  check(
    typeof timeMs === 'number' && Number.isFinite(timeMs) && timeMs >= MIN_TIME_MS,
    'rotationUntil must be a valid Date or a time in milliseconds since 1970.',
  );
  return timeMs as number;
}

function checkWindow(windowMs: unknown, name: string): void {
  check(
    Number.isSafeInteger(windowMs) && (windowMs as number) >= MIN_WINDOW_MS,
    `${name} must be a whole number of at least 900000 milliseconds: the service repeats a call for 15 minutes.`,
  );
}

function check(right: boolean, sentence: string): void {
  if (!right) throw new OptionsError(sentence);
}

function isToken(name: unknown): boolean {
  return typeof name === 'string' && /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/.test(name);
}
