import { DeliveryError } from '../errors/index.ts';
import { loggable } from '../events/index.ts';
import { describeError, type Logger } from '../logger.ts';
import type { Findings } from './receive.ts';
import { labelsOf } from './to-delivery.ts';

/** The end of a call, as it is logged. */
export interface CallEnd {
  /** What became of the delivery, or the code of the error. */
  readonly outcome: string;
  readonly status: number;
  readonly durationMs: number;
  readonly error?: unknown;
  readonly correlationId?: string;
}

/** Writes the one line of a call: nothing of its headers and its body but the names that we know. */
export function logCall(logger: Logger, found: Findings, { error, ...end }: CallEnd): void {
  const fields = { ...describeFindings(found), ...end, ...(error !== undefined && describe(error, found)) };
  if (end.status === 500) logger.error(fields, 'call failed');
  else if (end.status >= 400) logger.warn(fields, 'call refused');
  else if (end.outcome === 'probed') logger.debug(fields, 'target probed');
  else logger.info(fields, 'call acknowledged');
}

function describeFindings({ secret, parsed, delivery }: Findings): object {
  return {
    ...(parsed && loggable(labelsOf(parsed))),
    ...(delivery && { key: delivery.key }),
    ...(secret && { webhook: secret.name }),
  };
}

/** The error, and what it was made of: a driver's failure is the cause of our `QueueError`. A refusal is no fault, and needs no stack. */
function describe(error: unknown, { parsed }: Findings): object {
  const cause = error instanceof Error ? error.cause : undefined;
  const { stack, ...described } = describeError(error, parsed?.payload);
  return {
    error: error instanceof DeliveryError || stack === undefined ? described : { ...described, stack },
    ...(cause !== undefined && { cause: describeError(cause, parsed?.payload) }),
  };
}
