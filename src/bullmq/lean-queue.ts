import { type JobJson, type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { DEAD_LETTER_AGE_MS } from '../queue/index.ts';

/** So many events are kept. Nobody reads the stream, and an event of a failure holds its whole reason: at BullMQ's 10,000 that may be hundreds of megabytes. */
const MAX_EVENTS = 100;

/** The retries are counted by the worker, which ends them with a settlement; BullMQ's own limit must never come first. */
const UNLIMITED_ATTEMPTS = Number.MAX_SAFE_INTEGER;

const removeOnFail = { age: DEAD_LETTER_AGE_MS / 1_000 };
const backoff = { type: 'settlement' };

/**
 * A job that has not run. A class: objects of a literal V8 may come to allocate among its old ones, where they and the bodies that they hold wait for
 * a full collection.
 */
class NewJob implements JobJson {
  readonly name = 'delivery';
  readonly progress = 0;
  readonly attemptsMade = 0;
  readonly attemptsStarted = 0;
  readonly stalledCounter = 0;
  readonly failedReason = '';
  readonly returnvalue = '';
  readonly timestamp = Date.now();
  readonly id: string;
  readonly data: string;
  readonly deduplicationId: string;
  readonly opts: JobsOptions;

  constructor(id: string, data: string, key: string, windowMs: number) {
    this.id = id;
    this.data = data;
    this.deduplicationId = key;
    this.opts = {
      removeOnComplete: true,
      removeOnFail,
      attempts: UNLIMITED_ATTEMPTS,
      backoff,
      stackTraceLimit: 0,
      deduplication: { id: key, ttl: windowMs },
    };
  }
}

/** BullMQ's queue on a connection of ours, with a short stream of events. Opening it writes nothing to Redis. */
export class LeanQueue extends Queue {
  constructor(name: string, connection: Redis, prefix: string) {
    super(name, {
      connection,
      prefix,
      skipWaitingForReady: true,
      skipVersionCheck: true,
      skipMetasUpdate: true,
      streams: { events: { maxLen: MAX_EVENTS } },
    });
    // The connection reports its own failures; without a listener BullMQ would write them, arguments and all, to the console.
    this.on('error', () => {});
  }

  /**
   * Adds a job with this JSON as its data, unless one with its key was added within `windowMs`. Resolves with the id of the job that holds the key.
   * BullMQ's own `add` makes a `Job` and passes through six functions on the way to its backend: 4 us of 23.
   */
  put(id: string, data: string, { key, windowMs }: { readonly key: string; readonly windowMs: number }) {
    return this.backend.addJob(new NewJob(id, data, key, windowMs), id);
  }

  /** Lets the next job with this key in, if the one with this id holds it. */
  async release(key: string, id: string): Promise<void> {
    await this.backend.removeDeduplicationKey(key, id);
  }

  /**
   * Writes the length of the stream, which each add goes by. BullMQ itself does so once, when the queue is made: on a connection that is not there yet and
   * does not wait for it, that fails without a word. A server that refuses it, as a replica does, may be told at the next connection.
   */
  async writeSettings(): Promise<void> {
    await this.backend.setQueueMeta(this.metaValues).catch(() => {});
  }
}
