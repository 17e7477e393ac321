import { systemClock } from '../clock.ts';
import type { Delivery } from '../delivery.ts';
import { OptionsError, QueueError } from '../errors/index.ts';
import { createDefaultLogger, describeError, type Logger } from '../logger.ts';
import { readInteger, readOptions } from '../options/index.ts';
import {
  ALARM_AGE_MS,
  type ConsumeOptions,
  type Consumption,
  type DeliveryQueue,
  type EnqueueResult,
  type ProcessDelivery,
  type QueueCounts,
  type QueueHealth,
} from '../queue/index.ts';
import { BullConsumer } from './bull-consumer.ts';
import { BullDeadLetters } from './bull-dead-letters.ts';
import { Checkpoints } from './checkpoints.ts';
import { type BullConnection, openRedis, type RedisLink } from './connections.ts';
import { DurabilityGuard, type DurabilityOptions } from './durability.ts';
import { writeEnvelope } from './envelope.ts';
import { createGatherer } from './gather-writes.ts';
import { createJobIds } from './job-ids.ts';
import { LeanQueue } from './lean-queue.ts';
import { readQueuePlace } from './queue-place.ts';
import { joinReasons, QueueWatch } from './queue-watch.ts';
import { type Durability, durabilities } from './server-check.ts';

/** Options of `createBullQueue`. */
export interface BullQueueOptions {
  /** Where Redis (6.2 or newer) is. Connections of our own are made from it. `undefined` is in the type for `process.env`, and throws. */
  readonly connection: BullConnection | undefined;
  /** Name of the BullMQ queue; may not hold `:`. The web process and the worker process give the same. Default: `deliveries`. */
  readonly name?: string;
  /** Beginning of every key in Redis. Its part in braces keeps the queue on one node of a Redis Cluster. Default: `{wh}`. */
  readonly prefix?: string;
  /**
   * What an acknowledged delivery survives: `memory`, `everysec`, `fsync` or `replicated`. When it is given and Redis is not set up for it, `enqueue`
   * rejects (503) and `health` says what to change; `fsync` and `replicated` are confirmed before `enqueue` resolves. Default: `everysec`, of which
   * a Redis without an append-only file is only warned. A Redis that evicts keys is refused at every level but `memory`.
   */
  readonly durability?: Durability;
  /**
   * `health` gives a reason, and a look each 10 seconds a warning in the log, once a delivery has waited longer than this, in milliseconds. Default: 60,000.
   */
  readonly alarmAgeMs?: number;
  /** Default: pino. */
  readonly logger?: Logger;
}

/** How long `close` waits for the queue's last words to Redis, in milliseconds. */
const CLOSE_MS = 1_000;

/**
 * The durable queue, on BullMQ. What `enqueue` resolved for is in Redis, and survives what that Redis is set up to survive (see
 * the README on persistence). It connects at once and needs no Redis to be created: the first calls wait until Redis has answered or
 * failed, at most a second; after that `enqueue` rejects for as long as Redis is away.
 * Throws an `OptionsError` for options that cannot work.
 */
export function createBullQueue(options: BullQueueOptions): DeliveryQueue {
  readOptions(
    options,
    ['connection', 'name', 'prefix', 'durability', 'alarmAgeMs', 'logger'],
    'createBullQueue',
  );
  const { connection, logger = createDefaultLogger() } = options;
  const place = readQueuePlace(options);
  const { durability = 'everysec', alarmAgeMs = ALARM_AGE_MS } = options;
  const strict = options.durability !== undefined;
  if (!durabilities.includes(durability)) {
    throw new OptionsError(`durability must be one of ${durabilities.join(', ')}.`);
  }
  readInteger(alarmAgeMs, 'alarmAgeMs');
  return new BullQueueDriver({ ...place, connection, logger, durability, strict, alarmAgeMs });
}

type BullQueueSettings = Required<BullQueueOptions> & DurabilityOptions;

class BullQueueDriver implements DeliveryQueue {
  readonly deadLetters: BullDeadLetters;
  readonly #options: BullQueueSettings;
  readonly #guard: DurabilityGuard;
  readonly #link: RedisLink;
  readonly #queue: LeanQueue;
  readonly #gather: () => void;
  readonly #dealJobId = createJobIds();
  readonly #watch: QueueWatch;
  readonly #consumers = new Set<BullConsumer>();
  #closed: Promise<void> | undefined;

