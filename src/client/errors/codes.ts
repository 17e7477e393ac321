/** The codes of the service with their status. Source: Part A, "Errors". */
export const statusOfCode = {
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

/** A code that the service is known to send. */
export type ServiceErrorCode = keyof typeof statusOfCode;

/**
 * A code of our own, where the service gives none: for an answer whose body has no code (`server_error` from 500 up; below, the one code of its
 * status, and where there are several `unexpected_status`), and for failures without such an answer.
 */
export type ClientErrorCode =
  | 'server_error'
  | 'unexpected_status'
  | 'unexpected_answer'
  | 'connection_failed'
  | 'attempt_timeout'
  | 'deadline_exceeded';

/** What a failed call can say. An editor completes the known codes; the service may send others. */
export type ApiErrorCode = ServiceErrorCode | ClientErrorCode | (string & {});
