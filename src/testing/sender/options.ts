import { type Clock, wakefulClock } from '../../clock.ts';
import { OptionsError } from '../../errors/index.ts';
import { type Version, versions } from '../../index.ts';
import { hasMethods, readInteger, readOptions } from '../../options/index.ts';
import { defaultHeader, defaultScheduleMs, defaultTimeoutMs } from './policy.ts';
import { createTransport, type Target } from './target.ts';
import type { Transport } from './transport.ts';

/** One of several webhooks of a sender: it gets the payloads of its version. */
export interface SenderWebhook {
  readonly version: Version;
  readonly secret: string | undefined;
  /** Default: the sender's. */
  readonly target?: Target | undefined;
  /** Default: the sender's. */
  readonly path?: string | undefined;
}

/** Options of `createSender`. What is wrong throws an `OptionsError` at creation. */
export interface SenderOptions {
  /** Where the calls go, unless each webhook has a target of its own. */
  readonly target?: Target | undefined;
  /** Where the webhook is mounted in an app, such as `/webhooks/messaging`. Default: `/`, or the path of the URL. A receiver has none. */
  readonly path?: string | undefined;
  /** The secret of the one webhook, which gets all payloads. `undefined` is in the type for `process.env`, and throws. */
  readonly secret?: string | undefined;
  /** In place of `secret`: one webhook for each version, as during an upgrade. A payload goes to the webhook of its version. */
  readonly webhooks?: readonly SenderWebhook[] | undefined;
  /** Header that carries the secret. Default: `x-api-key`. */
  readonly header?: string | undefined;
  /** Default: the system's time, with timers that keep the process alive until the deliveries have ended. */
  readonly clock?: Clock | undefined;
  /** When the attempts are made, in milliseconds after the first. Default: `[0, 60_000, 180_000, 420_000, 900_000]`. */
  readonly scheduleMs?: readonly number[] | undefined;
  /** How long a call may take, in milliseconds. Default: 20,000. */
  readonly timeoutMs?: number | undefined;
}

/** A webhook, checked. Without a version it takes all payloads. */
export interface Webhook {
  readonly version: Version | undefined;
  readonly secret: string;
  readonly transport: Transport;
}

/** The options after their check, with the defaults. */
export interface SenderSettings {
  readonly webhooks: readonly Webhook[];
  readonly header: string;
  readonly clock: Clock;
  readonly scheduleMs: readonly number[];
  readonly timeoutMs: number;
}

const optionKeys: readonly (keyof SenderOptions)[] = [
  'target',
  'path',
  'secret',
  'webhooks',
  'header',
  'clock',
  'scheduleMs',
  'timeoutMs',
];
const webhookKeys: readonly (keyof SenderWebhook)[] = ['version', 'secret', 'target', 'path'];

/** Checks `options` and adds the defaults. Throws an `OptionsError` at the first mistake. */
export function readSenderOptions(options: SenderOptions): SenderSettings {
  readOptions(options, optionKeys, 'createSender');
  const { clock = wakefulClock, scheduleMs = defaultScheduleMs, timeoutMs = defaultTimeoutMs } = options;
  if (!hasMethods(clock, ['now', 'schedule'])) throw new OptionsError('clock must have now and schedule.');
  return {
    webhooks: readWebhooks(options),
    header: readHeader(options.header),
    clock,
    scheduleMs: readSchedule(scheduleMs),
    timeoutMs: readInteger(timeoutMs, 'timeoutMs'),
  };
}

/** The name of the header, by default `x-api-key`. */
export function readHeader(header: unknown = defaultHeader): string {
  if (typeof header === 'string' && /^[\w!#$%&'*+\-.^`|~]+$/.test(header)) return header;
  throw new OptionsError('header must be the name of a header, such as x-api-key.');
}

/** `secret` as something a header can carry. */
export function readSecret(secret: unknown): string {
  if (typeof secret === 'string' && /^[\x21-\x7e\x80-\xff]+$/.test(secret)) return secret;
  throw new OptionsError(
    'secret must be a text that is not empty, without spaces, line ends or characters beyond latin1.',
  );
}

function readWebhooks({ target, path, secret, webhooks }: SenderOptions): Webhook[] {
  if (webhooks === undefined)
    return [{ version: undefined, secret: readSecret(secret), transport: createTransport(target, path) }];
  if (secret !== undefined) throw new OptionsError('Give secret or webhooks, not both.');
  if (!Array.isArray(webhooks) || webhooks.length === 0)
    throw new OptionsError('webhooks must be a list of one or more { version, secret }.');
  // one way to a target that is shared: an app is then served once
  const shared = target === undefined ? undefined : createTransport(target, path);
  const read = webhooks.map((webhook: SenderWebhook) => {
    readOptions(webhook, webhookKeys, 'A webhook');
    if (!(versions as readonly unknown[]).includes(webhook.version))
      throw new OptionsError(`The version of a webhook must be one of ${versions.join(', ')}.`);
    const own = webhook.target !== undefined || webhook.path !== undefined || shared === undefined;
    const transport = own ? createTransport(webhook.target ?? target, webhook.path ?? path) : shared;
    return { version: webhook.version, secret: readSecret(webhook.secret), transport };
  });
  if (new Set(read.map(({ version }) => version)).size < read.length)
    throw new OptionsError(
      'Each of the webhooks must have another version: for two of one version make two senders.',
    );
  return read;
}

/** The times of the attempts, in milliseconds after the first. Throws an `OptionsError` for a list that does not begin with 0, or falls. */
export function readSchedule(scheduleMs: unknown): readonly number[] {
  const right =
    Array.isArray(scheduleMs) &&
    scheduleMs[0] === 0 &&
    scheduleMs.every((dueMs, index) => Number.isSafeInteger(dueMs) && dueMs >= (scheduleMs[index - 1] ?? 0));
  if (right) return scheduleMs;
  throw new OptionsError(
    'scheduleMs must be a list of whole milliseconds that begins with 0 and does not fall, such as [0, 60000].',
  );
}
