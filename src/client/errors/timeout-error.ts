import { ApiError } from './api-error.ts';

/** Thrown when an attempt got no answer within `timeoutMs`. GET, PUT and DELETE were tried again; whether a POST was executed is not known. */
export class TimeoutError extends ApiError {
  override readonly name = 'TimeoutError';
}
