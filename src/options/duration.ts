import { OptionsError } from '../errors/index.ts';

/** A time as people write it: `250ms`, `90s`, `15m`, `1h`, `14d`. */
export type Duration = `${number}${keyof typeof unitsMs}`;

const unitsMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `given` in milliseconds. Throws an `OptionsError` for what is neither a number from 0 up nor a `Duration`. */
export function readDuration(given: unknown, owner: string): number {
  if (typeof given === 'number' && Number.isFinite(given) && given >= 0) return given;
  const [, count, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(String(given)) ?? [];
  if (typeof given !== 'string' || count === undefined) {
    throw new OptionsError(
      `${owner} takes milliseconds from 0 up, or a text such as '250ms', '90s', '15m', '1h' or '14d'.`,
    );
  }
  return Number(count) * unitsMs[unit as keyof typeof unitsMs];
}
