import { describeQueueConformance } from '../queue/conformance.ts';
import { describeWithRedis, openTestQueue } from '../support/redis.ts';

describeWithRedis('on a real Redis', () => {
  const cleanUps: (() => Promise<void>)[] = [];

  afterAll(async () => {
    await Promise.all(cleanUps.map((cleanUp) => cleanUp()));
  });

  describeQueueConformance('BullMQ', async () => {
    const { queue, cleanUp } = openTestQueue();
    cleanUps.push(cleanUp);
    return queue;
  });
});
