import { readInteger, readOptions } from '../../options/index.ts';
import { defaultTimeoutMs, readHeader, readSecret } from '../sender/index.ts';

/** Options of `replay`. What is wrong rejects with an `OptionsError`. */
export interface ReplayOptions {
  /** Where the receiver is mounted in the app, such as `/webhooks/messaging`. Default: `/`, or the path of the URL. A receiver has none. */
  readonly path?: string | undefined;
  /** The secret that is sent. `undefined` is in the type for `process.env`, and is refused. */
  readonly secret: string | undefined;
  /** Header that carries the secret. Default: `x-api-key`. */
  readonly header?: string | undefined;
  /** How often each fixture is posted, one right after the other. Default: 1. */
  readonly times?: number | undefined;
  /** A seed: posts in another order, the same one for the same seed. Default: the order of the list. */
  readonly shuffle?: number | undefined;
  /** How many calls are under way at once. Default: 1. */
  readonly concurrency?: number | undefined;
  /** How long each answer may take, in milliseconds of real time. Default: 20,000, as the service waits. */
  readonly timeoutMs?: number | undefined;
}

/** The options after their check, with the defaults. */
export interface ReplaySettings {
  readonly secret: string;
  readonly header: string;
  readonly times: number;
  readonly shuffle: number | undefined;
  readonly concurrency: number;
  readonly timeoutMs: number;
}

const optionKeys: readonly (keyof ReplayOptions)[] = [
  'path',
  'secret',
  'header',
  'times',
  'shuffle',
  'concurrency',
  'timeoutMs',
];

/** Checks `options` and adds the defaults; `path` is checked with the target. Throws an `OptionsError` at the first mistake. */
export function readReplayOptions(options: ReplayOptions): ReplaySettings {
  readOptions(options, optionKeys, 'replay');
  const { times = 1, shuffle, concurrency = 1, timeoutMs = defaultTimeoutMs } = options;
  return {
    secret: readSecret(options.secret),
    header: readHeader(options.header),
    times: readInteger(times, 'times'),
    shuffle: shuffle === undefined ? undefined : readInteger(shuffle, 'shuffle', 0),
    concurrency: readInteger(concurrency, 'concurrency'),
    timeoutMs: readInteger(timeoutMs, 'timeoutMs'),
  };
}
