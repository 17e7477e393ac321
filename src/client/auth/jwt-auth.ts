import { type Clock, systemClock } from '../../clock.ts';
import { OptionsError } from '../../errors/index.ts';
import { hasMethods, readInteger, readOptions } from '../../options/index.ts';
import type { Auth, KeyScope } from './auth.ts';
import type { ApiKey } from './basic-auth.ts';
import { readKey, scopeOf } from './read-key.ts';
import { signToken } from './sign-token.ts';

/** Options of `jwtAuth`. */
export interface JwtAuthOptions extends ApiKey {
  /** `app` is signed with the key of an app, `account` with one of an account or a service account. */
  readonly scope: KeyScope;
  /** How long a token lives, in seconds; a new one is signed before it ends. Default: tokens without an end, one for all calls. */
  readonly expiresInSeconds?: number | undefined;
  /** Default: the system's. */
  readonly clock?: Pick<Clock, 'now'> | undefined;
}

/** So long before its end a token is replaced, in seconds; for short ones half their life. It covers the way to the service and a clock that is slow. */
const RENEWAL_SECONDS = 60;

/**
 * Sends a JSON Web Token, which shows that the secret is known and does not hold it. Throws an `OptionsError`. Source: Part A, "Authentication"; `exp`
 * is not in it, but in the service's public documentation.
 */
export function jwtAuth(options: JwtAuthOptions): Auth {
  const given = readOptions(options, ['keyId', 'secret', 'scope', 'expiresInSeconds', 'clock'], 'jwtAuth');
  const { keyId, secret } = readKey(given, 'jwtAuth');
  const { scope, expiresInSeconds, clock = systemClock } = options;
  checkScope(scope, keyId);
  if (!hasMethods(clock, ['now'])) throw new OptionsError('jwtAuth: clock must have now.');
  const lifeSeconds =
    expiresInSeconds === undefined ? undefined : readInteger(expiresInSeconds, 'expiresInSeconds');

  let authorization = '';
  let renewAtMs = Number.NEGATIVE_INFINITY;
  return {
    scope,
    authorize() {
      if (clock.now() < renewAtMs) return authorization;
      const exp = lifeSeconds === undefined ? undefined : Math.floor(clock.now() / 1000) + lifeSeconds;
      authorization = `Bearer ${signToken(keyId, secret, { scope, ...(exp !== undefined && { exp }) })}`;
      const marginSeconds = Math.min(RENEWAL_SECONDS, (lifeSeconds ?? 0) / 2);
      renewAtMs = exp === undefined ? Number.POSITIVE_INFINITY : (exp - marginSeconds) * 1000;
      return authorization;
    },
    renew: () => false,
  };
}

function checkScope(scope: unknown, keyId: string): void {
  if (scope !== 'app' && scope !== 'account') {
    throw new OptionsError(
      'jwtAuth: scope must be app or account; for the login of a user there is signUserToken.',
    );
  }
  const known = scopeOf(keyId);
  if (known !== undefined && known !== scope) {
    throw new OptionsError(`jwtAuth: scope must be ${known} with this keyId, or the key another one.`);
  }
}
