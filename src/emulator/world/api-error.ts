/** The codes of the service, with the status of each. Source: Part A, "Errors". */
export const apiErrorStatuses = {
  bad_request: 400,
  not_an_image: 400,
  payments_not_configured: 400,
  invalid_syntax: 400,
  invalid_auth: 401,
  unauthorized: 401,
  payment_required: 402,
  trial_expired: 402,
  forbidden: 403,
  not_found: 404,
  user_not_found: 404,
  app_not_found: 404,
  app_maker_not_found: 404,
  integration_not_found: 404,
  client_not_found: 404,
  menu_not_found: 404,
  conversation_not_found: 404,
  webhook_not_found: 404,
  processor_not_found: 404,
  message_not_found: 404,
  route_not_found: 404,
  conflict: 409,
  request_entity_too_large: 413,
  locked: 423,
  too_many_requests: 429,
} as const;

/** A code of the service. */
export type ApiErrorCode = keyof typeof apiErrorStatuses;

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
