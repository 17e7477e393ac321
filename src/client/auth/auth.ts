/** Whose key it is: an app's, or an account's, which needs the app's id in the path. Source: Part A, "Authentication". */
export type KeyScope = 'app' | 'account';

/**
 * Credentials of a client: made by `basicAuth`, `jwtAuth` or `bearerAuth`. Printed or turned into JSON it shows no secret, and no token.
 */
export interface Auth {
  /** What the credentials are for, where that is known. */
  readonly scope: KeyScope | undefined;
  /** The value of the `authorization` header. */
  authorize(): string | Promise<string>;
  /** Told that `authorization` was answered 401. True when there may be a better one now, with which to try once more. */
  renew(authorization: string): boolean;
}
