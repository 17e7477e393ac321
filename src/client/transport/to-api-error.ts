import {
  ApiError,
  type ApiErrorFields,
  AuthError,
  BadRequestError,
  ConflictError,
  ForbiddenError,
  LockedError,
  NotFoundError,
  PaymentRequiredError,
  RateLimitError,
  ServerError,
  statusOfCode,
  TooLargeError,
} from '../errors/index.ts';
import type { Failure } from './retry-rules.ts';

const classes = {
  400: BadRequestError,
  401: AuthError,
  402: PaymentRequiredError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: TooLargeError,
  423: LockedError,
} as const;

/** What an answer with this status means for another attempt. */
export function failureOf(status: number): Failure {
  if (status >= 500) return 'server';
  if (status === 401) return 'unauthorized';
  if (status === 409) return 'conflict';
  return status === 429 ? 'limited' : 'final';
}

/** The error of an answer: its class by status, whatever the code is, since new codes may come at any time. */
export function toApiError(
  fields: Omit<ApiErrorFields, 'code' | 'status'> & { readonly status: number },
  code: string | undefined,
  retryAfterMs: number | undefined,
): ApiError {
  const { status, method, path } = fields;
  const own = code ?? codeOf(status);
  const message = `${method} ${path} was answered ${status} ${own}`;
  const all = { ...fields, code: own };
  if (status === 429) return new RateLimitError(message, all, retryAfterMs);
  if (status >= 500) return new ServerError(message, all);
  const Class = Object.hasOwn(classes, status) ? classes[status as keyof typeof classes] : ApiError;
  return new Class(message, all);
}

/** The code of an answer that has none, as a proxy's: that of its status, where there is one alone. */
function codeOf(status: number): string {
  if (status >= 500) return 'server_error';
  const [only, ...others] = Object.entries(statusOfCode).filter(([, own]) => own === status);
  return only === undefined || others.length > 0 ? 'unexpected_status' : only[0];
}
