import { Socket } from 'node:net';
import { makeDelivery } from '../support/deliveries.ts';
import { describeWithRedis, openTestQueue } from '../support/redis.ts';

/** How often a socket was corked while `work` ran. */
async function countCorks(work: () => Promise<unknown>): Promise<number> {
  const cork = jest.spyOn(Socket.prototype, 'cork');
  try {
    await work();
    return cork.mock.calls.length;
  } finally {
    cork.mockRestore();
  }
}

describeWithRedis('what a BullMQ queue writes for calls of one turn', () => {
  it('leaves together: the adds, and the weak keys that are given back', async () => {
    const { queue, cleanUp } = openTestQueue();
    try {
      await queue.enqueue(makeDelivery());
      const taps = Array.from({ length: 5 }, () => makeDelivery({ keyStrength: 'weak' }));
      const adding = () => Promise.all(taps.map((tap) => queue.enqueue(tap)));
      const results = await adding();
      expect(await countCorks(() => Promise.all(results.map(({ release }) => release())))).toBe(1);
      // Known keys would make them duplicates.
      expect(await countCorks(async () => expect(await adding()).toMatchObject(taps.map(queued)))).toBe(1);
    } finally {
      await queue.close();
      await cleanUp();
    }
  });

  it('is nothing for a strong key, which is kept', async () => {
    const { queue, cleanUp } = openTestQueue();
    try {
      const { release } = await queue.enqueue(makeDelivery());
      expect(await countCorks(release)).toBe(0);
    } finally {
      await queue.close();
      await cleanUp();
    }
  });
});

const queued = () => ({ outcome: 'queued' });
