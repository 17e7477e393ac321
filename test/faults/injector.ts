import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../src/testing/index.ts';
import { type FaultKind, type FaultName, faultKinds, faultNames, type Target } from './faults.ts';
import type { Stage } from './stage.ts';

/** A fault before it is done. */
export interface PlannedFault {
  /** From 1. */
  readonly number: number;
  readonly name: FaultName;
  readonly target: Target;
  /** How long after the one before it begins, in milliseconds. */
  readonly gapMs: number;
}

/** A fault that was done. */
export interface InjectedFault extends PlannedFault {
  /** In milliseconds since 1970. */
  readonly fromMs: number;
  /** When what it took away was back. */
  readonly untilMs: number;
}

/** The gap between two faults, in milliseconds. */
const GAP_MS = { from: 700, to: 1_600 } as const;

/**
 * Draws `count` faults: every kind once, in random order, before a kind comes again. A seed gives the same faults in the same order with the
 * same gaps; what they meet differs from run to run.
 */
export function planFaults(count: number, random: Random): PlannedFault[] {
  let turn: FaultName[] = [];
  return Array.from({ length: count }, (_, index) => {
    if (turn.length === 0) turn = random.shuffle(faultNames);
    const name = turn.pop() as FaultName;
    const target = random.pick<Target>(faultKinds[name].targets);
    return { number: index + 1, name, target, gapMs: random.between(GAP_MS.from, GAP_MS.to) };
  });
}

/** How long the plan takes at least, in milliseconds. */
export function durationOf(plan: readonly PlannedFault[]): number {
  return plan.reduce((sumMs, { gapMs }) => sumMs + gapMs, 0);
}

/** Told of what the injector does. */
export interface InjectorEvents {
  /** A fault begins. */
  onFault(fault: PlannedFault): void;
  /** A fault could not be done or undone: the harness is broken, not what it tests. */
  onFailure(fault: PlannedFault, error: unknown): void;
}

/**
 * Does the faults of a plan, each `gapMs` after the one before. Faults of different targets overlap; one whose target is still taken waits
 * for it. Resolves when all are undone.
 */
export async function injectFaults(
  plan: readonly PlannedFault[],
  stage: Stage,
  { onFault, onFailure }: InjectorEvents,
  signal?: AbortSignal,
): Promise<InjectedFault[]> {
  const done: InjectedFault[] = [];
  const busy = new Map<Target, Promise<void>>();
  for (const fault of plan) {
    if (signal?.aborted) break;
    await wait(fault.gapMs);
    await busy.get(fault.target);
    onFault(fault);
    const { run, lastsMs }: FaultKind = faultKinds[fault.name];
    const fromMs = Date.now();
    const doing = run(stage, fault.target, lastsMs).then(
      () => void done.push({ ...fault, fromMs, untilMs: Date.now() }),
      (error: unknown) => onFailure(fault, error),
    );
    busy.set(fault.target, doing);
  }
  await Promise.all(busy.values());
  return done.sort((a, b) => a.fromMs - b.fromMs);
}
