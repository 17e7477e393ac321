import type { ErrorRequestHandler } from 'express';
import { OptionsError } from '../../errors/index.ts';
import { describeError, type Logger } from '../../logger.ts';
import { ApiError } from '../world/index.ts';

/** Thrown where the control refuses: answered as `{error: {description}}` with its status. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;

  constructor(status: number, description: string) {
    super(description);
    this.status = status;
  }
}

/** Answers every error as `{error: {description}}`: what makes no sense with 400, what the API would refuse with its status. */
export function createErrorHandler(logger: Logger | undefined): ErrorRequestHandler {
  // Express knows the handler of errors by its four parameters.
  return (error: unknown, _request, response, _next) => {
    const status = statusOf(error);
    if (status === 500) logger?.error({ error: describeError(error) }, 'the control of the emulator failed');
    const description = error instanceof Error ? error.message : 'The emulator failed.';
    if (response.headersSent) response.destroy();
    else response.status(status).json({ error: { description } });
  };
}

function statusOf(error: unknown): number {
  if (error instanceof OptionsError) return 400;
  if (error instanceof ControlError || error instanceof ApiError) return error.status;
  // Those of Express' parsers and of its decoding of paths.
  const { status } = error as { readonly status?: unknown };
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
