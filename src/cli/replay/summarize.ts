import { describeError } from '../../logger.ts';
import type { SentDelivery } from '../../testing/index.ts';
import type { Terminal } from '../terminal.ts';

/** What became of one payload. */
export interface SentSource extends Pick<SentDelivery, 'verdict' | 'attempts'> {
  readonly name: string;
}

/** So many lost deliveries are named to a person. */
const SHOWN = 5;

/** Latencies in milliseconds. */
interface Latencies {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Prints how a replay of `total` deliveries went: what was answered, how fast, and what the service would have lost. */
export function summarize(
  results: readonly SentSource[],
  total: number,
  tookMs: number,
  terminal: Terminal,
): void {
  const acknowledged = results.filter(({ verdict }) => verdict === 'acknowledged').length;
  const lost = results.filter(({ verdict }) => verdict !== 'acknowledged');
  const byOutcome = groupByOutcome(results);
  terminal.result({
    deliveries: total,
    acknowledged,
    lost: lost.map((sent) => ({ source: sent.name, why: whyLost(sent) })),
    unfinished: total - results.length,
    attempts: results.reduce((sum, { attempts }) => sum + attempts.length, 0),
    byOutcome,
    tookMs: Math.round(tookMs),
  });
  const headline = `${acknowledged} of ${total} acknowledged in ${(tookMs / 1_000).toFixed(1)} s`;
  terminal.line(terminal.style(acknowledged === total ? 'green' : 'red', headline));
  terminal.table([
    ['answer', 'calls', 'p50', 'p95', 'p99', 'max'],
    ...Object.entries(byOutcome).map(([outcome, { calls, latencyMs }]) => [
      outcome,
      String(calls),
      ...Object.values(latencyMs).map((ms) => `${ms} ms`),
    ]),
  ]);
  for (const sent of lost.slice(0, SHOWN)) terminal.line(`lost: ${sent.name}: ${whyLost(sent)}`);
  if (lost.length > SHOWN) terminal.line(`… and ${lost.length - SHOWN} more`);
  if (results.length < total)
    terminal.line(`interrupted: ${total - results.length} were not sent to the end`);
}

function groupByOutcome(results: readonly SentSource[]) {
  const tookMs = new Map<string, number[]>();
  for (const { attempts } of results) {
    for (const { outcome, tookMs: took } of attempts) {
      const times = tookMs.get(String(outcome)) ?? [];
      times.push(took);
      tookMs.set(String(outcome), times);
    }
  }
  const groups = [...tookMs].map(
    ([outcome, times]) => [outcome, { calls: times.length, latencyMs: measure(times) }] as const,
  );
  return Object.fromEntries(groups);
}

function measure(times: number[]): Latencies {
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.ceil(share * times.length) - 1] ?? 0);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

function whyLost({ verdict, attempts }: SentSource): string {
  const outcomes = attempts.map(({ outcome, error }) => {
    const { code } = describeError(error);
    return code === undefined ? String(outcome) : `${outcome} (${code})`;
  });
  if (verdict === 'ended' || outcomes.length === 1) return outcomes.at(-1) ?? '';
  return `${outcomes.length} attempts: ${outcomes.join(', ')}`;
}
