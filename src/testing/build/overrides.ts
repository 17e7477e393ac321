import { OptionsError } from '../../errors/index.ts';

/** `P` with every field optional, down to the last object. A list is given whole. `undefined` removes a field. */
export type Overrides<P> = P extends Scalar | readonly unknown[]
  ? P
  : P extends object
    ? { readonly [K in keyof P]?: Overrides<P[K]> | undefined }
    : P;

/** Comes first above: the `string & {}` of an open set would pass for an object. */
type Scalar = string | number | boolean | null | undefined;

/**
 * A copy of `payload` with `overrides` written over it: objects are merged, lists and other values are replaced, `undefined`
 * removes the key. Neither argument is changed, and nothing of the copy is an object in `overrides`.
 */
export function applyOverrides<P>(payload: P, overrides: unknown): P {
  return merge(payload, overrides) as P;
}

/** Throws an `OptionsError` unless `overrides` is a plain object or left out. */
export function checkOverrides(overrides: unknown, what: string): void {
  if (overrides !== undefined && !isPlain(overrides))
    throw new OptionsError(`${what} must be an object with the fields to change.`);
}

function merge(base: unknown, over: unknown): unknown {
  if (Array.isArray(over)) return over.map((member) => merge(undefined, member));
  if (!isPlain(over)) return over;
  const old = new Map<string, unknown>(isPlain(base) ? Object.entries(base) : []);
  const merged = new Map(old);
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined) merged.delete(key);
    else merged.set(key, merge(old.get(key), value));
  }
  // fromEntries defines keys and never assigns them, so `__proto__` is a key like any other.
  return Object.fromEntries(merged);
}

/** An object literal or what JSON.parse makes: no list, no instance of a class. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
