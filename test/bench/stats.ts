/** The middle of a list, and how far its ends are from it. */
export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Summarizes the figures of several rounds. `NaN` for none. */
export function summarize(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  const lower = sorted.length % 2 === 0 ? (sorted[middle - 1] ?? Number.NaN) : upper;
  return { median: (lower + upper) / 2, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** The summary of `values[i] / base[i]`: what was measured in the same round is compared. Empty when there is no base. */
export function summarizeRatios(values: readonly number[], base: readonly number[] | undefined): Summary {
  return summarize(base ? values.map((value, index) => value / (base[index] ?? Number.NaN)) : []);
}

/** The value that `share` of a sorted list is not above: the nearest rank. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const rank = Math.max(1, Math.ceil(sorted.length * share));
  return sorted[rank - 1] ?? Number.NaN;
}
