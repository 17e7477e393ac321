import type { Job, Queue } from 'bullmq';
import {
  type DeadLetter,
  type DeadLetterFilter,
  type DeadLetters,
  limitOf,
  matchesFilter,
} from '../queue/index.ts';
import type { RedisLink } from './connections.ts';
import { openEnvelope, unreadableDelivery } from './envelope.ts';
import { readFailedReason, SOLO_FIELD, unreadableCause } from './failed-reason.ts';

/** So many failed jobs are read at a time. */
const PAGE_SIZE = 100;

/**
 * Removes a job that has failed, in one step: between two, another process might replay it. KEYS: the set of the failed jobs, the job. ARGV[1]: its
 * id. Gives 1, or 0 for a job that is not among them.
 */
const REMOVE_SCRIPT = `if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return 0 end redis.call('DEL', KEYS[2]) return 1`;

/** The failed jobs of the queue, as dead letters. */
export class BullDeadLetters implements DeadLetters {
  readonly #queue: Queue;
  readonly #link: RedisLink;

  constructor(queue: Queue, link: RedisLink) {
    this.#queue = queue;
    this.#link = link;
  }

  async list(filter: DeadLetterFilter = {}): Promise<readonly DeadLetter[]> {
    const found: DeadLetter[] = [];
    for await (const letter of this.#find(filter)) found.push(letter);
    return found;
  }

  /** As `list`, but nothing else of them is kept in memory. */
  async listIds(filter: DeadLetterFilter): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const { id } of this.#find(filter)) found.push(id);
    return found;
  }

  async get(id: string): Promise<DeadLetter | undefined> {
    const job = await this.#failedJob(id);
    return job && toDeadLetter(job);
  }

  async replay(id: string): Promise<boolean> {
    const job = await this.#failedJob(id);
    if (!job) return false;
    return this.#link.ask(async () => {
      // BullMQ leaves the count of stalls and the verdict that follows from it on the job: the replay would fail at once.
      await this.#link.redis.hdel(this.#queue.toKey(id), 'stc', 'defa', SOLO_FIELD);
      try {
        await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
        return true;
      } catch (error) {
        if (await job.isFailed()) throw error;
        return false; // somebody else replayed or removed it meanwhile
      }
    });
  }

  async remove(id: string): Promise<boolean> {
    const job = await this.#failedJob(id);
    if (!job) return false;
    return this.#link.ask(async () => {
      const keys = [this.#queue.toKey('failed'), this.#queue.toKey(id)];
      if ((await this.#link.redis.eval(REMOVE_SCRIPT, keys.length, ...keys, id)) !== 1) return false;
      await job.removeDeduplicationKey();
      return true;
    });
  }

  /** Page by page. What dies meanwhile moves others to the next page, where they are not given a second time. */
  async *#find(filter: DeadLetterFilter): AsyncGenerator<DeadLetter> {
    const limit = limitOf(filter);
    const seen = new Set<string>();
    let found = 0;
    for (let start = 0; found < limit; start += PAGE_SIZE) {
      const ids = await this.#link.ask(() =>
        this.#queue.getRanges(['failed'], start, start + PAGE_SIZE - 1, false),
      );
      // A page whose jobs are all gone is not the last one.
      if (ids.length === 0) return;
      const fresh = ids.filter((id) => !seen.has(id));
      for (const job of await this.#link.ask(() => Promise.all(fresh.map((id) => this.#queue.getJob(id))))) {
        if (!job || found >= limit) continue;
        seen.add(String(job.id));
        const letter = toDeadLetter(job);
        if (!matchesFilter(letter, filter)) continue;
        found += 1;
        yield letter;
      }
    }
  }

  #failedJob(id: string): Promise<Job | undefined> {
    return this.#link.ask(async () => {
      const job = await this.#queue.getJob(id);
      return job && (await job.isFailed()) ? job : undefined;
    });
  }
}

/** The dead letter that a failed job is. */
export function toDeadLetter(job: Job): DeadLetter {
  const opened = openEnvelope(job.data);
  const readable = opened.kind === 'delivery';
  const cause = readable ? readFailedReason(job.failedReason) : unreadableCause;
  return {
    id: String(job.id),
    delivery: readable ? opened.delivery : unreadableDelivery,
    attempts: cause.reason === 'crashed' ? job.attemptsStarted : job.attemptsMade,
    diedAtMs: job.finishedOn ?? Date.now(),
    ...cause,
  };
}
