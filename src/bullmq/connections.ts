import { Redis, type RedisOptions } from 'ioredis';
import { OptionsError, QueueError } from '../errors/index.ts';
import { describeError, type Logger } from '../logger.ts';
import { foundNoConnection, isReply, isUnanswered } from './unanswered.ts';

/** Where Redis is and who we are, as plain options of ioredis. Options that say how to behave (`commandTimeout`, `keyPrefix` …) are left out: they are ours. */
export interface RedisConnectionOptions {
  readonly host?: string;
  readonly port?: number;
  readonly username?: string;
  readonly password?: string;
  readonly db?: number;
  readonly [option: string]: unknown;
}

/** An ioredis client of major 5 or 6, or an ioredis Cluster. Its address and credentials are taken over, and nothing else; the client itself is neither used nor closed. */
export interface RedisInstance {
  duplicate(...args: never[]): unknown;
  readonly options: object;
}

/** A `redis://` or `rediss://` URL, plain options, or an ioredis instance. */
export type BullConnection = string | RedisConnectionOptions | RedisInstance;

/** ioredis keeps a timer of this length when it closes a connection that is gone already, and with it the process. In milliseconds. */
const DISCONNECT_TIMEOUT_MS = 200;

function doublingBackoff(capMs: number): (attempt: number) => number {
  return (attempt) => Math.min(50 * 2 ** attempt, capMs);
}

/**
 * A demoted, loading or orphaned server answers with these errors, the last one to a blocking read under way: reconnecting finds the new master
 * behind the same address. Redis 6 wraps them when a script meets them, so they may stand anywhere in the message.
 */
function reconnectOnError(error: Error): boolean {
  return /READONLY|LOADING|MASTERDOWN|UNBLOCKED/.test(error.message);
}

/**
 * For what an HTTP answer waits for: fails within 1.5 s instead of queueing commands, whatever Redis does, and never sends a
 * command twice. Measured over servers that are down, frozen, paused, full and read-only. `socketTimeout` finds sockets that a lost peer left
 * half-open: without it every command times out until the system gives the connection up, after a quarter of an hour.
 */
const producerOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 1_000,
  disconnectTimeout: DISCONNECT_TIMEOUT_MS,
  commandTimeout: 1_500,
  socketTimeout: 2_000,
  retryStrategy: doublingBackoff(500),
  maxLoadingRetryTime: 500,
  reconnectOnError,
} satisfies RedisOptions;

/**
 * For the worker: waits for Redis to come back. `socketTimeout` finds sockets that a lost peer left half-open; it is longer than
 * BullMQ's blocking read (at most 10 s), which is silent by nature. With the look for stalled jobs each 4.5 s, which speaks first, both connections are back within 20 s.
 */
const workerOptions = {
  enableOfflineQueue: true,
  maxRetriesPerRequest: null,
  connectTimeout: 2_000,
  disconnectTimeout: DISCONNECT_TIMEOUT_MS,
  socketTimeout: 12_000,
  retryStrategy: doublingBackoff(1_000),
  maxLoadingRetryTime: 1_000,
  reconnectOnError,
} satisfies RedisOptions;

type OwnOptions = typeof producerOptions | typeof workerOptions;

/** The first calls wait so long for Redis to answer, in milliseconds. */
const FIRST_CONTACT_MS = 1_000;

/** A connection of ours. */
export interface RedisLink {
  readonly redis: Redis;
  /** Resolves when Redis has answered or failed for the first time, and after a second in any case. */
  readonly firstContact: Promise<void>;
  /** Runs commands once Redis has been reached or has failed. A failure becomes a `QueueError` that holds nothing of the commands. */
  ask<Answer>(speak: () => Promise<Answer>): Promise<Answer>;
  /** Cuts the connection and the copies of it, which then connect anew. */
  reconnect(): void;
  /** Ends the blocking read of BullMQ's worker, which goes on with its next one, if there is any. */
  interruptReads(): void;
  /** Ends the connection, and the copy that BullMQ's worker has made of it. */
  close(): void;
  /** Why Redis cannot be used at the moment, or `undefined` when nothing is known against it. */
  trouble(): string | undefined;
}

