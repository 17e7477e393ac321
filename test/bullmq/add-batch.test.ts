import type { Job, Queue } from 'bullmq';
import { AddBatch, type NewJob } from '../../src/bullmq/add-batch.ts';

function jobOf(id: string): NewJob {
  return { name: 'delivery', data: { id }, opts: { jobId: id } };
}

function replyError(message: string): Error {
  return Object.assign(new Error(message), { name: 'ReplyError' });
}

/** A queue that notes its calls. */
function createQueue(behaviour: Partial<Record<'add' | 'addBulk', (...ids: string[]) => unknown>> = {}) {
  const calls: string[] = [];
  const idOf = (job: { opts?: { jobId?: string } }) => job.opts?.jobId ?? '';
  const queue = {
    add: async (_name: string, _data: unknown, opts: { jobId: string }) => {
      calls.push(`add ${opts.jobId}`);
      return (behaviour.add?.(opts.jobId) ?? { id: opts.jobId }) as Job;
    },
    addBulk: async (jobs: { opts: { jobId: string } }[]) => {
      calls.push(`addBulk ${jobs.map(idOf).join(' ')}`);
      return behaviour.addBulk?.(...jobs.map(idOf)) ?? jobs.map((job) => ({ id: idOf(job) }));
    },
  };
  return { calls, batch: new AddBatch(queue as unknown as Queue) };
}

describe('AddBatch', () => {
  it('adds what comes in one turn of the event loop together, and each gets its own answer', async () => {
    const { calls, batch } = createQueue({
      addBulk: (...ids) => ids.map((id) => ({ id: id === 'b' ? 'holder' : id })),
    });
    const jobs = await Promise.all(['a', 'b', 'c'].map((id) => batch.add(jobOf(id))));
    expect(jobs.map(({ id }) => id)).toEqual(['a', 'holder', 'c']);
    expect(calls).toEqual(['addBulk a b c']);
  });

  it('adds one that comes alone by itself, and the next turn anew', async () => {
    const { calls, batch } = createQueue();
    await batch.add(jobOf('a'));
    await batch.add(jobOf('b'));
    expect(calls).toEqual(['add a', 'add b']);
  });

  it('lets no job fail with another that Redis refuses', async () => {
    const { calls, batch } = createQueue({
      addBulk: () => {
        throw replyError('OOM command not allowed');
      },
      add: (id) => {
        if (id === 'b') throw replyError('OOM command not allowed');
        return { id };
      },
    });
    const results = await Promise.allSettled(['a', 'b', 'c'].map((id) => batch.add(jobOf(id))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(calls).toEqual(['addBulk a b c', 'add a', 'add b', 'add c']);
  });

  it('asks no second time when Redis does not answer', async () => {
    const { calls, batch } = createQueue({
      addBulk: () => {
        throw new Error('Command timed out');
      },
    });
    const results = await Promise.allSettled(['a', 'b'].map((id) => batch.add(jobOf(id))));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(calls).toEqual(['addBulk a b']);
  });
});
