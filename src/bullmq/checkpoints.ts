import type { Redis } from 'ioredis';
import { describeError, type Logger } from '../logger.ts';

/** Beside BullMQ's own fields of the job's hash; BullMQ reads its fields by name and leaves others alone. */
const FIELD_PREFIX = 'checkpoint:';

/** A job that has ended and is gone must not come back as a hash of checkpoints alone. */
const WRITE_SCRIPT = `if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end return -1`;

/** The most deliveries whose checkpoints are kept in this process because Redis did not take them. */
const MAX_KEPT = 10_000;

/**
 * The checkpoints of deliveries: fields in the hash of the BullMQ job, so that they live exactly as long as the job, as a dead
 * letter too, and need no clean-up. What Redis does not take is kept in this process until the job has ended.
 */
export class Checkpoints {
  readonly #kept = new Map<string, Map<string, string>>();
  readonly #redis: Redis;
  readonly #jobKey: (id: string) => string;
  readonly #logger: Logger;

  constructor(redis: Redis, jobKey: (id: string) => string, logger: Logger) {
    this.#redis = redis;
    this.#jobKey = jobKey;
    this.#logger = logger;
  }

  async read(id: string): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    let cursor = '0';
    do {
      const [next, fields] = await this.#redis.hscan(
        this.#jobKey(id),
        cursor,
        'MATCH',
        `${FIELD_PREFIX}*`,
        'COUNT',
        1_000,
      );
      for (let i = 0; i + 1 < fields.length; i += 2) {
        found.set(String(fields[i]).slice(FIELD_PREFIX.length), String(fields[i + 1]));
      }
      cursor = next;
    } while (cursor !== '0');
    for (const [name, value] of this.#kept.get(id) ?? []) found.set(name, value);
    return found;
  }

  async write(id: string, name: string, value: string): Promise<void> {
    try {
      await this.#redis.eval(WRITE_SCRIPT, 1, this.#jobKey(id), FIELD_PREFIX + name, value);
    } catch (error) {
      this.#keep(id, name, value);
      this.#logger.warn(
        { error: describeError(error) },
        'checkpoint kept in this process: redis did not take it',
      );
    }
  }

  /** The delivery has ended: nothing of it needs to be kept here. */
  forget(id: string): void {
    this.#kept.delete(id);
  }

  #keep(id: string, name: string, value: string): void {
    const own = this.#kept.get(id) ?? new Map<string, string>();
    this.#kept.set(id, own.set(name, value));
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
