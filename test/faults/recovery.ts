import { isSuccess } from '../../src/testing/sender/policy.ts';
import type { Span } from './child.ts';
import { type FaultKind, type FaultName, faultKinds, type Target } from './faults.ts';
import type { InjectedFault } from './injector.ts';
import type { JournalEntry } from './journal.ts';
import type { RunDelivery } from './run-sender.ts';

/** A time in which faults overlapped without a break, and what came after it. */
export interface Outage extends Span {
  /** The fault that ended last. */
  readonly name: FaultName;
  /** When the next outage began, `Infinity` after the last. */
  readonly nextMs: number;
  /** From the end to the first sign of life, in milliseconds; `undefined` when the next outage came first. */
  readonly recoveredMs: number | undefined;
  /** How long it may take at most: longer for a while after connections were left half-open. */
  readonly limitMs: number;
}

/** The slowest recoveries by the fault that ended last, in milliseconds. */
export type SlowestRecoveries = Readonly<Record<string, number>>;

/** The faults of these targets keep the receiver from answering 2xx, or the workers from handling. */
const answeringTargets: readonly Target[] = ['redis', 'receiver', 'receiver-proxy'];
const handlingTargets: readonly Target[] = ['redis', 'worker-1', 'worker-2', 'workers-proxy'];

/** The faults of these keep a worker from Redis. */
const cutOffTargets: readonly Target[] = ['redis', 'workers-proxy'];

/** After a fault the first 2xx comes within a second on a machine of its own; a busy one may take longer. In milliseconds. */
const LIMIT_MS = 2_500;

/** A silent connection is noticed by a timeout: the goal is 20 s, in milliseconds. */
const HALF_OPEN_LIMIT_MS = 20_000;

/** The outages of answering, each with its recovery: the first 2xx. */
export function answeringOutages(faults: readonly InjectedFault[], sent: readonly RunDelivery[]): Outage[] {
  const times = sent
    .flatMap(({ calls }) => calls)
    .filter(({ outcome }) => isSuccess(outcome))
    .map(({ atMs, tookMs }) => atMs + tookMs);
  return findOutages(faults, answeringTargets, times);
}

/** The outages of handling, each with its recovery: the first handler that returned. */
export function handlingOutages(
  faults: readonly InjectedFault[],
  journal: readonly JournalEntry[],
): Outage[] {
  const times = journal.filter(({ word }) => word === 'done').map(({ atMs }) => atMs);
  return findOutages(faults, handlingTargets, times);
}

/** An outage whose recovery had the time that it may take and did not come. */
export function isUnrecovered({ untilMs, nextMs, recoveredMs, limitMs }: Outage): boolean {
  return recoveredMs === undefined ? nextMs - untilMs > limitMs : recoveredMs > limitMs;
}

/** The slowest by the fault that ended last, for those of which one was measured. */
export function slowestByFault(outages: readonly Outage[]): SlowestRecoveries {
  const slowest: Record<string, number> = {};
  for (const { name, recoveredMs } of outages) {
    if (recoveredMs !== undefined) slowest[name] = Math.max(slowest[name] ?? 0, recoveredMs);
  }
  return slowest;
}

function findOutages(
  faults: readonly InjectedFault[],
  targets: readonly Target[],
  signsOfLife: readonly number[],
): Outage[] {
  const concerned = faults.filter(
    ({ name, target }) => targets.includes(target) && (faultKinds[name] as FaultKind).outage,
  );
  const times = [...signsOfLife].sort((a, b) => a - b);
  const spans = mergeFaults(concerned);
  return spans.map((span, index) => {
    const nextMs = spans[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
    const aliveMs = times.find((atMs) => atMs >= span.untilMs);
    const recovered = aliveMs !== undefined && aliveMs < nextMs;
    const halfOpen = concerned.some(
      ({ name, fromMs, untilMs }) =>
        name === 'half-open' && fromMs < span.untilMs && untilMs + HALF_OPEN_LIMIT_MS > span.untilMs,
    );
    return {
      ...span,
      nextMs,
      recoveredMs: recovered ? aliveMs - span.untilMs : undefined,
      limitMs: halfOpen ? HALF_OPEN_LIMIT_MS : LIMIT_MS,
    };
  });
}

function mergeFaults(faults: readonly InjectedFault[]): (Span & { name: FaultName })[] {
  const spans: { fromMs: number; untilMs: number; name: FaultName }[] = [];
  for (const { name, fromMs, untilMs } of [...faults].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = spans.at(-1);
    if (!last || fromMs > last.untilMs) spans.push({ fromMs, untilMs, name });
    else if (untilMs > last.untilMs) Object.assign(last, { untilMs, name });
  }
  return spans;
}

/** After a fault a worker needs so long to be connected again, or when its connection was left half-open, in milliseconds. */
const RECONNECT_MS = 1_500;
const NOTICE_MS = 17_000;

/** A handler that returned so shortly before a fault may not have been noted as done any more, in milliseconds. */
const IN_FLIGHT_MS = 100;

/** When a worker could not note that a handler has returned, because Redis was out of its reach or took no writes. */
export function cutOffSpans(faults: readonly InjectedFault[]): Span[] {
  return faults
    .filter(({ name, target }) => cutOffTargets.includes(target) && (faultKinds[name] as FaultKind).outage)
    .map(({ name, fromMs, untilMs }) => ({
      fromMs: fromMs - IN_FLIGHT_MS,
      untilMs: untilMs + (name === 'half-open' ? NOTICE_MS : RECONNECT_MS),
    }));
}

/** The longest time from the kill of a worker until another took over a delivery that it had begun, in milliseconds. */
export function slowestTakeover(
  journal: readonly JournalEntry[],
  killed: readonly { readonly worker: string; readonly atMs: number }[],
): number {
  let slowestMs = 0;
  for (const { worker, atMs } of killed) {
    const open = new Set<string>();
    for (const { worker: by, word, id, atMs: entryMs } of journal) {
      if (by !== worker && open.delete(id)) slowestMs = Math.max(slowestMs, entryMs - atMs);
      if (by === worker && word === 'start') open.add(id);
      // A run that failed or was cut short is over too, unless it was cut by the kill, of which it would not know.
      if (by === worker && word !== 'start' && word !== 'done') open.delete(id);
    }
  }
  return slowestMs;
}
