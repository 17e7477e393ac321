import { SwitchhookError } from './switchhook-error.ts';

/** Thrown at creation or registration when an option is missing or wrong. The message says what to change. */
export class OptionsError extends SwitchhookError {
  override readonly name = 'OptionsError';
  readonly code = 'invalid_options';
}
