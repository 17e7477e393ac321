import type { Clock } from '../clock.ts';
import { OptionsError } from '../errors/index.ts';
import type { Logger } from '../index.ts';
import { hasMethods, readInteger, readOptions } from '../options/index.ts';
import { defaultScheduleMs, defaultTimeoutMs, readSchedule } from '../testing/sender/index.ts';

/** Sizes and numbers above which the service refuses. Source of the defaults: Part A, "Limits". */
export interface EmulatorLimits {
  /** Largest JSON body of a call, in bytes. Default: 102,400. */
  readonly jsonBytes?: number | undefined;
  /** Largest upload, in bytes. Default: 26,214,400. */
  readonly uploadBytes?: number | undefined;
  /** Messages of one conversation; posting beyond is answered 423. Default: 30,000. */
  readonly messagesPerConversation?: number | undefined;
  /** Webhooks of one app. Default: 10. Source: the service's public documentation. */
  readonly webhooksPerApp?: number | undefined;
}

/** Refuses calls of the API with 429 beyond a number of them. Off by default: the service's numbers are unpublished. */
export interface EmulatorRateLimit {
  /** Calls that one app may make in each span. */
  readonly calls: number;
  /** Length of a span, in milliseconds. */
  readonly perMs: number;
}

/** Options of `createEmulator`. What is wrong throws an `OptionsError` at creation. */
export interface EmulatorOptions {
  /**
   * What the time goes by: `'real'`, a speed such as `'60x'`, `'manual'` (it stands still but for `advance`), or a clock of your own, such as
   * the kit's manual clock that your receiver goes by as well. Default: `'real'`.
   */
  readonly clock?: 'real' | 'manual' | `${number}x` | Clock | undefined;
  /** Ids, secrets and drawn faults are the same for the same seed and the same calls. Default: a random one. */
  readonly seed?: number | undefined;
  /** Where the emulator is reached from outside, if not where it listens: for the URLs in its answers. */
  readonly publicUrl?: string | undefined;
  /** When a delivery is attempted, in milliseconds after its first attempt. Default: `[0, 60_000, 180_000, 420_000, 900_000]`. */
  readonly scheduleMs?: readonly number[] | undefined;
  /** How long the emulator waits for an answer of your receiver, in milliseconds of its clock. Default: 20,000. */
  readonly timeoutMs?: number | undefined;
  /** Refuses (400) what the service's document requires and the service may let pass, such as a webhook without triggers. Default: false. */
  readonly strict?: boolean | undefined;
  /** Whether answers to calls with an `Origin` carry CORS headers. Default: true. */
  readonly cors?: boolean | undefined;
  /** Whether a webhook's target is probed with `HEAD` when it is created or changed, and refused when it does not answer. Default: true. */
  readonly probe?: boolean | undefined;
  readonly limits?: EmulatorLimits | undefined;
  readonly rateLimit?: EmulatorRateLimit | undefined;
  /** How many deliveries and how many calls of the API are remembered; older ones that are over are forgotten. Default: 1,000. */
  readonly logSize?: number | undefined;
  /** Default: none; the emulator is silent. */
  readonly logger?: Logger | undefined;
}

/** The options after their check, with the defaults. */
export interface Settings {
  readonly clock: 'real' | 'manual' | `${number}x` | Clock;
  readonly seed: number;
  readonly publicUrl: string | undefined;
  readonly scheduleMs: readonly number[];
  readonly timeoutMs: number;
  readonly strict: boolean;
  readonly cors: boolean;
  readonly probe: boolean;
  readonly limits: Readonly<Record<keyof EmulatorLimits, number>>;
  readonly rateLimit: EmulatorRateLimit | undefined;
  readonly logSize: number;
  readonly logger: Logger | undefined;
}

const optionKeys: readonly (keyof EmulatorOptions)[] = [
  'clock',
  'seed',
  'publicUrl',
  'scheduleMs',
  'timeoutMs',
  'strict',
  'cors',
  'probe',
  'limits',
  'rateLimit',
  'logSize',
  'logger',
];

const defaultLimits = {
  jsonBytes: 100 * 1024,
  uploadBytes: 25 * 1024 * 1024,
  messagesPerConversation: 30_000,
  webhooksPerApp: 10,
} as const;

/** Checks `options` and adds the defaults. Throws an `OptionsError` at the first mistake. */
export function readEmulatorOptions(options: EmulatorOptions): Settings {
  readOptions(options, optionKeys, 'createEmulator');
  const { clock = 'real', publicUrl, rateLimit, logger } = options;
  const { scheduleMs = defaultScheduleMs, timeoutMs = defaultTimeoutMs, logSize = 1_000 } = options;
  const seed = options.seed ?? Math.floor(Math.random() * 0x1_0000_0000);
  if (logger !== undefined && !hasMethods(logger, ['debug', 'info', 'warn', 'error']))
    throw new OptionsError('logger must have debug, info, warn and error.');
  return {
    clock: readClock(clock),
    seed: readInteger(seed, 'seed', 0),
    publicUrl: readPublicUrl(publicUrl),
    scheduleMs: [...readSchedule(scheduleMs)],
    timeoutMs: readInteger(timeoutMs, 'timeoutMs'),
    strict: readFlag(options.strict ?? false, 'strict'),
    cors: readFlag(options.cors ?? true, 'cors'),
    probe: readFlag(options.probe ?? true, 'probe'),
    limits: readLimits(options.limits ?? {}),
    rateLimit: rateLimit === undefined ? undefined : readRateLimit(rateLimit),
    logSize: readInteger(logSize, 'logSize'),
    logger,
  };
}

function readClock(clock: unknown): Settings['clock'] {
  if (clock === 'real' || clock === 'manual') return clock;
  if (typeof clock === 'string' && /^\d{1,6}(\.\d{1,3})?x$/.test(clock) && Number.parseFloat(clock) > 0)
    return clock as `${number}x`;
  if (hasMethods(clock, ['now', 'schedule'])) return clock as Clock;
  throw new OptionsError("clock must be 'real', 'manual', a speed such as '60x', or have now and schedule.");
}

function readPublicUrl(url: unknown): string | undefined {
  if (url === undefined) return undefined;
  if (typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url))
    return url.replace(/\/+$/, '');
  throw new OptionsError('publicUrl must be a URL that begins with http:// or https://.');
}

function readFlag(value: unknown, option: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new OptionsError(`${option} must be true or false.`);
}

function readLimits(given: unknown): Settings['limits'] {
  const keys = Object.keys(defaultLimits) as (keyof typeof defaultLimits)[];
  const limits = readOptions(given, keys, 'limits');
  const entries = keys.map((key) => [key, readInteger(limits[key] ?? defaultLimits[key], `limits.${key}`)]);
  return Object.fromEntries(entries) as Settings['limits'];
}

function readRateLimit(given: unknown): EmulatorRateLimit {
  const { calls, perMs } = readOptions(given, ['calls', 'perMs'], 'rateLimit');
  return { calls: readInteger(calls, 'rateLimit.calls'), perMs: readInteger(perMs, 'rateLimit.perMs') };
}
