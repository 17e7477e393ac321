import type { Verdicts } from './check.ts';
import type { MixedRunResult } from './mixed-run.ts';
import type { SlowestRecoveries } from './recovery.ts';

/** The figures of a run, as the JSON line has them. */
export interface RunSummary extends Omit<Verdicts, 'violations'> {
  readonly seed: number;
  readonly ok: boolean;
  readonly deliveries: number;
  readonly calls: number;
  /** Calls by status, or by how they failed without one. */
  readonly answers: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  /** Lost to the service's own policy: never acknowledged in all attempts. */
  readonly exhausted: number;
  readonly dead: number;
  readonly p99AnswerMs: number;
  readonly takeoverMs: number;
  /** The slowest recoveries in milliseconds, by the fault that ended last: until the first 2xx, and until a handler returned. */
  readonly answeredAfterMs: SlowestRecoveries;
  readonly handledAfterMs: SlowestRecoveries;
  readonly tookMs: number;
  readonly harnessLagMs: number;
  /** Broken invariants as `I1 e17: what`. */
  readonly violations: readonly string[];
}

/** Sums a run up. */
export function summarize(result: MixedRunResult): RunSummary {
  const {
    seed,
    sent,
    faults,
    verdicts,
    answeredAfterMs,
    handledAfterMs,
    takeoverMs,
    dead,
    tookMs,
    harnessLagMs,
  } = result;
  const { violations, ...figures } = verdicts;
  const calls = sent.flatMap((delivery) => delivery.calls);
  const tookOrdered = calls
    .filter(({ outcome }) => typeof outcome === 'number')
    .map((call) => call.tookMs)
    .sort((a, b) => a - b);
  return {
    seed,
    ok: violations.length === 0,
    deliveries: sent.length,
    calls: calls.length,
    answers: tally(calls.map(({ outcome }) => String(outcome))),
    faults: tally(faults.map(({ name }) => name)),
    acknowledged: sent.filter(({ verdict }) => verdict === 'acknowledged').length,
    exhausted: sent.filter(({ verdict }) => verdict === 'exhausted').length,
    dead,
    ...figures,
    p99AnswerMs: tookOrdered[Math.floor(tookOrdered.length * 0.99)] ?? 0,
    takeoverMs,
    answeredAfterMs,
    handledAfterMs,
    tookMs,
    harnessLagMs,
    violations: violations.map(({ invariant, id, detail }) =>
      [invariant, id].filter(Boolean).join(' ').concat(`: ${detail}`),
    ),
  };
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort((a, b) => a.localeCompare(b))) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** The table of one run, for people. */
export function formatSummary(summary: RunSummary): string {
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  const rows: readonly (readonly [string, string | number])[] = [
    ['seed', summary.seed],
    ['deliveries', summary.deliveries],
    ['attempts, duplicates included', summary.calls],
    ['answers by status', list(summary.answers)],
    ['faults by kind', list(summary.faults)],
    ['acknowledged', summary.acknowledged],
    ["lost to the service's own policy", summary.exhausted],
    ['dead letters (refused by their schema)', summary.dead],
    ['acknowledged and unhandled', summary.acknowledgedUnhandled],
    ['started after completion', summary.startedAfterCompletion],
    ['started again after a cut run', `${summary.repeats}, flagged redelivered ${summary.repeatsFlagged}`],
    [
      'handled more than once',
      `${summary.handledTwice}, flagged redelivered ${summary.handledTwiceFlagged}, Redis out of reach at the first end ${summary.handledTwiceCutOff}`,
    ],
    ['slowest answer', `${summary.slowestAnswerMs} ms, p99 ${summary.p99AnswerMs} ms`],
    ["a killed worker's delivery again after", `at most ${summary.takeoverMs} ms`],
    ['first 2xx after faults, ms', list(summary.answeredAfterMs)],
    ['first handled after faults, ms', list(summary.handledAfterMs)],
    [
      'took',
      `${(summary.tookMs / 1_000).toFixed(1)} s (harness held up for at most ${summary.harnessLagMs} ms)`,
    ],
    ['broken invariants', summary.violations.length],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
  return [...table, ...summary.violations.map((each) => `  ${each}`)].join('\n');
}

/** The table of several runs: one line for each, and their sum. */
export function formatSummaries(summaries: readonly RunSummary[]): string {
  const columns: readonly (readonly [string, (summary: RunSummary) => number])[] = [
    ['deliveries', ({ deliveries }) => deliveries],
    ['attempts', ({ calls }) => calls],
    ['faults', ({ faults }) => Object.values(faults).reduce((sum, count) => sum + count, 0)],
    ['acknowledged', ({ acknowledged }) => acknowledged],
    ['unhandled', ({ acknowledgedUnhandled }) => acknowledgedUnhandled],
    ['after completion', ({ startedAfterCompletion }) => startedAfterCompletion],
    ['cut and again', ({ repeats }) => repeats],
    ['flagged', ({ repeatsFlagged }) => repeatsFlagged],
    ['handled twice', ({ handledTwice }) => handledTwice],
    ['flagged', ({ handledTwiceFlagged }) => handledTwiceFlagged],
    ['cut off', ({ handledTwiceCutOff }) => handledTwiceCutOff],
    ['broken', ({ violations }) => violations.length],
  ];
  const slowest = (list: readonly RunSummary[]) =>
    Math.max(...list.map(({ slowestAnswerMs }) => slowestAnswerMs));
  const header = ['seed', ...columns.map(([name]) => name), 'slowest ms'];
  const line = (name: string, list: readonly RunSummary[]) => [
    name,
    ...columns.map(([, count]) => String(list.reduce((sum, each) => sum + count(each), 0))),
    String(slowest(list)),
  ];
  const lines = [header, ...summaries.map((each) => line(String(each.seed), [each])), line('all', summaries)];
  return lines
    .map((cells) => cells.map((cell, index) => cell.padStart((header[index] ?? '').length + 2)).join(''))
    .join('\n');
}