/** Opens a connection for `purpose`. It starts connecting at once; its failures are logged once per outage. */
export function openRedis(
  connection: BullConnection | undefined,
  purpose: 'producer' | 'checkpoints' | 'worker',
  logger: Logger,
): RedisLink {
  const redis = connect(connection, purpose === 'worker' ? workerOptions : producerOptions);
  let trouble: string | undefined;
  let met = false;
  let contacted = false;
  redis.on('ready', () => {
    met = true;
    if (trouble !== undefined) logger.info({ purpose }, 'redis connection is back');
    trouble = undefined;
  });
  const firstContact = new Promise<void>((resolve) => {
    redis.on('ready', resolve);
    redis.on('end', resolve);
    setTimeout(resolve, FIRST_CONTACT_MS).unref();
    redis.on('error', (error: unknown) => {
      const described = describeError(error);
      if (trouble === undefined)
        logger.warn({ purpose, error: described }, 'redis connection failed, reconnecting');
      // A refused connection to several addresses has an empty message, and its code says it all.
      trouble = described.message || described.code || described.type;
      resolve();
    });
  });
  void firstContact.then(() => {
    contacted = true;
  });
  const copies = keepCopies(redis);
  const close = () => {
    for (const each of [redis, ...copies]) endRedis(each);
  };
  const reconnect = () => {
    for (const each of [redis, ...copies]) each.disconnect(true);
  };
  const interruptReads = () => {
    for (const copy of copies) {
      copy.disconnect(true);
      rejectPending(copy);
    }
  };
  async function ask<Answer>(speak: () => Promise<Answer>): Promise<Answer> {
    if (!contacted) await firstContact;
    try {
      return await speak();
    } catch (error) {
      const cause = describeError(error);
      throw new QueueError('queue_unavailable', tell(error, cause.message), { cause });
    }
  }
  /** One sentence on a failure, without the words of ioredis. */
  function tell(error: unknown, message: string): string {
    if (isReply(error)) return `Redis refuses: ${message}`;
    if (!isUnanswered(error)) return `The queue failed: ${message}`;
    const silence = met ? 'the connection is lost' : `nothing was heard of it within ${FIRST_CONTACT_MS} ms`;
    return `Redis does not answer: ${trouble ?? (foundNoConnection(error) ? silence : message)}`;
  }
  return { redis, firstContact, ask, reconnect, interruptReads, close, trouble: () => trouble };
}

/** The list of the copies that will be made of `redis`: BullMQ makes one for its blocking read, and keeps it to itself. */
function keepCopies(redis: Redis): readonly Redis[] {
  const copies: Redis[] = [];
  const duplicate = redis.duplicate.bind(redis) as (...args: unknown[]) => Redis;
  Object.assign(redis, {
    duplicate: (...args: unknown[]) => {
      const copy = duplicate(...args);
      copies.push(copy);
      return copy;
    },
  });
  return copies;
}

/**
 * A command that waits for a reconnect is left unsettled by `disconnect()`, and behind an unsettled blocking read BullMQ keeps a timer of
 * 6 s, and with it the process. So what waits is rejected, by the method that ioredis itself uses when it gives up.
 */
function endRedis(redis: Redis): void {
  redis.disconnect();
  rejectPending(redis);
}

function rejectPending(redis: Redis): void {
  const { flushQueue } = redis as unknown as { flushQueue?: (error: Error) => void };
  flushQueue?.call(redis, new Error('Connection is closed.'));
}

/** What is taken over of the user's options: where Redis is, and who we are. */
const addressOptions = new Set(
  'host port path family username password db tls connectionName keepAlive noDelay sentinels name role sentinelUsername sentinelPassword sentinelTLS enableTLSForSentinelMode natMap'.split(
    ' ',
  ),
);

function addressOf(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([option]) => addressOptions.has(option)));
}

function connect(connection: unknown, own: OwnOptions): Redis {
  if (typeof connection === 'string') return new Redis(readUrl(connection), own);
  if (isRedisInstance(connection)) return connectLike(connection, own);
  if (typeof connection !== 'object' || connection === null) {
    throw new OptionsError(
      'connection is missing: give a redis:// URL, options of ioredis, or an ioredis instance.',
    );
  }
  return new Redis({ ...addressOf(connection), ...own });
}

/** The URL with no other parameters than those of an address: ioredis would let the others win over our options. */
function readUrl(text: string): string {
  if (!/^rediss?:\/\//.test(text)) {
    throw new OptionsError('connection must start with redis:// or rediss:// when it is a string.');
  }
  // The error of `new URL` would hold the text, and with it the password.
  if (!URL.canParse(text)) {
    throw new OptionsError(
      'connection is not a valid URL: percent-encode special characters in the password, and check the port.',
    );
  }
  const url = new URL(text);
  for (const parameter of [...url.searchParams.keys()]) {
    if (!addressOptions.has(parameter)) url.searchParams.delete(parameter);
  }
  return url.href;
}

function isRedisInstance(connection: unknown): connection is RedisInstance {
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'duplicate' in connection &&
    typeof connection.duplicate === 'function'
  );
}

/** A connection to where `instance` is connected. Of a Cluster a copy is made, which knows the start nodes. */
function connectLike(instance: RedisInstance, own: OwnOptions): Redis {
  if (!('isCluster' in instance && instance.isCluster))
    return new Redis({ ...addressOf(instance.options), ...own });
  const { redisOptions = {} } = instance.options as { redisOptions?: object };
  const { retryStrategy, enableOfflineQueue, ...rest } = own;
  const duplicate = instance.duplicate as (...args: unknown[]) => Redis;
  return duplicate.call(instance, undefined, {
    redisOptions: { ...addressOf(redisOptions), ...rest },
    clusterRetryStrategy: retryStrategy,
    enableOfflineQueue,
    keyPrefix: '',
    lazyConnect: false,
  });
}
