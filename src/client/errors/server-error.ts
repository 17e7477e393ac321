import { ApiError } from './api-error.ts';

/** Thrown for an answer from 500 up. GET, PUT and DELETE were tried again; whether a POST was executed is not known. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}
