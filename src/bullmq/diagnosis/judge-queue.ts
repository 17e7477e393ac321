import { ALARM_AGE_MS, type DeadLetter } from '../../queue/index.ts';
import type { Damage } from './find-damaged.ts';
import type { Finding } from './finding.ts';

/** What is in a queue, and who takes it out. */
export interface QueueFacts {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly oldestMs: number | undefined;
  /** False when no process has ever opened the queue. */
  readonly used: boolean;
  readonly paused: boolean;
  /** Connected workers, or `undefined` where they may not be listed. */
  readonly workers: number | undefined;
}

const neverUsed: Finding = {
  check: 'deliveries',
  verdict: 'doubtful',
  found: 'this queue has never been used',
  advice: 'Right before the first start; else check its name, its prefix and the number of the database.',
};

/** Judges what waits, and for which workers. */
export function judgeWaiting(facts: QueueFacts): Finding[] {
  const { waiting, active, delayed, oldestMs = 0, used, paused, workers } = facts;
  if (!used) return [neverUsed, countWorkers(workers)];
  const age = waiting === 0 ? '' : `, the oldest for ${Math.round(oldestMs / 1_000)} s`;
  const found = `${waiting} wait${age}; ${active} run, ${delayed} wait for their retry`;
  const late = oldestMs > ALARM_AGE_MS;
  const queue: Finding = { check: 'deliveries', verdict: 'good', found };
  if (paused)
    return [
      {
        ...queue,
        verdict: 'doubtful',
        found: `${found}; the queue is paused`,
        advice: 'Resume it: await queue.resume().',
      },
      countWorkers(workers),
    ];
  if (!late) return [queue, countWorkers(workers)];
  const advice =
    workers === 0
      ? 'No worker is connected: start one, and check that it has the same connection, name and prefix.'
      : active === 0
        ? 'A worker is connected and fetches nothing: restart it, and see its log and worker.health().'
        : 'The workers do not keep up: start more of them, raise their concurrency, or look for slow handlers.';
  return [{ ...queue, verdict: 'bad', advice }, countWorkers(workers)];
}

function countWorkers(workers: number | undefined): Finding {
  const check = 'workers';
  if (workers === undefined)
    return { check, verdict: 'good', found: 'this server does not let its clients be listed' };
  if (workers > 0) return { check, verdict: 'good', found: `${workers} connected` };
  return {
    check,
    verdict: 'doubtful',
    found: 'none connected',
    advice: 'Nothing is handled until one is started.',
  };
}

/** Judges the dead letters. */
export function judgeDeadLetters(total: number, letters: readonly DeadLetter[]): Finding {
  const check = 'dead letters';
  if (total === 0) return { check, verdict: 'good', found: 'none' };
  const byReason = new Map<string, number>();
  for (const { reason } of letters) byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
  const reasons = [...byReason].map(([reason, count]) => `${count} ${reason}`).join(', ');
  const of = total > letters.length ? `, of the newest ${letters.length}: ` : ': ';
  return {
    check,
    verdict: 'doubtful',
    found: `${total}${of}${reasons}`,
    advice: 'See switchhook dead-letters list; replay them after a fix, they are kept for 14 days.',
  };
}

/** Judges what no worker can handle. */
export function judgeDamage({ lookedAt, unreadable, missing }: Damage): Finding {
  const check = 'damaged jobs';
  if (unreadable.length === 0 && missing.length === 0)
    return { check, verdict: 'good', found: `none among ${lookedAt}` };
  const shown = [...unreadable, ...missing].slice(0, 3).join(', ');
  return {
    check,
    verdict: 'doubtful',
    found: `${unreadable.length} unreadable and ${missing.length} missing among ${lookedAt}: ${shown}`,
    advice:
      'A worker sets the unreadable ones aside as dead letters; find out what else writes to this queue or deletes its keys.',
  };
}
