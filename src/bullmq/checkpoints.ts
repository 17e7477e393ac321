import { type Clock, systemClock } from '../clock.ts';
import { describeError, type Logger } from '../logger.ts';
import type { RedisLink } from './connections.ts';

/** Beside BullMQ's own fields of the job's hash; BullMQ reads its fields by name and leaves others alone. */
const FIELD_PREFIX = 'checkpoint:';

/** A job that has ended and is gone must not come back as a hash of checkpoints alone. */
const WRITE_SCRIPT = `if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end return -1`;

/** The most deliveries whose checkpoints are kept in this process because Redis did not take them. */
const MAX_KEPT = 10_000;

/** What Redis did not take is offered to it again so often, in milliseconds. */
const REWRITE_MS = 500;

/** A note is written when its delivery has not ended by then, in milliseconds. */
const NOTE_MS = 100;

/** What is kept here of one delivery. */
interface Kept {
  readonly values: Map<string, string>;
  /** When it is to be written, in milliseconds since 1970. */
  readonly dueMs: number;
}

/**
 * The checkpoints of deliveries: fields in the hash of the BullMQ job, so that they live exactly as long as the job, as a dead
 * letter too, and need no clean-up. What Redis does not take is kept in this process, and offered again until it is taken or the job has ended: the
 * run after a crash may be another process's.
 */
export class Checkpoints {
  readonly #kept = new Map<string, Kept>();
  readonly #link: RedisLink;
  readonly #jobKey: (id: string) => string;
  readonly #logger: Logger;
  readonly #clock: Clock;
  #cancelWrite: (() => void) | undefined;
  #closed: boolean = false;

  /** `link` is a connection of its own, which `close` closes. */
  constructor(link: RedisLink, jobKey: (id: string) => string, logger: Logger, clock: Clock = systemClock) {
    this.#link = link;
    this.#jobKey = jobKey;
    this.#logger = logger;
    this.#clock = clock;
  }

  async read(id: string): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    let cursor = '0';
    do {
      const [next, fields] = await this.#link.redis.hscan(
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
    for (const [name, value] of this.#kept.get(id)?.values ?? []) found.set(name, value);
    return found;
  }

  async write(id: string, name: string, value: string): Promise<void> {
    try {
      await this.#send(id, name, value);
    } catch (error) {
      this.#keep(id, name, value, REWRITE_MS);
      this.#logger.warn(
        { error: describeError(error) },
        'checkpoint kept in this process: redis did not take it',
      );
    }
  }

  /** Keeps a checkpoint here, and writes it unless the delivery ends soon: the end says the same. */
  note(id: string, name: string, value: string): void {
    this.#keep(id, name, value, NOTE_MS);
  }

  /** The delivery has ended: nothing of it needs to be kept here. */
  forget(id: string): void {
    this.#kept.delete(id);
  }

  /** Offers what is kept to Redis once more, and closes the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelWrite?.();
    await this.#writeDue(Number.POSITIVE_INFINITY);
    this.#link.close();
  }

  async #send(id: string, name: string, value: string): Promise<void> {
    await this.#link.redis.eval(WRITE_SCRIPT, 1, this.#jobKey(id), FIELD_PREFIX + name, value);
  }

  #keep(id: string, name: string, value: string, delayMs: number): void {
    const dueMs = this.#clock.now() + delayMs;
    const own = this.#kept.get(id) ?? { values: new Map<string, string>(), dueMs };
    own.values.set(name, value);
    this.#kept.set(id, own);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#writeAfter(delayMs);
  }

  #writeAfter(delayMs: number): void {
    if (this.#closed) return;
    this.#cancelWrite ??= this.#clock.schedule(() => {
      this.#cancelWrite = undefined;
      void this.#writeDue(this.#clock.now());
    }, delayMs);
  }

  /** Writes what is due at `nowMs`. One refusal is enough to wait again: Redis would refuse the others too. */
  async #writeDue(nowMs: number): Promise<void> {
    let waitMs = NOTE_MS;
    try {
      for (const [id, { values, dueMs }] of this.#kept) {
        if (dueMs > nowMs) continue;
        for (const [name, value] of values) {
          await this.#send(id, name, value);
          if (values.get(name) === value) values.delete(name);
        }
        if (values.size === 0) this.#kept.delete(id);
      }
    } catch {
      waitMs = REWRITE_MS;
    }
    if (this.#kept.size > 0) this.#writeAfter(waitMs);
  }
}
