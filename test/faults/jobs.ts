import type { Violation } from './check.ts';
import type { Span } from './child.ts';
import type { JournalEntry } from './journal.ts';
import type { RunDelivery } from './run-sender.ts';

/** What the journal says of one job. A delivery has one, or with a weak key one for each time that the event was taken for a new one. */
export interface JobHistory {
  readonly id: string;
  readonly entries: readonly JournalEntry[];
  /** How often a handler returned. */
  readonly done: number;
}

/** What the runs of all jobs amount to. */
export interface RunCounts {
  readonly violations: readonly Violation[];
  readonly startedAfterCompletion: number;
  /** Runs of a handler that an earlier run, begun and not ended, or ended well, came before. */
  readonly repeats: number;
  readonly repeatsFlagged: number;
  /** Deliveries of which a handler returned twice, though it was one event. */
  readonly handledTwice: number;
  readonly handledTwiceFlagged: number;
  /** Of these the ones of which Redis could not be told in time that a handler had returned: no marker can hold them back. */
  readonly handledTwiceCutOff: number;
}

/** The journal by job, in the order of their first entries. */
export function readJobs(journal: readonly JournalEntry[]): JobHistory[] {
  const jobs = new Map<string, JournalEntry[]>();
  for (const entry of journal) {
    const job = `${entry.id} ${entry.receivedAtMs}`;
    const entries = jobs.get(job);
    if (entries) entries.push(entry);
    else jobs.set(job, [entry]);
  }
  return [...jobs.values()].map((entries) => ({
    id: entries[0]?.id ?? '',
    entries,
    done: entries.filter(({ word }) => word === 'done').length,
  }));
}

/** Holds the runs of all jobs to I2 and G2. */
export function checkJobs(
  sent: readonly RunDelivery[],
  jobs: readonly JobHistory[],
  cutOff: readonly Span[],
): RunCounts {
  const findings = jobs.map(checkJob);
  const isCutOff = ({ atMs }: JournalEntry) =>
    cutOff.some((span) => atMs >= span.fromMs && atMs <= span.untilMs);
  const sum = (count: (finding: Finding) => number) => findings.reduce((all, each) => all + count(each), 0);
  const doubles = checkDoubles(sent, jobs);
  const isI2 = ({ invariant }: Violation) => invariant === 'I2';
  return {
    violations: [...doubles, ...findings.flatMap(({ violations }) => violations)],
    startedAfterCompletion: doubles.length + sum(({ violations }) => violations.filter(isI2).length),
    repeats: sum(({ repeats }) => repeats),
    repeatsFlagged: sum(({ repeatsFlagged }) => repeatsFlagged),
    handledTwice: doubles.length + sum(({ again }) => (again ? 1 : 0)),
    handledTwiceFlagged: sum(({ again }) => (again?.second.redelivered ? 1 : 0)),
    handledTwiceCutOff: sum(({ again }) => (again && isCutOff(again.first) ? 1 : 0)),
  };
}

interface Finding {
  readonly violations: readonly Violation[];
  readonly repeats: number;
  readonly repeatsFlagged: number;
  /** A run that returned, and the next one that did so too. */
  readonly again: { readonly first: JournalEntry; readonly second: JournalEntry } | undefined;
}

function checkJob({ id, entries }: JobHistory): Finding {
  const violations: Violation[] = [];
  const broken = (invariant: 'I2' | 'G2', { worker, attempt }: JournalEntry, detail: string) =>
    violations.push({ invariant, id, detail: `${detail} (${worker}, attempt ${attempt})` });
  let repeats = 0;
  let repeatsFlagged = 0;
  let again: Finding['again'];
  let begun = false;
  let done: JournalEntry | undefined;
  let completed = false;
  for (const [index, entry] of entries.entries()) {
    if (entry.word === 'failed') begun = false;
    if (entry.word === 'completed' || entry.word === 'dead') completed = true;
    if (entry.word === 'done') {
      if (done) again ??= { first: done, second: entry };
      done ??= entry;
    }
    if (entry.word !== 'start') continue;
    if (completed) broken('I2', entry, 'started after its end was recorded');
    if (begun) {
      repeats += 1;
      if (entry.redelivered) repeatsFlagged += 1;
      else broken('G2', entry, 'repeated without being flagged redelivered');
      if (isParallel(entries, index)) broken('G2', entry, 'ran beside another run of the same delivery');
    }
    begun = true;
  }
  return { violations, repeats, repeatsFlagged, again };
}

/** True when a run that began before `index` ends after it. A killed process ends nothing. */
function isParallel(entries: readonly JournalEntry[], index: number): boolean {
  const open = new Set<string>();
  for (const { word, worker } of entries.slice(0, index)) {
    if (word === 'start') open.add(worker);
    if (word === 'done' || word === 'failed' || word === 'cut') open.delete(worker);
  }
  return entries
    .slice(index + 1)
    .some(({ word, worker }) => open.has(worker) && (word === 'done' || word === 'failed' || word === 'cut'));
}

/**
 * A strong key lets an event through once. A weak one lets an equal event through again once the one before was acknowledged: a deliberate
 * duplicate is such an event, also when it was answered 503 and landed all the same; and a call whose answer was lost may have been acknowledged.
 */
function checkDoubles(sent: readonly RunDelivery[], jobs: readonly JobHistory[]): Violation[] {
  const begun = new Map<string, number>();
  for (const { id, entries } of jobs) {
    if (entries.some(({ word }) => word === 'start')) begun.set(id, (begun.get(id) ?? 0) + 1);
  }
  return sent.flatMap(({ event, calls }): Violation[] => {
    const { id, strength, trigger } = event;
    const more = calls.filter(({ duplicate, outcome }) => duplicate || typeof outcome !== 'number').length;
    const allowed = strength === 'strong' ? 1 : 1 + more;
    const times = begun.get(id) ?? 0;
    if (times <= allowed) return [];
    return [
      {
        invariant: 'I2',
        id,
        detail: `became ${times} jobs where ${allowed} was right (${strength}, ${trigger})`,
      },
    ];
  });
}
