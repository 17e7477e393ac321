import { DeliveryError } from './delivery-error.ts';

/** What is wrong with a body. */
export type BodyErrorCode = 'body_malformed' | 'body_too_large' | 'body_encoding_unsupported';

const statuses: Record<BodyErrorCode, number> = {
  body_malformed: 400,
  body_too_large: 413,
  body_encoding_unsupported: 415,
};

/**
 * Thrown for a body that cannot be an event. `body_malformed` (400) is final: the same bytes fail again.
 * `body_too_large` (413) and `body_encoding_unsupported` (415) are tried again, so that a limit can be raised in time.
 */
export class BodyError extends DeliveryError {
  override readonly name = 'BodyError';
  readonly code: BodyErrorCode;
  readonly status: number;

  constructor(code: BodyErrorCode, message: string) {
    super(message);
    this.code = code;
    this.status = statuses[code];
  }
}
