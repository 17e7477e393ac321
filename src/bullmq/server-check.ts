import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/**
 * What an acknowledged delivery survives. `memory`: nothing, Redis may forget it. `everysec`: a crash of Redis; a power cut, or
 * a crash while Redis puts a write off because a flush is late (482 of 335,025 adds after a freeze), may cost the last second or two. `fsync`: a power cut too. `replicated`: the loss of the master's machine, as far as one replica has confirmed.
 */
export type Durability = 'memory' | 'everysec' | 'fsync' | 'replicated';

/** The levels, the weakest first. */
export const durabilities: readonly Durability[] = ['memory', 'everysec', 'fsync', 'replicated'];

/** What a server was found to be. */
export interface ServerCheck {
  /** Why deliveries must not be trusted to it: one sentence that says what to do. */
  readonly refusal?: string;
  /** What an operator should know. */
  readonly warnings: readonly string[];
  /** How a delivery's durability is confirmed after the add. */
  readonly confirmation: 'none' | 'waitaof' | 'wait';
}

/** The oldest Redis that BullMQ works on. */
export const MIN_VERSION = [6, 2] as const;

/** `WAITAOF` exists since then. */
const WAITAOF_VERSION = [7, 2] as const;

type Info = ReadonlyMap<string, string>;

/**
 * Looks at the server. INFO tells nearly everything and is allowed where CONFIG is not; `appendfsync` alone stands in CONFIG only. With
 * `strict` a level that is not reached is a refusal, without it a warning. Rejects when the server does not answer.
 */
export async function checkServer(
  redis: Redis,
  durability: Durability,
  strict: boolean,
): Promise<ServerCheck> {
  const info = parseInfo(await redis.info());
  const refusal = (await scriptRefusal(redis)) ?? serverRefusal(info) ?? evictionRefusal(info, durability);
  if (refusal !== undefined) return { refusal, warnings: [], confirmation: 'none' };
  const { shortfall, confirmation } = await checkLevel(redis, info, durability);
  const warnings = evictionWarning(info, durability);
  if (shortfall === undefined) return { warnings, confirmation };
  return strict
    ? { refusal: shortfall, warnings, confirmation: 'none' }
    : { warnings: [...warnings, shortfall], confirmation: 'none' };
}

/** The fields of an answer to INFO. */
export function parseInfo(text: string): Info {
  const lines = text.split('\n').map((line) => line.trim().split(':'));
  return new Map(lines.map(([field = '', ...value]) => [field, value.join(':')]));
}

/** BullMQ is made of scripts. `NOSCRIPT` means that we may call them, whatever else is missing. */
export async function scriptRefusal(redis: Redis): Promise<string | undefined> {
  try {
    await redis.evalsha(createHash('sha1').update('return 1').digest('hex'), 0);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('NOPERM'))
      return 'The Redis user may not run scripts: allow EVALSHA and EVAL in its ACL.';
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
  }
  return undefined;
}

function serverRefusal(info: Info): string | undefined {
  const version = info.get('redis_version') ?? '';
  if (isOlder(version, MIN_VERSION)) return `Redis ${version} is too old: use 6.2 or newer.`;
  if (info.get('loading') === '1') return 'Redis is loading its data: it will be ready soon.';
  if (info.get('role') === 'slave') return 'Redis is a replica: connect to the master.';
  return undefined;
}

function evictionRefusal(info: Info, durability: Durability): string | undefined {
  const policy = info.get('maxmemory_policy');
  if (durability === 'memory' || policy === undefined || policy === 'noeviction') return undefined;
  return `Redis evicts keys (maxmemory-policy ${policy}) and loses deliveries without a word: set it to noeviction.`;
}

function evictionWarning(info: Info, durability: Durability): string[] {
  const policy = info.get('maxmemory_policy');
  if (durability !== 'memory' || policy === undefined || policy === 'noeviction') return [];
  return [`Redis evicts keys (maxmemory-policy ${policy}): deliveries may be lost without a word.`];
}

interface LevelCheck {
  /** What is missing for the level. */
  readonly shortfall?: string;
  readonly confirmation: ServerCheck['confirmation'];
}

async function checkLevel(redis: Redis, info: Info, durability: Durability): Promise<LevelCheck> {
  if (durability === 'memory') return { confirmation: 'none' };
  const persistence = persistenceShortfall(info);
  if (persistence !== undefined) return { shortfall: persistence, confirmation: 'none' };
  if (durability === 'everysec') return { confirmation: 'none' };
  if (redis.isCluster) {
    const shortfall = `Durability ${durability} cannot be confirmed on a Redis Cluster: use everysec there.`;
    return { shortfall, confirmation: 'none' };
  }
  if (durability === 'replicated') {
    if (Number(info.get('connected_slaves') ?? 0) > 0) return { confirmation: 'wait' };
    return {
      shortfall: 'No replica is connected to Redis: durability replicated needs one.',
      confirmation: 'none',
    };
  }
  if ((await readFlushing(redis)) === 'always') return { confirmation: 'none' };
  if (!isOlder(info.get('redis_version') ?? '', WAITAOF_VERSION)) return { confirmation: 'waitaof' };
  return {
    shortfall:
      'Durability fsync needs appendfsync always, or Redis 7.2 or newer, whose WAITAOF confirms each write.',
    confirmation: 'none',
  };
}

/** What the append-only file lacks. */
export function persistenceShortfall(info: Info): string | undefined {
  if (info.get('aof_enabled') !== '1')
    return 'The append-only file of Redis is off, and its crash loses every delivery: set appendonly yes.';
  if (info.get('aof_last_write_status') === 'err')
    return 'Redis could not write its append-only file: see its log, the disk may be full.';
  return undefined;
}

/** When Redis flushes its append-only file (`always`, `everysec`, `no`), or `undefined` where CONFIG is forbidden. */
export async function readFlushing(redis: Redis): Promise<string | undefined> {
  try {
    const answer: unknown = await redis.config('GET', 'appendfsync');
    return Array.isArray(answer) ? String(answer[1]) : undefined;
  } catch {
    return undefined;
  }
}

/** True when `version` comes before this major and minor. */
export function isOlder(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
}
