import { randomUUID } from 'node:crypto';
import { cleanUp, eventually, makeMessage, post, serve } from '../../integration/support/stage.ts';
import { describeWithServer } from '../../support/redis.ts';
import { type StoryChild, startWorkerChild } from './support/child.ts';
import { measured, names, openQueue, openRedis } from './support/stage.ts';

/** STORY_FULL=1 lets each lock run out by itself, which takes 15 s and more for each crash, and has one process at a time. */
const full = process.env['STORY_FULL'] !== undefined;

afterEach(cleanUp);

describeWithServer('a delivery that ends the process of its handler each time', () => {
  it(
    'row 25: a delivery that ends its process each time is a dead letter after four crashes, and its siblings are all handled',
    async () => {
      const redis = await openRedis();
      const settings = { redisUrl: redis.url, prefix: `{${randomUUID()}}` };
      const queue = await openQueue(redis.port, { prefix: settings.prefix });
      const { url } = await serve({ queue });
      const siblings = names('sibling', 99);
      const poison = names('poison', 1);
      const ids = [...siblings.slice(0, 5), ...poison, ...siblings.slice(5)];
      for (const id of ids) expect((await post(url, makeMessage(id))).status).toBe(200);

      const children: StoryChild[] = [];
      const dead = new Set<string>();
      const words = () => children.flatMap((child) => [...child.words]);
      const of = (word: string) => words().filter((each) => each.word === word);
      /** What a supervisor does: a process that ended is replaced by another. */
      const supervise = async () => {
        const child = await startWorkerChild({ ...settings, poison: 'poison', workMs: 100 });
        children.push(child);
        void child.exited.then(() => dead.add(String(child.pid)));
        return child;
      };
      /** Waits until nothing runs but what a dead process has left. */
      const idle = () =>
        eventually(() =>
          children.every(
            ({ pid, words: own }) =>
              dead.has(String(pid)) ||
              own.filter(({ word }) => word === 'start').length ===
                own.filter(({ word }) => word === 'handled').length,
          ),
        );
      /** Ends the locks of the dead processes, as 15 s would, and lets the next process look for stalled jobs at its start. */
      const hurry = async () => {
        await idle();
        const locks = (await redis.command('KEYS', `${settings.prefix}:deliveries:*:lock`)) as string[];
        await redis.command('DEL', `${settings.prefix}:deliveries:stalled-check`, ...locks);
      };
      /** Has what a dead process left put back: one look marks it, the next one moves it. One process works at a time. */
      const recover = async () => {
        await hurry();
        if ((await queue.counts()).active > 0) {
          const marker = await supervise();
          const marked = () => redis.command('SCARD', `${settings.prefix}:deliveries:stalled`);
          await eventually(async () => Number(await marked()) > 0);
          marker.signal('SIGTERM');
          await marker.exited;
          await hurry();
        }
        await supervise();
      };
      const sinceMs = performance.now();
      await supervise();
      while (of('dead').length < poison.length) {
        const alive = children.filter(({ pid }) => !dead.has(String(pid)));
        if (full && alive.length > 0) {
          await Promise.race([
            ...alive.map(({ exited }) => exited),
            ...alive.map((child) => child.until('dead').catch(() => [])),
          ]);
        }
        if (full) await supervise();
        else if (alive.length === 0) await recover();
        else
          await Promise.race([
            ...alive.map(({ exited }) => exited),
            ...alive.map((child) => child.until('dead').catch(() => [])),
          ]);
      }
      await eventually(async () => {
        const { waiting, active, delayed } = await queue.counts();
        return waiting + active + delayed === 0;
      });
      measured('row 25', 'until the dead letter', performance.now() - sinceMs);
      const crashes = of('start').filter(({ id }) => id === 'poison-0');
      // Once beside its siblings, three times alone.
      expect(crashes).toHaveLength(4);
      expect(crashes.map(({ redelivered }) => redelivered)).toEqual([false, ...Array(3).fill(true)]);
      expect(of('dead').map(({ id }) => id)).toEqual(poison.map((id) => `${id} crashed`));
      expect(await queue.deadLetters.list()).toMatchObject(poison.map(() => ({ reason: 'crashed' })));
      const handled = of('handled').map(({ id }) => id);
      expect(new Set(handled)).toEqual(new Set(siblings));
      expect(handled).toHaveLength(siblings.length);
      const repeats = of('start').filter(({ attempt, redelivered }) => attempt === 1 && redelivered);
      measured('row 25', 'runs repeated and flagged', repeats.length, '');
    },
    full ? 400_000 : 45_000,
  );
});
