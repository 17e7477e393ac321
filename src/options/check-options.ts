import { OptionsError } from '../errors/index.ts';

/** An object of options whose fields are not known to be right. */
export type GivenOptions = Readonly<Record<string, unknown>>;

/** `given` as options with no other keys than `known`. Throws an `OptionsError` that names the first wrong key. */
export function readOptions(given: unknown, known: readonly string[], owner: string): GivenOptions {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new OptionsError(`The options of ${owner} must be an object.`);
  }
  const wrong = Object.keys(given).find((key) => !known.includes(key));
  if (wrong !== undefined) {
    // A name is the programmer's own; anything else might be a value in the wrong place, even a secret.
    const shown = /^[A-Za-z]{1,24}$/.test(wrong) ? `option '${wrong}'` : 'such option';
    throw new OptionsError(`${owner} has no ${shown}; it has ${known.join(', ')}.`);
  }
  return given as GivenOptions;
}

/** `value` as a whole number of at least `least`. Throws an `OptionsError` that names the option. */
export function readInteger(value: unknown, option: string, least = 1): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
    throw new OptionsError(`${option} must be a whole number of at least ${least}.`);
  }
  return value;
}

/** True when `value` is an object with all of these methods. */
export function hasMethods(value: unknown, methods: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const object = value as Record<string, unknown>;
  return methods.every((method) => typeof object[method] === 'function');
}
