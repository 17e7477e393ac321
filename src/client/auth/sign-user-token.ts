import { systemClock } from '../../clock.ts';
import { OptionsError } from '../../errors/index.ts';
import { readInteger, readOptions } from '../../options/index.ts';
import type { ApiKey } from './basic-auth.ts';
import type { JwtAuthOptions } from './jwt-auth.ts';
import { readKey, scopeOf } from './read-key.ts';
import { signToken } from './sign-token.ts';

/** Options of `signUserToken`. */
export interface UserTokenOptions extends ApiKey {
  /** The id that you chose for the user. */
  readonly userId: string;
  /** How long the token is good for, in seconds. Default: it has no end. */
  readonly expiresInSeconds?: number | undefined;
  /** Default: the system's. */
  readonly clock?: JwtAuthOptions['clock'];
}

/**
 * A token with which a web or mobile SDK logs this user in: scope `appUser`, signed with the key of an app. Not for calls of the API. Throws an
 * `OptionsError`. Source: not in Part A; the service's public documentation.
 */
export function signUserToken(options: UserTokenOptions): string {
  const given = readOptions(
    options,
    ['keyId', 'secret', 'userId', 'expiresInSeconds', 'clock'],
    'signUserToken',
  );
  const { keyId, secret } = readKey(given, 'signUserToken');
  const { userId, expiresInSeconds, clock = systemClock } = options;
  if (scopeOf(keyId) === 'account')
    throw new OptionsError('signUserToken: keyId must be that of an app key.');
  // The service rejects a number.
  if (typeof userId !== 'string' || userId === '') {
    throw new OptionsError('signUserToken: userId must be a text.');
  }
  if (expiresInSeconds === undefined) return signToken(keyId, secret, { scope: 'appUser', userId });
  const exp = Math.floor(clock.now() / 1000) + readInteger(expiresInSeconds, 'expiresInSeconds');
  return signToken(keyId, secret, { scope: 'appUser', userId, exp });
}
