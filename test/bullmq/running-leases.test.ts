import type { Job } from 'bullmq';
import type { Checkpoints } from '../../src/bullmq/checkpoints.ts';
import { BullLease } from '../../src/bullmq/lease.ts';
import { RunningLeases } from '../../src/bullmq/running-leases.ts';
import { makeDelivery } from '../support/deliveries.ts';

function makeLease(id: string): BullLease {
  const job = { id, attemptsMade: 0, attemptsStarted: 1, stalledCounter: 0 } as Job;
  return new BullLease(job, makeDelivery(), {} as Checkpoints);
}

function makeThree() {
  const leases = ['a', 'b', 'c'].map(makeLease) as [BullLease, BullLease, BullLease];
  const running = new RunningLeases();
  for (const lease of leases) running.add(lease);
  const aborted = () => leases.map(({ signal }) => signal.aborted);
  return { leases, running, aborted };
}

describe('RunningLeases', () => {
  it('takes back the leases of one job, or all that are left', () => {
    const { leases, running, aborted } = makeThree();
    running.takeBack('lost', 'b');
    expect(aborted()).toEqual([false, true, false]);
    running.delete(leases[0]);
    running.takeBack('closing');
    expect(aborted()).toEqual([false, true, true]);
    expect(leases.map(({ signal }) => signal.reason)).toEqual([
      undefined,
      new Error('lost'),
      new Error('closing'),
    ]);
  });

  it('is empty when the last lease has gone, in whatever order', async () => {
    const { leases, running } = makeThree();
    let isEmpty = false;
    const waiting = running.whenEmpty(60_000).then(() => {
      isEmpty = true;
    });
    running.delete(leases[1]);
    running.delete(leases[0]);
    await new Promise(setImmediate);
    expect(isEmpty).toBe(false);
    running.delete(leases[2]);
    await waiting;
    await running.whenEmpty(60_000);
  });

  it('waits no longer than it is told', async () => {
    const { running } = makeThree();
    await expect(running.whenEmpty(1)).resolves.toBeUndefined();
  });
});

describe('the signal of a lease', () => {
  it('tells each listener once, and none that was taken off', () => {
    const { signal } = makeLease('a');
    const [kept, removed] = [jest.fn(), jest.fn()];
    signal.addEventListener('abort', kept);
    signal.addEventListener('abort', removed);
    signal.removeEventListener('abort', removed);
    signal.abort(new Error('first'));
    signal.abort(new Error('second'));
    expect([kept.mock.calls.length, removed.mock.calls.length]).toEqual([1, 0]);
    expect(signal.reason).toEqual(new Error('first'));
  });
});
