import { BodyError } from '../errors/index.ts';

/** The refusal of a body above the limit. */
export function tooLarge(): BodyError {
  return new BodyError('body_too_large', 'the body is larger than limitBytes');
}
