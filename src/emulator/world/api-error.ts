import { statusOfCode as apiErrorStatuses, type ServiceErrorCode } from '../../client/errors/codes.ts';

/** The codes of the service, with the status of each, as the client knows them. Source: Part A, "Errors". */
export { apiErrorStatuses };

/** A code of the service. */
export type ApiErrorCode = ServiceErrorCode;

/** Thrown wherever a call of the API is refused; answered as `{error: {code, description}}` with the status of its code. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number;

  constructor(code: ApiErrorCode, description: string) {
    super(description);
    this.code = code;
    this.status = apiErrorStatuses[code];
  }
}
