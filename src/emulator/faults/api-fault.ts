import { OptionsError } from '../../errors/index.ts';
import { readInteger, readOptions } from '../../options/index.ts';
import { readFaultName } from './delivery-fault.ts';

/** What a refusal of the API says besides its status. */
interface Refusal {
  /** Default: one that the service has for the status. */
  readonly code?: string | undefined;
  /** The header `Retry-After`, in seconds or as a date. Default: no header. */
  readonly retryAfter?: number | string | undefined;
}

/**
 * What goes wrong with a call of the API.
 * - `status`: refused with that status and nothing done.
 * - `html`: refused with a page in place of JSON. Default status: 502.
 * - `latency`: answered `ms` later.
 * - `reset`: the connection is reset and nothing done.
 * - `timeout`: never answered, and nothing done.
 * - `dropAfterCommit`: all is done, then the connection is reset before the answer.
 */
export type ApiFault =
  | ({ readonly type: 'status'; readonly status: number } & Refusal)
  | { readonly type: 'html'; readonly status: number }
  | { readonly type: 'latency'; readonly ms: number }
  | { readonly type: 'reset' | 'timeout' | 'dropAfterCommit' };

/** A fault by its name alone, or with its details. `status` and `latency` need theirs. */
export type ApiAction =
  | 'html'
  | 'reset'
  | 'timeout'
  | 'dropAfterCommit'
  | ApiFault
  | { readonly type: 'html' };

const plainFaults = ['reset', 'timeout', 'dropAfterCommit'] as const;
/** The names of the faults of the API. */
export const apiFaultNames = ['status', 'html', 'latency', ...plainFaults] as const;

/** `action` as a fault. Throws an `OptionsError` with the nearest name, or for what is wrong in the details. */
export function readApiAction(action: unknown): ApiFault {
  const given = typeof action === 'string' ? { type: action } : action;
  const type = readFaultName((given as { type?: unknown } | null | undefined)?.type, apiFaultNames);
  const owner = `the action ${type}`;
  if (type === 'status') {
    const keys = ['type', 'status', 'code', 'retryAfter'];
    const { status, code, retryAfter } = readOptions(given, keys, owner);
    return {
      type,
      status: readErrorStatus(status),
      code: readText(code, 'action.code'),
      retryAfter:
        typeof retryAfter === 'number'
          ? readInteger(retryAfter, 'action.retryAfter', 0)
          : readText(retryAfter, 'action.retryAfter'),
    };
  }
  if (type === 'html') {
    const { status = 502 } = readOptions(given, ['type', 'status'], owner);
    return { type, status: readErrorStatus(status) };
  }
  if (type === 'latency') {
    const { ms } = readOptions(given, ['type', 'ms'], owner);
    return { type, ms: readInteger(ms, 'action.ms', 0) };
  }
  readOptions(given, ['type'], owner);
  return { type };
}

function readErrorStatus(status: unknown): number {
  if (typeof status === 'number' && Number.isInteger(status) && status >= 300 && status <= 599) return status;
  throw new OptionsError('action.status must be a status from 300 to 599.');
}

function readText(text: unknown, option: string): string | undefined {
  // a line end would end the header, or another way to write one would be refused by node:http at the time of the answer
  if (text === undefined || (typeof text === 'string' && /^[\x20-\x7e]+$/.test(text))) return text;
  throw new OptionsError(`${option} must be a text of one line in ASCII.`);
}
