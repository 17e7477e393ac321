import type { Method } from '../api-call.ts';

/** How an attempt failed, as far as it matters for another one. */
export type Failure =
  /** Nothing was sent: no connection came about. */
  | 'unsent'
  /** 429: nothing was executed. */
  | 'limited'
  /** From 500 up. */
  | 'server'
  | 'timeout'
  /** The connection ended before the whole answer had come. */
  | 'broken'
  /** 2xx with a body that cannot be read. */
  | 'unreadable'
  /** 409. */
  | 'conflict'
  /** 401. */
  | 'unauthorized'
  /** All the rest, 423 among it: a full conversation stays full. */
  | 'final';

const all: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
const repeatable: readonly Method[] = ['GET', 'PUT', 'DELETE'];

/** Which methods may be sent again. The service knows no idempotency keys, so a POST that may have been executed is not. */
const methodsToRepeat: Readonly<Record<Failure, readonly Method[]>> = {
  unsent: all,
  limited: all,
  server: repeatable,
  timeout: repeatable,
  broken: repeatable,
  unreadable: [],
  conflict: ['PUT', 'DELETE'],
  unauthorized: [],
  final: [],
};

const open: ReadonlySet<Failure> = new Set(['server', 'timeout', 'broken', 'unreadable']);

/** True when a call can be made again after `failure` and is not executed twice, or is harmless then. */
export function mayRepeat(failure: Failure, method: Method): boolean {
  return methodsToRepeat[failure].includes(method);
}

/** True when `failure` leaves open whether the call was executed. */
export function isOpen(failure: Failure): boolean {
  return open.has(failure);
}
