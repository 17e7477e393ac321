import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

/** So many events are kept. Nobody reads the stream, and an event of a failure holds its whole reason: at BullMQ's 10,000 that may be hundreds of megabytes. */
const MAX_EVENTS = 100;

/**
 * BullMQ's queue with a short stream of events. BullMQ writes its length once, when the queue is made: on a connection that is not there yet and
 * does not wait for it, that fails without a word. So it is written at each connection.
 */
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
    // A server that refuses it now, as a replica does, is told at the next connection.
    connection.on('ready', () => void this.backend.setQueueMeta(this.metaValues).catch(() => {}));
  }
}
