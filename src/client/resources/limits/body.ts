import { OptionsError } from '../../../errors/index.ts';

/** `value` as an object. Throws an `OptionsError` that names it. */
export function readBody<Body extends object>(value: Body, name: string): Body {
  const given: unknown = value;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new OptionsError(`The ${name} must be an object.`);
  }
  return value;
}
