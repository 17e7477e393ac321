import type { ErrorRequestHandler, Response } from 'express';
import { describeError, type Logger } from '../../logger.ts';
import { ApiError } from '../world/index.ts';
import type { Trace, Traces } from './log/traces.ts';
import { RateLimitError } from './rate-limiter.ts';
import type { RouteAnswer } from './route.ts';

/** Answers with JSON, or with an empty body when there is none; breaks the connection instead when a fault loses the answer. */
export function sendAnswer(response: Response, trace: Trace, { status, body }: RouteAnswer): void {
  if (trace.dropsAnswer) {
    trace.finish();
    response.socket?.destroy();
    return;
  }
  trace.finish(status, body);
  if (body === undefined) response.status(status).end();
  else response.status(status).json(body);
}

/** Answers every error as the service does: `{error: {code, description}}`. Source: Part A, "Errors". */
export function createErrorHandler(traces: Traces, logger: Logger | undefined): ErrorRequestHandler {
  // Express knows the handler of errors by its four parameters.
  return (error: unknown, _request, response, _next) => {
    const refusal = toApiError(error);
    if (refusal instanceof RateLimitError) response.set('Retry-After', String(refusal.retryAfterS));
    if (refusal === undefined)
      logger?.error({ error: describeError(error) }, 'a call of the emulated API failed');
    const { status, code, message } = refusal ?? {
      status: 500,
      code: 'internal_error',
      message: error instanceof Error ? error.message : 'The emulator failed',
    };
    const body = { error: { code, description: message } };
    if (response.headersSent) response.destroy();
    else sendAnswer(response, traces.of(response), { status, body });
  };
}

/** Errors of Express and its body parser have a status; anything else but ours is a mistake of the emulator. */
function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const { status, message } = error as { readonly status?: unknown; readonly message?: unknown };
  if (status === 413) return new ApiError('request_entity_too_large', 'The body is too large');
  return typeof status === 'number' && status >= 400 && status < 500
    ? new ApiError('bad_request', String(message))
    : undefined;
}
