import { OptionsError } from '../../errors/index.ts';

/** Headers of the client that a caller cannot choose. */
const ownNames: readonly string[] = ['authorization', 'content-type'];

/** The headers of a call but for `authorization`. Throws an `OptionsError` that names a wrong header and never shows its value. */
export function buildHeaders(
  given: Readonly<Record<string, string>> | undefined,
  contentType: string | undefined,
): Headers {
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'switchhook' });
  for (const [name, value] of Object.entries(given ?? {})) {
    if (ownNames.includes(name.toLowerCase())) throw new OptionsError(`${name} is set by the client itself.`);
    try {
      headers.set(name, value);
    } catch {
      throw new OptionsError(`headers holds a name or a value that no header can have.`);
    }
  }
  if (contentType !== undefined) headers.set('content-type', contentType);
  return headers;
}

/** The headers of an attempt. Throws an `OptionsError` without the value, which the built-in one would quote. */
export function addAuthorization(headers: Headers, authorization: string): Headers {
  if (!/^[\x20-\x7e]+$/.test(authorization)) {
    throw new OptionsError('auth gives credentials that no header can carry.');
  }
  const all = new Headers(headers);
  all.set('authorization', authorization);
  return all;
}
