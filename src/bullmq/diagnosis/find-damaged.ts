import type { Redis } from 'ioredis';
import { openEnvelope } from '../envelope.ts';

/** As many jobs of each state are looked at. */
const MAX_JOBS = 1_000;

/** As many are read at a time: each may hold a megabyte. */
const PAGE_SIZE = 100;

/** Jobs that no worker can handle. */
export interface Damage {
  readonly lookedAt: number;
  /** Their data is no JSON, or not of switchhook. */
  readonly unreadable: readonly string[];
  /** A list names them, and Redis has no such job. */
  readonly missing: readonly string[];
}

/** Looks at the jobs that wait, run or are delayed. Raw fields: BullMQ's own getters throw for a job whose data is no JSON. */
export async function findDamaged(redis: Redis, toKey: (suffix: string) => string): Promise<Damage> {
  const ids = [
    ...(await redis.lrange(toKey('wait'), -MAX_JOBS, -1)),
    ...(await redis.lrange(toKey('active'), 0, MAX_JOBS - 1)),
    ...(await redis.zrange(toKey('delayed'), '0', String(MAX_JOBS - 1))),
  ];
  const unreadable: string[] = [];
  const absent: string[] = [];
  for (let start = 0; start < ids.length; start += PAGE_SIZE) {
    const page = ids.slice(start, start + PAGE_SIZE);
    const read = await Promise.all(
      page.map(async (id) => ({ id, data: await redis.hget(toKey(id), 'data') })),
    );
    for (const { id, data } of read) {
      if (data === null) absent.push(id);
      else if (openEnvelope(parse(data)).kind === 'unreadable') unreadable.push(id);
    }
  }
  const listed = await Promise.all(absent.map((id) => isListed(redis, toKey, id)));
  return { lookedAt: ids.length, unreadable, missing: absent.filter((_, i) => listed[i]) };
}

/** A job that was handled after the lists had been read is in none of them any more. */
async function isListed(redis: Redis, toKey: (suffix: string) => string, id: string): Promise<boolean> {
  const places = await Promise.all([
    redis.lpos(toKey('wait'), id),
    redis.lpos(toKey('active'), id),
    redis.zscore(toKey('delayed'), id),
  ]);
  return places.some((place) => place !== null);
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}
