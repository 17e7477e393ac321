import type { Redis } from 'ioredis';
import {
  isOlder,
  MIN_VERSION,
  parseInfo,
  persistenceShortfall,
  readFlushing,
  scriptRefusal,
} from '../server-check.ts';
import type { Finding } from './finding.ts';

/** Above this share of `maxmemory` there is little room for a burst. */
const FULL_SHARE = 0.8;

/** Judges the server by INFO, which is allowed where CONFIG is not. Rejects when it does not answer. */
export async function judgeServer(redis: Redis): Promise<Finding[]> {
  const sinceMs = performance.now();
  const info = parseInfo(await redis.info());
  const tookMs = Math.round(performance.now() - sinceMs);
  return [
    judgeVersion(info.get('redis_version') ?? '', tookMs),
    judgeRole(info),
    judgeEviction(info),
    judgeMemory(info),
    await judgePersistence(redis, info),
    await judgeScripts(redis),
  ];
}

type Info = ReturnType<typeof parseInfo>;

function judgeVersion(version: string, tookMs: number): Finding {
  const finding = { check: 'Redis answers', found: `version ${version}, in ${tookMs} ms` };
  if (!isOlder(version, MIN_VERSION)) return { ...finding, verdict: 'good' };
  return { ...finding, verdict: 'bad', advice: 'Use Redis 6.2 or newer.' };
}

function judgeRole(info: Info): Finding {
  const check = 'role';
  if (info.get('role') === 'slave')
    return {
      check,
      verdict: 'bad',
      found: 'replica',
      advice: 'Connect to the master: a replica takes no delivery.',
    };
  return { check, verdict: 'good', found: `master with ${info.get('connected_slaves') ?? 0} replicas` };
}

function judgeEviction(info: Info): Finding {
  const check = 'maxmemory-policy';
  const found = info.get('maxmemory_policy') ?? 'not told';
  if (found === 'noeviction' || found === 'not told') return { check, verdict: 'good', found };
  return {
    check,
    verdict: 'bad',
    found,
    advice: 'Set it to noeviction: this Redis drops deliveries without a word when it is full.',
  };
}

function judgeMemory(info: Info): Finding {
  const check = 'memory';
  const [used, most] = [Number(info.get('used_memory') ?? 0), Number(info.get('maxmemory') ?? 0)];
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;
  if (most === 0) return { check, verdict: 'good', found: `${megabytes(used)}, no limit set` };
  const found = `${megabytes(used)} of ${megabytes(most)}`;
  if (used / most < FULL_SHARE) return { check, verdict: 'good', found };
  return {
    check,
    verdict: 'doubtful',
    found,
    advice: 'When it is full every delivery is answered 503: give it more memory.',
  };
}

async function judgePersistence(redis: Redis, info: Info): Promise<Finding> {
  const check = 'append-only file';
  const shortfall = persistenceShortfall(info);
  if (shortfall === undefined)
    return { check, verdict: 'good', found: `on, appendfsync ${(await readFlushing(redis)) ?? 'not told'}` };
  const failing = info.get('aof_enabled') === '1';
  return {
    check,
    verdict: 'bad',
    found: failing ? 'on, and it cannot be written' : 'off',
    advice: shortfall,
  };
}

async function judgeScripts(redis: Redis): Promise<Finding> {
  const refusal = await scriptRefusal(redis);
  if (refusal === undefined) return { check: 'scripts', verdict: 'good', found: 'allowed' };
  return { check: 'scripts', verdict: 'bad', found: 'refused', advice: refusal };
}
