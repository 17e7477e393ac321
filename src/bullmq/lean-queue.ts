import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

/** So many events are kept. Nobody reads the stream, and an event of a failure holds its whole reason: at BullMQ's 10,000 that may be hundreds of megabytes. */
const MAX_EVENTS = 100;

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
   * Writes the length of the stream, which each add goes by. BullMQ itself does so once, when the queue is made: on a connection that is not there yet and
   * does not wait for it, that fails without a word. A server that refuses it, as a replica does, may be told at the next connection.
   */
  async writeSettings(): Promise<void> {
    await this.backend.setQueueMeta(this.metaValues).catch(() => {});
  }
}
