import { createBullQueue } from '../../../src/bullmq/index.ts';
import { createRouter, createWorker, triggers } from '../../../src/index.ts';
import type { RunWorker } from '../protocol.ts';

const others = triggers.filter((trigger) => trigger !== 'message:appUser');

/** Our worker with one handler that does nothing, and with handlers for triggers that do not come. */
export const run: RunWorker = ({ redisUrl }, { concurrency, handlers, onHandled }) => {
  const queue = createBullQueue({ connection: redisUrl, durability: 'memory' });
  const router = createRouter();
  router.on('message:appUser', { name: 'no-op' }, onHandled);
  for (let index = 1; index < handlers; index += 1) {
    const trigger = others[index % others.length] ?? 'postback';
    router.on(trigger, { name: `other-${index}` }, () => {});
  }
  const worker = createWorker({ queue, router, concurrency });
  const started = worker.start();
  return {
    async close() {
      await started;
      await worker.close();
      await queue.close();
    },
  };
};