  constructor(options: BullQueueSettings) {
    this.#options = options;
    const { connection, name, prefix, logger, alarmAgeMs } = options;
    this.#link = openRedis(connection, 'producer', logger);
    const { redis } = this.#link;
    this.#guard = new DurabilityGuard(this.#link, options, logger);
    const queue = new LeanQueue(name, redis, prefix);
    this.#queue = queue;
    redis.on('ready', () => void queue.writeSettings());
    this.#gather = createGatherer(redis);
    const toKey = (suffix: string) => this.#queue.toKey(suffix);
    this.#watch = new QueueWatch({ redis, toKey, alarmAgeMs, logger, clock: systemClock });
    this.deadLetters = new BullDeadLetters(this.#queue, this.#link);
  }

  async enqueue(delivery: Delivery, payloadJson?: string): Promise<EnqueueResult> {
    if (this.#closed !== undefined) throw new QueueError('queue_closed', 'The queue is closed.');
    const { key, keyStrength } = delivery;
    const refusal = await this.#guard.refusal();
    if (refusal !== undefined) throw new QueueError('queue_unfit', refusal);
    // An id of its own for each add: when another id comes back, that one holds the key.
    const jobId = this.#dealJobId();
    const acknowledged = this.#watch.adding();
    const holder = await this.#link.ask(() => {
      this.#gather();
      return this.#queue.put(jobId, writeEnvelope(delivery, payloadJson), delivery);
    });
    // Of a duplicate too: BullMQ writes an event for it on this connection, which comes after the add that it repeats.
    await this.#guard.confirm();
    acknowledged();
    const release = async () => {
      if (keyStrength !== 'weak') return;
      this.#gather();
      await this.#queue.release(key, holder);
    };
    return { outcome: holder === jobId ? 'queued' : 'duplicate', release };
  }

  consume(process: ProcessDelivery, options: ConsumeOptions): Consumption {
    if (this.#closed !== undefined) throw new QueueError('queue_closed', 'The queue is closed.');
    const { connection, name, prefix, logger } = this.#options;
    const jobKey = (id: string) => this.#queue.toKey(id);
    // Of its own: a confirmation that waits on the producer's connection must not hold the handlers up.
    const consumer = new BullConsumer(process, options, {
      queueName: name,
      prefix,
      link: openRedis(connection, 'worker', logger),
      countWaiting: async () => ((await this.#queue.isPaused()) ? 0 : this.#queue.getWaitingCount()),
      jobKey,
      checkpoints: new Checkpoints(openRedis(connection, 'checkpoints', logger), jobKey, logger),
      logger,
      onClosed: (closed) => this.#consumers.delete(closed),
    });
    this.#consumers.add(consumer);
    return consumer;
  }

  async counts(): Promise<QueueCounts> {
    const counts = await this.#link.ask(() =>
      this.#queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
    );
    const of = (state: string) => counts[state] ?? 0;
    return {
      waiting: of('waiting'),
      active: of('active'),
      delayed: of('delayed'),
      dead: of('failed'),
    };
  }

  async pause(): Promise<void> {
    await this.#link.ask(() => this.#queue.pause());
  }

  async resume(): Promise<void> {
    await this.#link.ask(() => this.#queue.resume());
  }

  async health(): Promise<QueueHealth> {
    if (this.#closed !== undefined) return { ready: false, reason: 'The queue is closed.' };
    try {
      const [found] = await this.#link.ask(() =>
        Promise.all([this.#watch.describe(), this.#link.redis.ping()]),
      );
      const refusal = await this.#guard.refusal();
      const reason = joinReasons(refusal, found.reason);
      return { ...found, ready: refusal === undefined, ...(reason !== undefined && { reason }) };
    } catch (error) {
      return { ready: false, reason: describeError(error).message };
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#stop();
    return this.#closed;
  }

  async #stop(): Promise<void> {
    this.#watch.stop();
    await Promise.all([...this.#consumers].map((consumer) => consumer.close({ graceMs: 0 })));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([this.#queue.close().catch(() => {}), late]);
    clearTimeout(timer);
    this.#link.close();
  }
}
