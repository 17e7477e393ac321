import { OptionsError } from '../../errors/index.ts';
import { nearestTo, readInteger, readOptions } from '../../options/index.ts';
import { createRandom } from '../random.ts';

/** All faults, and `none` for an attempt that goes well between two that do not. */
const faultNames = ['none', 'loseResponse', 'late', 'cut', 'duplicate'] as const;

/**
 * What goes wrong with one attempt.
 * - `loseResponse`: the target handles the call and answers; then the connection ends, and the service hears nothing: `reset`.
 * - `late`: the target handles the call and answers, but the answer is held up until the time limit is over: `silent`.
 * - `cut`: the connection ends in the middle of the body: `reset`. A target in process gets a `Request` with a body that breaks, if it
 *   has `fetch`, and otherwise nothing.
 * - `duplicate`: the same call is made twice at the same time. The service goes by the first of the two.
 */
export type FaultName = (typeof faultNames)[number];

/** Faults that are drawn: the same ones for the same seed, whatever the target answers. */
export interface RandomFaults {
  /** A whole number. */
  readonly seed: number;
  /** The share of attempts with a fault, from 0 to 1. */
  readonly rate: number;
  /** Which faults are drawn from. Default: all four. */
  readonly kinds?: readonly FaultName[] | undefined;
}

/** The faults of each attempt, in order; none where the list is shorter. Throws an `OptionsError` for a wrong name or too long a list. */
export function readFaults(faults: unknown, attempts: number): readonly FaultName[] {
  if (!Array.isArray(faults)) throw new OptionsError("faults must be a list, such as ['loseResponse'].");
  if (faults.length > attempts) {
    throw new OptionsError(`faults has ${faults.length} entries, but there are only ${attempts} attempts.`);
  }
  return faults.map(readFault);
}

/** Makes the function that draws the faults of one delivery after another. Throws an `OptionsError` for what is wrong. */
export function createFaultDraw(given: unknown, attempts: number): () => readonly FaultName[] {
  const { seed, rate, kinds } = readOptions(given, ['seed', 'rate', 'kinds'], 'randomFaults');
  if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1))
    throw new OptionsError('randomFaults.rate must be a number from 0 to 1.');
  if (kinds !== undefined && !(Array.isArray(kinds) && kinds.length > 0))
    throw new OptionsError('randomFaults.kinds must be a list of one or more faults.');
  const random = createRandom(readInteger(seed, 'randomFaults.seed', 0));
  const names = kinds?.map(readFault) ?? faultNames.filter((name) => name !== 'none');
  return () => Array.from({ length: attempts }, () => (random.chance(rate) ? random.pick(names) : 'none'));
}

function readFault(name: unknown): FaultName {
  if ((faultNames as readonly unknown[]).includes(name)) return name as FaultName;
  const nearest = typeof name === 'string' ? ` The nearest is '${nearestTo(name, faultNames)}'.` : '';
  throw new OptionsError(`There is no such fault.${nearest} There are ${faultNames.join(', ')}.`);
}
