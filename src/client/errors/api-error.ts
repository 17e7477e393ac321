import { SwitchhookError } from '../../errors/index.ts';
import type { Method } from '../api-call.ts';
import type { ApiErrorCode } from './codes.ts';

/** What an error of a call tells. */
export interface ApiErrorFields {
  readonly code: ApiErrorCode;
  readonly method: Method;
  readonly path: string;
  readonly attempts: number;
  readonly retryable: boolean;
  readonly status?: number | undefined;
  readonly description?: string | undefined;
  readonly headers?: Headers | undefined;
}

const brand: unique symbol = Symbol.for('switchhook.ApiError');

/**
 * A call of the API that failed, and the base of all classes for it. Of this class itself is only an answer whose status has none of its own.
 * The message holds no id, no text of the service, no header and no body, so it can be logged.
 */
export class ApiError extends SwitchhookError {
  override readonly name: string = 'ApiError';
  /** What went wrong, in the service's word or in ours. New values may come at any time. */
  readonly code: ApiErrorCode;
  /** Of the answer; `undefined` when none came. */
  readonly status: number | undefined;
  /** The service's explanation, when there is one. It may change at any time, and may quote what was sent. */
  readonly description: string | undefined;
  readonly method: Method;
  /** Without ids, which can be private, and without the query: `/v1.1/apps/{id}/appusers/{id}/messages`. */
  readonly path: string;
  /** How many attempts were made; 0 when the call was refused before the first. */
  readonly attempts: number;
  /** True when the same call can be made again without the danger that it is executed twice. */
  readonly retryable: boolean;
  readonly #headers: Headers | undefined;

  constructor(message: string, fields: ApiErrorFields) {
    super(message);
    this.code = fields.code;
    this.status = fields.status;
    this.description = fields.description;
    this.method = fields.method;
    this.path = fields.path;
    this.attempts = fields.attempts;
    this.retryable = fields.retryable;
    this.#headers = fields.headers;
  }

  /** Of the answer; `undefined` when none came. Not shown when the error is printed. */
  get headers(): Headers | undefined {
    return this.#headers;
  }

  static {
    // On the prototype, so that it is not printed. It tells our errors in both builds (ESM and CommonJS), whose classes differ.
    Object.defineProperty(ApiError.prototype, brand, { value: true });
  }
}

/** True for an `ApiError` of either build, whatever was thrown. */
export function hasBrand(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && (error as { [brand]?: unknown })[brand] === true;
}
