import { createHash, createHmac } from 'node:crypto';
import { OptionsError } from '../errors/index.ts';
import type { ConsumeOptions, Delivery, DeliveryQueue, Logger } from '../index.ts';
import { hasMethods, readInteger, readOptions } from '../options/index.ts';
import { createCaptureWriter } from './capture-writer.ts';
import { readSalt, type Salt } from './scrub/salt.ts';

/** Options of `capture`. */
export interface CaptureOptions {
  /** Where the files go, in the layout of `fixtures/`. It is made when it is missing. */
  readonly directory: string;
  /** The share of deliveries that are written, from 0 to 1. Default: 1. */
  readonly sample?: number;
  /**
   * Writes only deliveries that become dead letters. They are seen where they are consumed: wrap the queue of the worker's process.
   * Without it each delivery is written when it is queued: wrap the queue of the receiver's process. Default: false.
   */
  readonly onlyFailed?: boolean;
  /** See `ScrubOptions.salt`. Give one when files of several processes or runs are to agree. Default: random, once per process. */
  readonly salt?: Salt;
  /** The most files in the directory, those that were there before included. Default: 1,000. */
  readonly limit?: number;
  /** Is told once when writing fails, and once when the limit is reached. Default: a process warning. */
  readonly logger?: Logger;
}

/** What `capture` adds to a queue. */
export interface Capturing {
  /** Resolves when all that was captured so far is written. Never rejects. */
  flush(): Promise<void>;
}

const knownOptions = [
  'directory',
  'sample',
  'onlyFailed',
  'salt',
  'limit',
  'logger',
] as const satisfies readonly (keyof CaptureOptions)[];

/**
 * The same queue, except that it writes scrubbed payloads of what goes through it, to be replayed or to become fixtures:
 * `<directory>/<version>/<trigger, ':' as '.'>/<case>.json`, and in `unknown` and `refused` what has no schema or is refused by it. `<case>`
 * says nothing of the delivery. See `scrub` for what is left of a payload.
 *
 * Everything else is done by the given queue, its own methods included. Writing waits until the receiver could answer, takes one file at a
 * time, and never fails or delays an `enqueue` or a handler by more than the time it takes to scrub one payload. `close` writes what is left.
 * Throws an `OptionsError` when an option is missing or wrong.
 *
 * ```ts
 * const queue = capture(createBullQueue({ connection }), { directory: 'captures', sample: 0.01 });
 * ```
 */
export function capture<Queue extends DeliveryQueue>(
  queue: Queue,
  options: CaptureOptions,
): Queue & Capturing {
  const { share, onlyFailed, salt, ...writerOptions } = readCaptureOptions(queue, options);
  const writer = createCaptureWriter({ ...writerOptions, salt });
  const take = (delivery: Delivery) => {
    if (shareOf(delivery.key) < share) writer.write(delivery, nameOf(delivery, salt));
  };

  const enqueue: DeliveryQueue['enqueue'] = async (delivery, payloadJson) => {
    const result = await queue.enqueue(delivery, payloadJson);
    if (result.outcome === 'queued') take(delivery);
    return result;
  };
  const consume: DeliveryQueue['consume'] = (process, given) =>
    queue.consume(process, { ...given, ...takeDead(given, take) });
  const close = async () => {
    try {
      await queue.close();
    } finally {
      await writer.flush();
    }
  };
  const own: Record<PropertyKey, unknown> = {
    ...(onlyFailed ? { consume } : { enqueue }),
    close,
    flush: writer.flush,
  };
  return new Proxy(queue, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return own[name];
      const value: unknown = Reflect.get(target, name, target);
      // A method of a class with private fields works on the queue itself alone.
      return typeof value === 'function' ? value.bind(target) : value;
    },
    has: (target, name) => Object.hasOwn(own, name) || Reflect.has(target, name),
  }) as Queue & Capturing;
}

/** The hooks of a `consume`, which also take what became a dead letter. One that is damaged has no delivery. */
function takeDead(given: ConsumeOptions, take: (delivery: Delivery) => void) {
  const { onSettled, onGivenUp } = given;
  return {
    onSettled: (lease, settlement) => {
      if (settlement.outcome === 'dead') take(lease.delivery);
      onSettled?.(lease, settlement);
    },
    onGivenUp: (deadLetter) => {
      if (deadLetter.reason !== 'unreadable') take(deadLetter.delivery);
      onGivenUp?.(deadLetter);
    },
  } satisfies Partial<ConsumeOptions>;
}

/** A number from 0 to below 1 that is the same for a key in every process. */
function shareOf(key: string): number {
  return createHash('sha256').update(key).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** The same for a delivery that dies again after a replay; another one for an equal event that came later. */
function nameOf({ key, receivedAtMs }: Delivery, salt: Salt): string {
  const text = JSON.stringify(['capture', key, receivedAtMs]);
  return createHmac('sha256', salt).update(text).digest('hex').slice(0, 16);
}

function readCaptureOptions(queue: unknown, options: CaptureOptions) {
  if (!hasMethods(queue, ['enqueue', 'consume', 'close'])) {
    throw new OptionsError('capture takes a queue, as createMemoryQueue makes one, and then its options.');
  }
  readOptions(options, knownOptions, 'capture');
  const { directory, sample = 1, onlyFailed = false, limit = 1_000, logger } = options;
  if (typeof directory !== 'string' || directory === '')
    throw new OptionsError('directory must be the path of a folder.');
  if (typeof sample !== 'number' || !(sample >= 0 && sample <= 1)) {
    throw new OptionsError('sample must be a number from 0 to 1.');
  }
  if (typeof onlyFailed !== 'boolean') throw new OptionsError('onlyFailed must be true or false.');
  if (logger !== undefined && !hasMethods(logger, ['debug', 'info', 'warn', 'error'])) {
    throw new OptionsError('logger must have debug, info, warn and error.');
  }
  return {
    directory,
    share: sample,
    onlyFailed,
    salt: readSalt(options.salt),
    limit: readInteger(limit, 'limit'),
    logger,
  };
}
