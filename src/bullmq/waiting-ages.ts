import type { Redis } from 'ioredis';
import type { Clock } from '../clock.ts';

/**
 * Reads the next 100 jobs of the wait list, and the retry that is due first. Raw fields: BullMQ's own getters throw for a job whose data is no JSON.
 * KEYS: the wait list, the delayed set, and what a job's key begins with. Gives [[id, timestamp, the run it had, or ''], …] and the score of that retry.
 */
const READ_SCRIPT = `local jobs = {}
for _, id in ipairs(redis.call('LRANGE', KEYS[1], -100, -1)) do
  local job = redis.pcall('HMGET', KEYS[3] .. id, 'timestamp', 'processedOn', 'stacktrace')
  if job[1] then table.insert(jobs, {id, job[1], job[2] or (job[3] and 'replayed') or ''}) end
end
return {jobs, redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2] or false}`;

/** BullMQ keeps the time at which a delayed job is due, multiplied by this, as its score. */
const SCORE_UNIT = 0x1000;

type Answer = readonly [
  jobs: readonly (readonly [id: string, timestamp: string, run: string])[],
  score: string | null,
];

/** Knows how long the deliveries of a BullMQ queue have waited. */
export class WaitingAges {
  readonly #redis: Redis;
  readonly #toKey: (suffix: string) => string;
  readonly #clock: Clock;
  /** When the deliveries that had run before were first found waiting, by id and run. */
  #foundAtMs: ReadonlyMap<string, number> = new Map();

  constructor(redis: Redis, toKey: (suffix: string) => string, clock: Clock) {
    this.#redis = redis;
    this.#toKey = toKey;
    this.#clock = clock;
  }

  /**
   * The age of the delivery that has waited longest, in milliseconds, or `undefined` when nothing waits: since it was stored, by the clock of the process
   * that stored it, or since its retry was due. Nothing says since when a delivery waits that ran before or was replayed: it counts
   * from when it was first found waiting here. Rejects when Redis does not answer.
   */
  async oldestMs(): Promise<number | undefined> {
    const keys = [this.#toKey('wait'), this.#toKey('delayed'), this.#toKey('')];
    const [jobs, score] = (await this.#redis.eval(READ_SCRIPT, keys.length, ...keys)) as Answer;
    const nowMs = this.#clock.now();
    const foundAtMs = new Map<string, number>();
    const sinceMs = jobs.map(([id, timestamp, run]) => {
      if (run === '') return Number(timestamp);
      const found = this.#foundAtMs.get(`${id} ${run}`) ?? nowMs;
      foundAtMs.set(`${id} ${run}`, found);
      return found;
    });
    this.#foundAtMs = foundAtMs;
    const dueMs = score === null ? nowMs : Math.floor(Number(score) / SCORE_UNIT);
    if (dueMs < nowMs) sinceMs.push(dueMs);
    const oldestMs = Math.min(...sinceMs.filter(Number.isFinite));
    return Number.isFinite(oldestMs) ? Math.max(nowMs - oldestMs, 0) : undefined;
  }
}
