import { setTimeout as wait } from 'node:timers/promises';
import { readMarker } from './events.ts';
import type { StagedRedis } from './stage.ts';

/** Where the queue of a run has its keys: the default prefix and name. */
const QUEUE = '{wh}:deliveries';

/** The lists and sets of BullMQ in which a job can be, by how they are read. */
const lists = ['wait', 'active', 'paused'] as const;
const sets = ['delayed', 'prioritized', 'waiting-children', 'completed', 'failed'] as const;

/** What is in Redis after a run. Read from Redis itself: the code under test is not asked. */
export interface LeftOver {
  /** Ids of the deliveries that are dead letters. */
  readonly dead: readonly string[];
  /** Keys of jobs that no list and no set knows: nobody will ever run them. */
  readonly orphans: readonly string[];
}

/** Reads what a run left. */
export async function leftOver(redis: StagedRedis): Promise<LeftOver> {
  const known = new Set<string>();
  for (const name of lists) {
    for (const id of await readIds(redis, 'LRANGE', name)) known.add(id);
  }
  for (const name of sets) {
    for (const id of await readIds(redis, 'ZRANGE', name)) known.add(id);
  }
  const keys = (await redis.command('KEYS', `${QUEUE}:w1-*`)) as string[];
  const jobs = keys.filter((key) => !key.slice(QUEUE.length + 1).includes(':'));
  const orphans = jobs.filter((key) => !known.has(key.slice(QUEUE.length + 1)));
  const dead: string[] = [];
  for (const id of await readIds(redis, 'ZRANGE', 'failed')) {
    const data = (await redis.command('HGET', `${QUEUE}:${id}`, 'data')) as string;
    dead.push(readMarker((JSON.parse(data) as { delivery: { payload: unknown } }).delivery.payload).id);
  }
  return { dead, orphans };
}

async function readIds(redis: StagedRedis, command: 'LRANGE' | 'ZRANGE', name: string): Promise<string[]> {
  return (await redis.command(command, `${QUEUE}:${name}`, 0, -1)) as string[];
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
    const waiting = Number(await redis.command('LLEN', `${QUEUE}:wait`));
    const active = Number(await redis.command('LLEN', `${QUEUE}:active`));
    const delayed = Number(await redis.command('ZCARD', `${QUEUE}:delayed`));
    if (waiting + active + delayed === 0) return undefined;
    if (Date.now() > untilMs || signal.aborted)
      return `the queue did not run empty: ${waiting} waiting, ${active} active, ${delayed} delayed`;
    await wait(250);
  }
}
