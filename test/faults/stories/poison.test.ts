import { randomUUID } from 'node:crypto';
import { cleanUp, eventually, makeMessage, post, serve, tally } from '../../integration/support/stage.ts';
import { describeWithServer } from '../../support/redis.ts';
import { type StoryChild, startWorkerChild } from './support/child.ts';
import { measured, names, openQueue, openRedis } from './support/stage.ts';

/** Locks run out by themselves, which takes 15 s and more for each crash, or are deleted. */
interface Form {
  readonly total: number;
  readonly locks: 'that run out' | 'that are deleted';
}

/** STORY_FULL=1 tells the longer ones too. */
const forms: readonly Form[] = process.env['STORY_FULL']
  ? [
      { total: 100, locks: 'that run out' },
      { total: 500, locks: 'that are deleted' },
    ]
  : [{ total: 100, locks: 'that are deleted' }];

afterEach(cleanUp);

describeWithServer('deliveries that end the process of their handler each time', () => {
  it.each(forms)(
    'row 25: one of each hundred of $total that ends its process is a dead letter, others are all handled, with locks $locks',
    async ({ total, locks }) => {
      const redis = await openRedis();
      const settings = { redisUrl: redis.url, prefix: `{${randomUUID()}}` };
      const queue = await openQueue(redis.port, { prefix: settings.prefix });
      const { url } = await serve({ queue });
      const poison = names('poison', total / 100);
      const siblings = names('sibling', total - poison.length);
      const ids = poison.flatMap((id, i) => {
        const [first, after, end] = [i * 99, i * 99 + 5, i * 99 + 99];
        return [...siblings.slice(first, after), id, ...siblings.slice(after, end)];
      });
      for (const id of ids) expect((await post(url, makeMessage(id))).status).toBe(200);

      const children: StoryChild[] = [];
      const gone = new Set<StoryChild>();
      /** What a supervisor does: a process that ended is replaced by another. One works at a time. */
      const supervise = async () => {
        const child = await startWorkerChild({ ...settings, poison: 'poison', workMs: 100 });
        children.push(child);
        void child.exited.then(() => gone.add(child));
        return child;
      };
      /** Ends the locks of the dead processes, as 15 s would, and lets the next process look for stalled jobs at its start. */
      const hurry = async () => {
        const held = (await redis.command('KEYS', `${settings.prefix}:deliveries:*:lock`)) as string[];
        await redis.command('DEL', `${settings.prefix}:deliveries:stalled-check`, ...held);
      };
      /** Has what a dead process left put back: one look marks it, the next one moves it. */
      const recover = async () => {
        await hurry();
        if ((await queue.counts()).active > 0) {
          const marker = await supervise();
          const marked = () => redis.command('SCARD', `${settings.prefix}:deliveries:stalled`);
          await eventually(async () => gone.has(marker) || Number(await marked()) > 0);
          marker.signal('SIGTERM');
          await marker.exited;
          await hurry();
        }
        await supervise();
      };
      const isOver = async () => (await queue.counts()).dead === poison.length;
      const sinceMs = performance.now();
      await supervise();
      while (!(await isOver())) {
        await eventually(async () => gone.size === children.length || (await isOver()));
        if (gone.size === children.length) await (locks === 'that run out' ? supervise() : recover());
      }
      await eventually(async () => {
        const { waiting, active, delayed } = await queue.counts();
        return waiting + active + delayed === 0;
      });
      measured('row 25', `${total}: until nothing is left`, performance.now() - sinceMs);
      const words = children.flatMap((child) => [...child.words]);
      const runsOf = (id: string) => words.filter((each) => each.word === 'start' && each.id === id);
      measured('row 25', `${total}: crashes`, poison.flatMap(runsOf).length, '');
      for (const id of poison) {
        const flags = runsOf(id).map(({ redelivered }) => redelivered);
        // Three times alone, and before that once beside its siblings: unless another one ended the process before it began.
        expect(flags.slice(-3)).toEqual([true, true, true]);
        if (poison.length === 1) expect(flags).toEqual([false, true, true, true]);
        else expect(flags.length).toBeLessThanOrEqual(4);
      }
      const letters = await queue.deadLetters.list();
      expect(tally(letters.map(({ reason, delivery }) => `${idOf(delivery.payload)} ${reason}`))).toEqual(
        Object.fromEntries(poison.map((id) => [`${id} crashed`, 1])),
      );
      // Not the word 'handled': the process may end before it tells what it has recorded.
      const ended = new Set(words.filter(({ word }) => word === 'end').map(({ id }) => id));
      expect(siblings.filter((id) => !ended.has(id))).toEqual([]);
      const handled = words.filter(({ word }) => word === 'handled').map(({ id }) => id);
      expect(handled).toHaveLength(new Set(handled).size);
      const repeats = siblings.flatMap((id) => runsOf(id).slice(1));
      measured('row 25', `${total}: runs of others repeated`, repeats.length, '');
      expect(repeats.filter(({ redelivered }) => !redelivered)).toEqual([]);
    },
    400_000,
  );
});

function idOf(payload: unknown): string | undefined {
  return (payload as { messages: { _id: string }[] }).messages[0]?._id;
}
