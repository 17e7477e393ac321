import { Redis } from 'ioredis';
import { atEnd } from '../../../integration/support/stage.ts';

const STREAM = '{wh}:deliveries:events';

/** Reads the queue's own stream of events on the Redis at `port` from now on, for the jobs that lost their worker. */
export function watchStalls(port: number): { end(): Promise<readonly string[]> } {
  const redis = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: 0 });
  redis.on('error', () => {});
  atEnd(async () => redis.disconnect());
  const stalled: string[] = [];
  let last = '0';
  let seen = 0;
  let ended = false;
  const read = async () => {
    while (!ended) {
      const streams = await redis.xread('BLOCK', 100, 'STREAMS', STREAM, last);
      for (const [id, [, event, , job]] of streams?.[0]?.[1] ?? []) {
        last = id;
        seen += 1;
        if (event === 'stalled') stalled.push(String(job));
      }
    }
  };
  const reading = read().then(
    () => undefined,
    (error: unknown) => error,
  );
  return {
    /** Ends the watch once the queue is quiet. Rejects when an event was missed: BullMQ keeps the last hundred alone. */
    async end() {
      ended = true;
      const error = await reading;
      if (error !== undefined) throw error;
      const info = (await redis.xinfo('STREAM', STREAM)) as unknown[];
      const added = info[info.indexOf('entries-added') + 1];
      if (info.includes('entries-added') && added !== seen)
        throw new Error(`${seen} of ${added} events were seen.`);
      return stalled;
    },
  };
}
