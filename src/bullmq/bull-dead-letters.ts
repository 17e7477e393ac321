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

/** The failed jobs of the queue, as dead letters. */
export class BullDeadLetters implements DeadLetters {
  readonly #queue: Queue;
  readonly #link: RedisLink;

  constructor(queue: Queue, link: RedisLink) {
    this.#queue = queue;
    this.#link = link;
  }

  async list(filter: DeadLetterFilter = {}): Promise<readonly DeadLetter[]> {
    const limit = limitOf(filter);
    const found: DeadLetter[] = [];
    for (let start = 0; found.length < limit; start += PAGE_SIZE) {
      const page = await this.#link.ask(() => this.#queue.getFailed(start, start + PAGE_SIZE - 1));
      if (page.length === 0) break;
      for (const job of page) {
        const letter = toDeadLetter(job);
        if (matchesFilter(letter, filter)) found.push(letter);
      }
    }
    return found.slice(0, limit);
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
    await this.#link.ask(() => job.remove());
    return true;
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
