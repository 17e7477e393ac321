import { OptionsError } from '../../errors/index.ts';
import type { Auth } from './auth.ts';

/** Gives a token, for example one that the service issued, from where you keep it. */
export type TokenProvider = () => string | Promise<string>;

/**
 * Sends a token that `provider` gives. It is asked before the first call and kept; after an answer 401 it is asked again and the call is tried
 * once more. Calls at the same time share one question. What it throws fails the call. Throws an `OptionsError`.
 */
export function bearerAuth(provider: TokenProvider): Auth {
  if (typeof provider !== 'function') {
    throw new OptionsError('bearerAuth needs a function that gives the token.');
  }
  let asked: Promise<string> | undefined;
  let current = '';

  async function ask(): Promise<string> {
    const token: unknown = await provider();
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
      throw new OptionsError('the function given to bearerAuth must give a token without blanks.');
    }
    current = `Bearer ${token}`;
    return current;
  }

  return {
    scope: undefined,
    authorize() {
      if (asked === undefined) {
        const own = ask();
        asked = own;
        own.catch(() => {
          if (asked === own) asked = undefined;
        });
      }
      return asked;
    },
    renew(authorization) {
      // Another call may have asked already: then the new token is there.
      if (authorization === current) {
        asked = undefined;
        current = '';
      }
      return true;
    },
  };
}
