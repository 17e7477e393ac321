import { OptionsError } from '../../errors/index.ts';
import { nearestTo } from '../../options/index.ts';

/** Callers without types, and names that were put together at run time, get an error that helps. */
export function checkListed(what: string, name: unknown, names: readonly string[], of = ''): void {
  if (typeof name !== 'string') throw new OptionsError(`A ${what}${of} must be a string.`);
  if (names.includes(name)) return;
  throw new OptionsError(`There is no ${what} '${name}'${of}. The nearest is '${nearestTo(name, names)}'.`);
}
