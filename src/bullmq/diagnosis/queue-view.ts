import type { Queue } from 'bullmq';
import type { Logger } from '../../logger.ts';
import { readOptions } from '../../options/index.ts';
import { BullDeadLetters } from '../bull-dead-letters.ts';
import { type BullConnection, openRedis, type RedisLink } from '../connections.ts';
import { LeanQueue } from '../lean-queue.ts';
import { readQueuePlace } from '../queue-place.ts';

/** Options of `diagnoseQueue`: the same as those of the queue. */
export interface DiagnoseOptions {
  readonly connection: BullConnection | undefined;
  /** Default: `deliveries`. */
  readonly name?: string;
  /** Default: `{wh}`. */
  readonly prefix?: string;
}

/** A queue that is looked at from outside. */
export interface QueueView {
  readonly link: RedisLink;
  readonly queue: Queue;
  readonly deadLetters: BullDeadLetters;
  /** False when no process has ever opened this queue. Rejects with a `QueueError` when Redis does not answer. */
  wasUsed(): Promise<boolean>;
  close(): Promise<void>;
}

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Opens a queue without writing anything to Redis. Throws an `OptionsError` for options that cannot work; `owner` is who takes them. */
export function viewQueue(options: DiagnoseOptions, owner: string): QueueView {
  readOptions(options, ['connection', 'name', 'prefix'], owner);
  const { name, prefix } = readQueuePlace(options);
  const link = openRedis(options.connection, 'producer', silent);
  const queue = new LeanQueue(name, link.redis, prefix);
  return {
    link,
    queue,
    deadLetters: new BullDeadLetters(queue, link),
    // Whoever opens a queue writes the length of its stream of events there, and so does each add.
    wasUsed: () => link.ask(async () => (await link.redis.exists(queue.toKey('meta'))) === 1),
    async close() {
      await queue.close().catch(() => {});
      link.close();
    },
  };
}
