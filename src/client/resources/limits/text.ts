import { OptionsError } from '../../../errors/index.ts';

/** `value` as a text of `least` to `most` characters. Throws an `OptionsError` that names it, and does not quote it. */
export function readText(value: unknown, name: string, least = 1, most = Number.POSITIVE_INFINITY): string {
  const length = typeof value === 'string' ? [...value].length : -1;
  if (length < least || length > most) {
    const range =
      most === Number.POSITIVE_INFINITY
        ? 'that is not empty'
        : `of ${least === 0 ? 'at most' : `${least} to`} ${most} characters`;
    throw new OptionsError(`${name} must be a text ${range}.`);
  }
  return value as string;
}
