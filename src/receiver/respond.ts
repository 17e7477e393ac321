import type { DeliveryError } from '../errors/index.ts';

/** An answer, for whatever host. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** When the service may try again after a 503, in seconds. A hint: it has a schedule of its own. */
const RETRY_AFTER_SECONDS = 10;

/** Refusals after which the connection is not worth keeping: the caller is unwelcome, still sending, or to go elsewhere. */
const closing = new Set(['authentication_failed', 'body_too_large', 'draining']);

/** The answer to a `HEAD`: the service probes a target so, without a secret, before it stores a webhook. */
export function probed(): Answer {
  return { status: 200, headers: { 'content-length': '0' }, body: '' };
}

/** The 200 that ends a delivery for the service. */
export function acknowledged(outcome: keyof typeof acknowledgements): Answer {
  return acknowledgements[outcome];
}

/** The answer that belongs to an error of ours: its status and its code. */
export function refused(error: DeliveryError & { readonly code: string }): Answer {
  return makeAnswer(
    error.status,
    { error: error.code },
    {
      ...(error.status === 405 && { allow: 'POST, HEAD' }),
      ...(error.status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
      ...(closing.has(error.code) && { connection: 'close' }),
    },
  );
}

/** The answer to a mistake of ours. The id stands in the log too, and nothing else is told. */
export function failed(correlationId: string): Answer {
  return makeAnswer(500, { error: 'internal_error', correlationId });
}

/** The same answer for a `HEAD`, which takes no body. */
export function withoutBody({ status, headers }: Answer): Answer {
  const { 'content-type': _, ...others } = headers;
  return { status, headers: { ...others, 'content-length': '0' }, body: '' };
}

function makeAnswer(status: number, content: object, headers: Record<string, string> = {}): Answer {
  const body = JSON.stringify(content);
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    },
    body,
  };
}

/** Made once: nearly every call is answered with one of these. */
const acknowledgements = {
  queued: makeAnswer(200, { outcome: 'queued' }),
  duplicate: makeAnswer(200, { outcome: 'duplicate' }),
  ignored: makeAnswer(200, { outcome: 'ignored' }),
} as const;
