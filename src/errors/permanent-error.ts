import { SwitchhookError } from './switchhook-error.ts';

/** Thrown by a handler to say that trying again cannot help: its retries end at once and the delivery becomes a dead letter. */
export class PermanentError extends SwitchhookError {
  override readonly name = 'PermanentError';
  readonly code = 'permanent_failure';
}

/** True for a `PermanentError` of either build (ESM or CommonJS). */
export function isPermanentError(error: unknown): error is PermanentError {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'permanent_failure';
}
