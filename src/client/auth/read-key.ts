import { OptionsError } from '../../errors/index.ts';
import type { GivenOptions } from '../../options/index.ts';
import type { KeyScope } from './auth.ts';

/** The key id and the secret of `given`. Throws an `OptionsError` that never holds the secret. */
export function readKey({ keyId, secret }: GivenOptions, owner: string): { keyId: string; secret: string } {
  if (typeof keyId !== 'string' || !/^[\x21-\x39\x3b-\x7e]+$/.test(keyId)) {
    throw new OptionsError(
      `${owner}: keyId must be the id of an API key, such as app_5f3a6c1e9b1d4a0012ab34c0.`,
    );
  }
  if (typeof secret !== 'string' || secret.trim() === '') {
    throw new OptionsError(`${owner}: secret is missing: set the environment variable that it comes from.`);
  }
  if (!/^[\x21-\x7e]+$/.test(secret)) {
    throw new OptionsError(
      `${owner}: secret holds a blank or a character that no secret has: copy it again.`,
    );
  }
  if (keyId === secret) throw new OptionsError(`${owner}: keyId and secret are the same.`);
  return { keyId, secret };
}

/** What the key is for, by the beginning of its id; `undefined` for a form that we do not know. Source: Part A, "Authentication". */
export function scopeOf(keyId: string): KeyScope | undefined {
  if (keyId.startsWith('app_')) return 'app';
  return keyId.startsWith('act_') || keyId.startsWith('svc_') ? 'account' : undefined;
}
