import type { BenchDatabase, BenchRedis } from './bench-redis.ts';
import type { ContenderInfo } from './contenders.ts';
import { type LoadResult, runLoad } from './load.ts';
import type { ContenderProcess } from './process.ts';
import { percentile } from './stats.ts';

/** A contender that is up. */
export interface Entrant {
  readonly info: Pick<ContenderInfo, 'name' | 'requests'>;
  readonly process: ContenderProcess;
  /** Left out for one that stores nothing. */
  readonly database?: BenchDatabase;
}

/** What one contender did in one turn. */
export interface Turn {
  readonly perSecond: number;
  /** CPU for one delivery, in microseconds: of the contender's process, of Redis, and of the sender of the calls. */
  readonly nodeUs: number;
  readonly redisUs: number;
  readonly senderUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Ids are never used twice, unless a turn is told to. */
let nextId = 1;

/** Calls with `count` new ids, for a turn that is told its first. */
export function takeIds(count: number): number {
  const first = nextId;
  nextId += count;
  return first;
}

/** Sends to one contender for `seconds`. Throws when a call was not answered 200, or was and is not in the queue. */
export async function takeTurn(
  { info, process, database }: Entrant,
  redis: BenchRedis,
  connections: number,
  seconds: number,
): Promise<Turn> {
  const waiting = (await database?.countWaiting()) ?? 0;
  const [cpu, redisCpu] = await Promise.all([process.ask({ kind: 'usage' }, 'usage'), redis.cpuUs()]);
  const load = await runLoad({
    port: process.port,
    connections,
    templates: info.requests(),
    firstId: nextId,
    seconds,
  });
  const [cpuEnd, redisCpuEnd] = await Promise.all([process.ask({ kind: 'usage' }, 'usage'), redis.cpuUs()]);
  nextId += load.calls;
  check200(info.name, load);
  if (database) {
    const stored = (await database.countWaiting()) - waiting;
    if (stored !== load.calls)
      throw new Error(`${info.name} answered ${load.calls} calls with 200 and stored ${stored}.`);
  }
  return {
    perSecond: load.calls / load.seconds,
    nodeUs: (cpuEnd.cpuUs - cpu.cpuUs) / load.calls,
    redisUs: database ? (redisCpuEnd - redisCpu) / load.calls : 0,
    senderUs: load.cpuUs / load.calls,
    p50Ms: percentile(load.latenciesMs, 0.5),
    p99Ms: percentile(load.latenciesMs, 0.99),
  };
}

/** Throws unless every call was answered 200. */
export function check200(name: string, { calls, statuses }: LoadResult): void {
  if (calls === 0 || statuses['200'] !== calls)
    throw new Error(`${name} answered ${calls} calls with ${JSON.stringify(statuses)}, not all with 200.`);
}
