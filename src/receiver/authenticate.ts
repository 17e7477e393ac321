import { AuthenticationError } from '../errors/index.ts';
import { type HeadersInput, headerValues } from './headers.ts';
import type { Secret } from './secret-list.ts';
import type { SecretStore } from './secrets.ts';

/**
 * The secret that came with a call. Rejects with an `AuthenticationError` (401) when the header `secretHeader` (lower case) is
 * absent, there more than once or wrong, and with an `UnavailableError` (503) when that cannot be said yet.
 */
export async function authenticate(
  headers: HeadersInput,
  secretHeader: string,
  secrets: SecretStore,
): Promise<Secret> {
  const [value, ...others] = headerValues(headers, secretHeader);
  if (!value) throw new AuthenticationError('the header with the secret is missing');
  if (others.length > 0) throw new AuthenticationError('the header with the secret is there more than once');
  return secrets.identify(value);
}
