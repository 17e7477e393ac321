import { type Clock, systemClock } from '../clock.ts';
import { OptionsError } from '../errors/index.ts';
import { createDefaultLogger, describeError, guardLogger, type Logger } from '../logger.ts';
import { hasMethods, readInteger, readOptions } from '../options/index.ts';
import type { DeliveryQueue } from '../queue/index.ts';
import type { Router } from '../router/index.ts';
import { type Backoff, type BackoffOptions, createBackoff, guardBackoff } from './backoff.ts';

/** Options of `createWorker`. */
export interface WorkerOptions {
  /** Where the deliveries come from. */
  readonly queue: DeliveryQueue;
  /** Knows the handlers. It may get more of them later. */
  readonly router: Router;
  /** How many deliveries are handled at the same time. Default: 20. */
  readonly concurrency?: number;
  /** How often a handler is run before its failure is final. A handler's own `attempts` goes first. Default: 5. */
  readonly attempts?: number;
  /**
   * The wait before a retry: `{ baseMs, capMs }` for exponential backoff with full jitter, or a function of the attempt (from 1) that gives
   * milliseconds. Default: `{ baseMs: 1_000, capMs: 300_000 }`.
   */
  readonly backoff?: BackoffOptions | Backoff;
  /** How long one run of a handler may take, in milliseconds. A handler's own `timeoutMs` goes first. Default: 60,000. */
  readonly handlerTimeoutMs?: number;
  /** Default: pino, at the level named by `LOG_LEVEL`. */
  readonly logger?: Logger;
  /** Default: the system's clock. */
  readonly clock?: Clock;
}

/** The options of a worker, checked and complete. */
export interface WorkerSettings extends Required<Omit<WorkerOptions, 'backoff'>> {
  readonly backoff: Backoff;
}

const knownOptions = [
  'queue',
  'router',
  'concurrency',
  'attempts',
  'backoff',
  'handlerTimeoutMs',
  'logger',
  'clock',
] as const satisfies readonly (keyof WorkerOptions)[];

/** Checks the options of a worker and fills in the defaults. Throws an `OptionsError` for the first that is wrong. */
export function readWorkerOptions(options: WorkerOptions): WorkerSettings {
  readOptions(options, knownOptions, 'createWorker');
  const { queue, router, concurrency = 20, attempts = 5, backoff = {}, handlerTimeoutMs = 60_000 } = options;
  const { logger = createDefaultLogger(), clock = systemClock } = options;
  checkMethods(queue, ['consume'], 'queue must be a queue, as createMemoryQueue makes one.');
  checkMethods(router, ['match'], 'router must be a router, as createRouter makes one.');
  checkMethods(logger, ['debug', 'info', 'warn', 'error'], 'logger must have debug, info, warn and error.');
  checkMethods(clock, ['now', 'schedule'], 'clock must have now and schedule.');
  return {
    queue,
    router,
    concurrency: readInteger(concurrency, 'concurrency'),
    attempts: readInteger(attempts, 'attempts'),
    backoff: readBackoff(backoff, logger),
    handlerTimeoutMs: readInteger(handlerTimeoutMs, 'handlerTimeoutMs'),
    logger: guardLogger(logger),
    clock,
  };
}

function checkMethods(value: unknown, methods: readonly string[], complaint: string): void {
  if (!hasMethods(value, methods)) throw new OptionsError(complaint);
}

function readBackoff(backoff: BackoffOptions | Backoff, logger: Logger): Backoff {
  if (typeof backoff === 'function') {
    const warn = (error: unknown) => {
      logger.warn({ error: describeError(error) }, 'backoff gave no wait: the default is used');
    };
    return guardBackoff(backoff, warn, Math.random);
  }
  readOptions(backoff, ['baseMs', 'capMs'], 'backoff');
  if (backoff.baseMs !== undefined) readInteger(backoff.baseMs, 'backoff.baseMs');
  if (backoff.capMs !== undefined) readInteger(backoff.capMs, 'backoff.capMs');
  return createBackoff(backoff, Math.random);
}
