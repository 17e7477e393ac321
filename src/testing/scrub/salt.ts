import { createHmac, randomBytes } from 'node:crypto';
import { OptionsError } from '../../errors/index.ts';

/** What is hashed together with everything private; see `ScrubOptions.salt`. */
export type Salt = string | Uint8Array;

/** A shorter salt is as good as none: it can be tried out. In characters or bytes. */
const MIN_SALT_LENGTH = 8;

let processSalt: Uint8Array | undefined;

/** `given`, or the salt of this process, made on the first call. Throws an `OptionsError` for one that is no salt or too short. */
export function readSalt(given: unknown): Salt {
  if (given === undefined) {
    processSalt ??= randomBytes(32);
    return processSalt;
  }
  const isSalt = typeof given === 'string' || given instanceof Uint8Array;
  if (!isSalt || given.length < MIN_SALT_LENGTH) {
    throw new OptionsError(`salt must be a text or bytes, at least ${MIN_SALT_LENGTH} of them.`);
  }
  return given;
}

/** Gives bytes that look random and depend on the salt and on `parts` alone: HMAC-SHA256, as many blocks as it takes. */
export type Draw = (parts: readonly (string | number)[], length: number) => Uint8Array;

/** The `Draw` of a salt. */
export function createDraw(salt: Salt): Draw {
  return (parts, length) => {
    const blocks: Uint8Array[] = [];
    for (let block = 0; block * 32 < length; block += 1) {
      const text = JSON.stringify([block, ...parts]);
      blocks.push(createHmac('sha256', salt).update(text).digest());
    }
    return Buffer.concat(blocks).subarray(0, length);
  };
}
