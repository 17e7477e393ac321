import { describeQueueConformance } from '../queue/conformance.ts';
import { describeWithRedis, openTestQueue } from '../support/redis.ts';

describeWithRedis('on a real Redis', () => {
  const cleanUps: (() => Promise<void>)[] = [];

  afterAll(async () => {
    await Promise.all(cleanUps.map((cleanUp) => cleanUp()));
  });

  describeQueueConformance('BullMQ', async (options) => {
    const { queue, cleanUp } = openTestQueue(options);
    cleanUps.push(cleanUp);
    return queue;
  });
});
