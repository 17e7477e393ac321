import { AuthenticationError } from '../errors/index.ts';
import type { Secret } from './secret-list.ts';
import type { SecretStore } from './secrets.ts';

/**
 * The secret that came with a call in a header with these `values`. Throws or rejects with an `AuthenticationError` (401) when the header is absent, there
 * more than once or wrong, and with an `UnavailableError` (503) when that cannot be said yet.
 */
export function authenticate(values: readonly string[], secrets: SecretStore): Secret | Promise<Secret> {
  const [value] = values;
  if (!value) throw new AuthenticationError('the header with the secret is missing');
  if (values.length > 1) throw new AuthenticationError('the header with the secret is there more than once');
  return secrets.identify(value);
}
