import { OptionsError } from '../../../errors/index.ts';

/** `list` when it has from `least` to `most` members. Throws an `OptionsError` that says how many it may have, and how many it has. */
export function readCounted<Member>(
  list: readonly Member[],
  name: string,
  least: number,
  most = Number.POSITIVE_INFINITY,
): readonly Member[] {
  const range = most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`;
  if (!Array.isArray(list)) throw new OptionsError(`${name} must be a list of ${range}.`);
  if (list.length < least || list.length > most) {
    throw new OptionsError(`${name} must be ${range}; there are ${list.length}.`);
  }
  return list;
}
