import fc from 'fast-check';
import { recipe } from './arbitraries.ts';
import { Judge } from './judge.ts';
import { makeInput, type Recipe } from './recipe.ts';

/** What is to be run. */
export interface RunOptions {
  readonly inputs: number;
  readonly seed: number;
  /** Where a run with this seed failed, as it was printed. */
  readonly path?: string | undefined;
}

/** How a run went. */
export interface RunReport {
  readonly answers: ReadonlyMap<number, number>;
  readonly slowestMs: number;
  readonly elapsedMs: number;
  /** How much more is held in memory than after the first tenth, in bytes. */
  readonly heldBytes: number;
  readonly residentBytes: number;
  /** The smallest input that fails, or nothing. */
  readonly failure: { readonly fault: string; readonly path: string; readonly recipe: Recipe } | undefined;
}

/** Makes `inputs` calls as the seed says; a failing one is made smaller until no part of it can be left out. */
export async function runInputs({ inputs, seed, path }: RunOptions): Promise<RunReport> {
  const judge = new Judge();
  const answers = new Map<number, number>();
  let slowestMs = 0;
  let runs = 0;
  let base = { heldBytes: 0, residentBytes: 0 };
  const startedAtMs = performance.now();
  const property = fc.asyncProperty(recipe, async (each) => {
    const { status, durationMs, fault } = await judge.judge(makeInput(each));
    answers.set(status, (answers.get(status) ?? 0) + 1);
    slowestMs = Math.max(slowestMs, durationMs);
    runs += 1;
    if (runs === Math.ceil(inputs / 10)) base = await memoryInUse();
    if (fault !== undefined) throw new Error(fault);
  });
  const details = await fc.check(property, {
    numRuns: inputs,
    seed,
    ...(path !== undefined && { path }),
    includeErrorInReport: true,
  });
  const elapsedMs = performance.now() - startedAtMs;
  const now = await memoryInUse();
  const [smallest] = details.counterexample ?? [];
  return {
    answers,
    slowestMs,
    elapsedMs,
    heldBytes: now.heldBytes - base.heldBytes,
    residentBytes: now.residentBytes - base.residentBytes,
    failure: smallest && {
      fault: details.errorInstance instanceof Error ? details.errorInstance.message : 'unknown',
      path: details.counterexamplePath ?? '',
      recipe: smallest,
    },
  };
}

/** What is held after everything that can go is gone; without `--expose-gc` also what could. */
export async function memoryInUse(): Promise<{ heldBytes: number; residentBytes: number }> {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heldBytes: heapUsed + external, residentBytes: rss };
}
