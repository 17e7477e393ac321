import { setTimeout as wait } from 'node:timers/promises';
import { readMarker } from './events.ts';
import type { StagedRedis } from './staged-redis.ts';

/** Where the queue of a run has its keys: the default prefix and name. */
const QUEUE = '{wh}:deliveries';

/** What is in Redis after a run. Read from Redis itself: the code under test is not asked. */
export interface LeftOver {
  /** Ids of the deliveries that are dead letters. */
  readonly dead: readonly string[];
  /** Jobs that no list and no set knows, with the names of their fields: nobody will ever run or remove them. */
  readonly orphans: readonly string[];
}

/** Gives how many jobs wait, run and are delayed, in one moment: a job on its way from one to the other is never missed. */
const COUNT_SCRIPT = `
local queue = ARGV[1]
return {
  redis.call('LLEN', queue .. ':wait'),
  redis.call('LLEN', queue .. ':active'),
  redis.call('ZCARD', queue .. ':delayed'),
}`;

/** Gives the ids of the failed jobs, and the jobs that are in no list and no set, in one moment. */
const LEFT_SCRIPT = `
local queue = ARGV[1]
local known = {}
for _, name in ipairs({ 'wait', 'active', 'paused' }) do
  for _, id in ipairs(redis.call('LRANGE', queue .. ':' .. name, 0, -1)) do known[id] = true end
end
for _, name in ipairs({ 'delayed', 'prioritized', 'waiting-children', 'completed', 'failed' }) do
  for _, id in ipairs(redis.call('ZRANGE', queue .. ':' .. name, 0, -1)) do known[id] = true end
end
local orphans = {}
for _, key in ipairs(redis.call('KEYS', queue .. ':*')) do
  local id = string.sub(key, #queue + 2)
  if id ~= 'meta' and not known[id] and redis.call('TYPE', key).ok == 'hash' then
    table.insert(orphans, key .. ' (' .. table.concat(redis.call('HKEYS', key), ', ') .. ')')
  end
end
return { redis.call('ZRANGE', queue .. ':failed', 0, -1), orphans }`;

/** Reads what a run left. */
export async function leftOver(redis: StagedRedis): Promise<LeftOver> {
  const left = (await redis.command('EVAL', LEFT_SCRIPT, 0, QUEUE)) as [string[], string[]];
  const [failed, orphans] = left;
  const dead: string[] = [];
  for (const id of failed) {
    const data = (await redis.command('HGET', `${QUEUE}:${id}`, 'data')) as string;
    dead.push(readMarker((JSON.parse(data) as { delivery: { payload: unknown } }).delivery.payload).id);
  }
  return { dead, orphans };
}

/**
 * Waits until nothing waits, runs or is delayed. Gives `undefined`, or a sentence on what was left when `limitMs` had passed.
 */
export async function waitUntilSettled(
  redis: StagedRedis,
  limitMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const untilMs = Date.now() + limitMs;
  for (;;) {
    const counts = (await redis.command('EVAL', COUNT_SCRIPT, 0, QUEUE)) as [number, number, number];
    const [waiting, active, delayed] = counts;
    if (waiting + active + delayed === 0) return undefined;
    if (Date.now() > untilMs || signal.aborted)
      return `the queue did not run empty: ${waiting} waiting, ${active} active, ${delayed} delayed`;
    await wait(250);
  }
}
