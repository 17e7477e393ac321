import type { Method, WithResponse } from '../api-call.ts';
import {
  type ApiError,
  type ApiErrorFields,
  ConnectionError,
  TimeoutError,
  UnexpectedAnswerError,
} from '../errors/index.ts';
import { addAuthorization } from './build-headers.ts';
import { type Lifetime, openLifetime } from './lifetime.ts';
import { maskCredentials } from './mask-credentials.ts';
import type { PreparedBody } from './prepare-body.ts';
import { readAnswer } from './read-answer.ts';
import { readFailure } from './read-failure.ts';
import { readRetryAfter } from './retry-after.ts';
import { type Failure, mayRepeat } from './retry-rules.ts';
import type { TransportSettings } from './settings.ts';
import { failureOf, toApiError } from './to-api-error.ts';

/** A call that is ready to be sent. */
export interface PreparedCall {
  readonly method: Method;
  readonly url: string;
  /** The path without ids. */
  readonly path: string;
  /** Without `authorization`. */
  readonly headers: Headers;
  readonly body: PreparedBody;
  readonly timeoutMs: number;
}

/** How an attempt ended. */
export type Outcome =
  | { readonly answer: WithResponse<object> }
  | {
      readonly failure: Failure;
      readonly error: ApiError;
      /** As the service wishes, in milliseconds. */
      readonly retryAfterMs: number | undefined;
      /** What was sent, where the service refused it. */
      readonly authorization: string;
    };

/**
 * Makes attempt number `attempt` (from 1) of a call. Rejects with the reason of `life` when that ends, and with what the caller's own functions throw:
 * the token's provider, the maker of the form.
 */
export async function makeAttempt(
  settings: TransportSettings,
  call: PreparedCall,
  attempt: number,
  life: Lifetime,
): Promise<Outcome> {
  const { auth, clock, watch } = settings;
  const { method, path } = call;
  const own = openLifetime(clock, call.timeoutMs, [life.signal]);
  const startedAtMs = clock.now();
  let sent = false;
  let authorization = '';

  const describe = (failure: Failure): Omit<ApiErrorFields, 'code'> => ({
    method,
    path,
    attempts: attempt,
    retryable: mayRepeat(failure, method),
  });
  const fail = (failure: Failure, error: ApiError, retryAfterMs?: number): Outcome => ({
    failure,
    error,
    retryAfterMs,
    authorization,
  });

  function readResponse(response: Response, text: string): Outcome {
    const { status, headers } = response;
    watch.response({ method, path, attempt, status, durationMs: clock.now() - startedAtMs });
    const read = readAnswer(status, headers.get('content-type'), text);
    if (read.kind === 'data') return { answer: { data: read.data, status, headers, attempts: attempt } };
    const mask = (given: string | undefined) =>
      given === undefined ? undefined : maskCredentials(given, authorization);
    if (read.kind === 'error') {
      const failure = failureOf(status);
      const retryAfterMs =
        status === 429 || status === 503 ? readRetryAfter(headers, clock.now()) : undefined;
      const fields = { ...describe(failure), status, headers, description: mask(read.description) };
      return fail(failure, toApiError(fields, mask(read.code), retryAfterMs), retryAfterMs);
    }
    const failure = response.ok ? 'unreadable' : 'final';
    const fields = { ...describe(failure), code: 'unexpected_answer', status, headers };
    const hint = response.ok ? '' : ', which is not followed: credentials never leave for another place';
    return fail(
      failure,
      new UnexpectedAnswerError(`${method} ${path} was answered with ${read.fault}${hint}`, fields),
    );
  }

  try {
    authorization = await own.bound(auth.authorize());
    const body = await own.bound(call.body.make());
    const headers = addAuthorization(call.headers, authorization);
    watch.request({ method, path, attempt });
    sent = true;
    const response = await own.bound(
      settings.fetch(call.url, {
        method,
        headers,
        body: body ?? null,
        redirect: 'manual',
        signal: own.signal,
      }),
    );
    return readResponse(response, await own.bound(response.text()));
  } catch (error) {
    if (life.signal.aborted) throw life.signal.reason;
    if (own.signal.aborted) {
      const failure = sent ? 'timeout' : 'unsent';
      const fields = { ...describe(failure), code: 'attempt_timeout' };
      const message = `${method} ${path} got no answer within ${call.timeoutMs} ms`;
      return fail(failure, new TimeoutError(message, fields));
    }
    if (!sent) throw error;
    const { reason, unsent } = readFailure(error);
    const failure = unsent ? 'unsent' : 'broken';
    const fields = { ...describe(failure), code: 'connection_failed' };
    const what = unsent ? 'found no connection' : 'got no whole answer';
    return fail(failure, new ConnectionError(`${method} ${path} ${what} (${reason})`, fields, reason));
  } finally {
    own.close();
  }
}
