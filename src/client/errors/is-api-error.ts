import { type ApiError, hasBrand } from './api-error.ts';
import type { ApiErrorCode } from './codes.ts';
import type { ConnectionError } from './connection-error.ts';
import type { RateLimitError } from './rate-limit-error.ts';

/** The error that carries code `Code`. */
export type ApiErrorWith<Code extends ApiErrorCode> = (Code extends 'too_many_requests'
  ? RateLimitError
  : Code extends 'connection_failed'
    ? ConnectionError
    : ApiError) & { readonly code: Code };

/**
 * True for a failed call of the API, and with `code` for one with that code alone. Works for errors of either build (ESM or CommonJS), which
 * `instanceof` does not.
 */
export function isApiError(error: unknown): error is ApiError;
export function isApiError<const Code extends ApiErrorCode>(
  error: unknown,
  code: Code,
): error is ApiErrorWith<Code>;
export function isApiError(error: unknown, code?: ApiErrorCode): boolean {
  return hasBrand(error) && (code === undefined || error.code === code);
}
