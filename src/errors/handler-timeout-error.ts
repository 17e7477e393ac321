import { SwitchhookError } from './switchhook-error.ts';

/** The failure of a handler that took longer than its `timeoutMs`. Its signal is aborted with this error as the reason; it is retried. */
export class HandlerTimeoutError extends SwitchhookError {
  override readonly name = 'HandlerTimeoutError';
  readonly code = 'handler_timeout';
}
