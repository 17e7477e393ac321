import { readOptions } from '../../options/index.ts';
import type { Auth } from './auth.ts';
import { readKey, scopeOf } from './read-key.ts';

/** An API key: what `basicAuth`, `jwtAuth` and `signUserToken` need. `undefined` is in the types for `process.env`, and throws. */
export interface ApiKey {
  /** Begins with `app_`, `act_` or `svc_`. */
  readonly keyId: string | undefined;
  readonly secret: string | undefined;
}

/**
 * Sends the key id and the secret themselves (Basic authentication), which is what the service recommends for most uses. Throws an
 * `OptionsError`. Source: Part A, "Authentication".
 */
export function basicAuth(key: ApiKey): Auth {
  const { keyId, secret } = readKey(readOptions(key, ['keyId', 'secret'], 'basicAuth'), 'basicAuth');
  const authorization = `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`;
  return { scope: scopeOf(keyId), authorize: () => authorization, renew: () => false };
}
