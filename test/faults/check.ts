import type { Attempt } from '../../src/testing/index.ts';
import { isSuccess } from '../../src/testing/sender/policy.ts';
import type { Span } from './child.ts';
import { heldUpFor } from './hold-ups.ts';
import { checkJobs, type JobHistory, type RunCounts, readJobs } from './jobs.ts';
import type { JournalEntry } from './journal.ts';
import { isUnrecovered, type Outage } from './recovery.ts';
import type { RunDelivery } from './run-sender.ts';

/**
 * An invariant of a run. I1: nothing acknowledged stays unhandled. I2: no handler starts after the end was recorded. I3: every call is
 * answered within 2.5 s, with 2xx or 503. I4: no process ends of its own accord. I5: recovery without help. G2: each repeat of a
 * handler is flagged `redelivered`, and no two runs of a delivery overlap.
 */
type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'G2';

/** A broken invariant, with the delivery that it is about, if it is about one. */
export interface Violation {
  readonly invariant: Invariant;
  readonly id?: string;
  readonly detail: string;
}

/** What is known after a run. */
export interface RunFacts {
  readonly sent: readonly RunDelivery[];
  readonly journal: readonly JournalEntry[];
  /** Ids of the deliveries that are dead letters in Redis. */
  readonly dead: readonly string[];
  /** When the receiver could not answer, because it was killed or told to stop. */
  readonly receiverAway: readonly Span[];
  /** When this process was held up, or the receiver was starved by the machine: taken off the time of an answer. */
  readonly heldUp: readonly Span[];
  /** When Redis could not be told that a handler has returned. */
  readonly cutOff: readonly Span[];
  /** What processes did of their own accord. */
  readonly incidents: readonly string[];
  /** When no call could be answered 2xx, with what came after. */
  readonly outages: readonly Outage[];
  /** What was left in Redis when the wait for it was over: `undefined` when nothing was. */
  readonly unsettled: string | undefined;
  /** Keys of jobs in Redis that no list knows. */
  readonly orphans: readonly string[];
}

/** What a run amounts to. */
export interface Verdicts extends RunCounts {
  readonly acknowledgedUnhandled: number;
  readonly slowestAnswerMs: number;
}

/** The longest that an answer may take, in milliseconds. */
const ANSWER_MS = 2_500;

/** After it listens again, a receiver may still meet calls that were made before, in milliseconds. */
const AWAY_MARGIN_MS = 100;

/** Holds a run to the invariants. */
export function checkRun(facts: RunFacts): Verdicts {
  const jobs = readJobs(facts.journal);
  const runs = checkJobs(facts.sent, jobs, facts.cutOff);
  const loss = checkLoss(facts, jobs);
  const calls = facts.sent.flatMap(({ event, calls: made }) => made.map((call) => ({ id: event.id, call })));
  const answers = calls.flatMap(({ id, call }) => checkCall(id, call, facts));
  const { violations, ...counts } = runs;
  return {
    violations: [...loss, ...violations, ...answers, ...checkProcesses(facts)],
    ...counts,
    acknowledgedUnhandled: loss.filter(({ detail }) => detail.startsWith('acknowledged')).length,
    slowestAnswerMs: calls.reduce(
      (slowestMs, { call }) =>
        typeof call.outcome === 'number' ? Math.max(slowestMs, call.tookMs) : slowestMs,
      0,
    ),
  };
}

function checkLoss({ sent, dead, orphans }: RunFacts, jobs: readonly JobHistory[]): Violation[] {
  const handled = new Set(jobs.filter(({ done }) => done > 0).map(({ id }) => id));
  const deadIds = new Set(dead);
  const lost = sent.flatMap(({ event: { id, kind, trigger }, calls, verdict }): Violation[] => {
    const wanted = kind === 'refused' ? 'a dead letter' : 'handled';
    if (kind !== 'refused' && deadIds.has(id))
      return [{ invariant: 'I1', id, detail: `became a dead letter without cause (${trigger})` }];
    if (!calls.some(({ outcome }) => isSuccess(outcome))) return [];
    if (kind === 'refused' ? deadIds.has(id) : handled.has(id)) return [];
    return [{ invariant: 'I1', id, detail: `acknowledged (${verdict}) and not ${wanted} (${trigger})` }];
  });
  const left = orphans.map(
    (key): Violation => ({ invariant: 'I1', detail: `a job is in no list of Redis: ${key}` }),
  );
  return [...lost, ...left];
}

function checkCall(
  id: string,
  { atMs, tookMs, outcome }: Attempt,
  { receiverAway, heldUp }: Pick<RunFacts, 'receiverAway' | 'heldUp'>,
): Violation[] {
  if (typeof outcome === 'number') {
    if (!isSuccess(outcome) && outcome !== 503)
      return [{ invariant: 'I3', id, detail: `answered ${outcome}` }];
    if (tookMs > ANSWER_MS && tookMs - heldUpFor(heldUp, atMs, atMs + tookMs) > ANSWER_MS)
      return [{ invariant: 'I3', id, detail: `answered ${outcome} after ${tookMs} ms` }];
    return [];
  }
  const excused = receiverAway.some(
    ({ fromMs, untilMs }) => atMs <= untilMs + AWAY_MARGIN_MS && atMs + tookMs >= fromMs,
  );
  if (excused) return [];
  return [{ invariant: 'I3', id, detail: `not answered (${outcome}) after ${tookMs} ms` }];
}

function checkProcesses({ incidents, outages, unsettled }: RunFacts): Violation[] {
  const ends = incidents.map((detail): Violation => ({ invariant: 'I4', detail }));
  const late = outages.filter(isUnrecovered).map(({ name, untilMs, nextMs, recoveredMs }): Violation => {
    const tookMs = recoveredMs ?? nextMs - untilMs;
    const detail = Number.isFinite(tookMs) ? `for ${tookMs} ms` : 'to the end';
    return { invariant: 'I5', detail: `no call was answered 2xx ${detail} after ${name}` };
  });
  const left = unsettled === undefined ? [] : [{ invariant: 'I5', detail: unsettled } as const];
  return [...ends, ...late, ...left];
}
