import type { Logger } from '../../logger.ts';
import type { Method } from '../api-call.ts';

/** A call, as a hook and the log are told of it: without ids, query, headers and body. */
export interface CallEvent {
  readonly method: Method;
  /** With `{id}` in place of ids. */
  readonly path: string;
  /** The number of the attempt, from 1; 0 for a call that failed before its first. */
  readonly attempt: number;
}

/** An answer came, whatever its status. */
export interface ResponseEvent extends CallEvent {
  readonly status: number;
  /** From the beginning of the attempt until the whole answer was there, in milliseconds. */
  readonly durationMs: number;
}

/** An attempt failed, and there will be another. */
export interface RetryEvent extends CallEvent {
  readonly error: Error;
  /** How long the call waits before, in milliseconds. */
  readonly delayMs: number;
}

/** The call failed for good. */
export interface ErrorEvent extends CallEvent {
  /** As it is thrown: an `ApiError`, the reason of your signal, or what a function of yours threw. */
  readonly error: unknown;
  /** Of the whole call with its waits, in milliseconds. */
  readonly durationMs: number;
}

/** Functions that are told of calls, for metrics and traces. They may be async; what they throw or reject with harms no call. */
export interface Hooks {
  readonly onRequest?: ((event: CallEvent) => unknown) | undefined;
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
  readonly onError?: ((event: ErrorEvent) => unknown) | undefined;
}

/** Tells hooks and log. Never throws. */
export interface Watch {
  request(event: CallEvent): void;
  response(event: ResponseEvent): void;
  retry(event: RetryEvent): void;
  error(event: ErrorEvent): void;
}

/** Makes a watch. Each event is a line of the log at level debug; of errors only their name and code are written. */
export function createWatch(hooks: Hooks, logger: Logger | undefined): Watch {
  const tell =
    <Event extends object>(hook: ((event: Event) => unknown) | undefined, message: string) =>
    (event: Event): void => {
      if (hook !== undefined) shield(() => hook.call(hooks, event));
      if (logger !== undefined) shield(() => logger.debug(toFields(event), message));
    };
  return {
    request: tell(hooks.onRequest, 'the API is called'),
    response: tell(hooks.onResponse, 'the API answered'),
    retry: tell(hooks.onRetry, 'the call of the API is tried again'),
    error: tell(hooks.onError, 'the call of the API failed'),
  };
}

function toFields(event: object): object {
  if (!('error' in event)) return event;
  const { error, ...rest } = event;
  if (typeof error !== 'object' || error === null) return rest;
  const { name, code } = error as { name?: unknown; code?: unknown };
  return {
    ...rest,
    ...(typeof name === 'string' && { error: name.slice(0, 100) }),
    ...(typeof code === 'string' && { code: code.slice(0, 100) }),
  };
}

function shield(run: () => unknown): void {
  const call = async () => await run();
  call().catch(() => {
    // there is no place to say so: a hook is not part of the call
  });
}
