import { OptionsError } from '../../errors/index.ts';
import { readInteger, readOptions } from '../../options/index.ts';
import type { ApiCall, ApiRequest, Call, RequestOptions } from '../api-call.ts';
import { createRequest } from '../api-request.ts';
import { buildHeaders } from './build-headers.ts';
import { buildUrl } from './build-url.ts';
import { describePath } from './describe-path.ts';
import type { PreparedCall } from './make-attempt.ts';
import { prepareBody, TooLarge } from './prepare-body.ts';
import { runCall } from './run-call.ts';
import type { TransportSettings } from './settings.ts';

const KEYS: readonly (keyof RequestOptions)[] = [
  'signal',
  'timeoutMs',
  'deadlineMs',
  'maxRetries',
  'headers',
];

/** Makes the function that makes all calls of a client. What is wrong with a call rejects it with an `OptionsError`, before it is sent. */
export function createCall(settings: TransportSettings): Call {
  const call = <Answer>(wanted: ApiCall, options: RequestOptions = {}): ApiRequest<Answer> =>
    createRequest(async () => {
      checkOptions(options);
      const prepared = prepare(settings, wanted, options);
      const response = await runCall(settings, prepared, options, wanted.recover);
      return { ...response, data: response.data as Answer };
    });
  return Object.assign(call, { apiVersion: settings.apiVersion });
}

function prepare(settings: TransportSettings, call: ApiCall, options: RequestOptions): PreparedCall {
  const url = buildUrl(settings, call);
  const path = describePath(url, settings.baseUrl);
  try {
    const body = prepareBody(call);
    const headers = buildHeaders(options.headers, body.contentType);
    return {
      method: call.method,
      url,
      path,
      headers,
      body,
      timeoutMs: options.timeoutMs ?? settings.timeoutMs,
    };
  } catch (error) {
    throw error instanceof TooLarge ? error.toError(call.method, path) : error;
  }
}

function checkOptions(options: RequestOptions): void {
  readOptions(options, KEYS, 'a call');
  const { signal, timeoutMs, deadlineMs, maxRetries } = options;
  if (signal !== undefined && !isSignal(signal)) throw new OptionsError('signal must be an AbortSignal.');
  if (timeoutMs !== undefined) readInteger(timeoutMs, 'timeoutMs');
  if (deadlineMs !== undefined) readInteger(deadlineMs, 'deadlineMs');
  if (maxRetries !== undefined) readInteger(maxRetries, 'maxRetries', 0);
}

/** True for a signal of any realm. */
export function isSignal(value: unknown): value is AbortSignal {
  return typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value;
}
