import type { Delivery } from '../delivery.ts';
import {
  acceptedEvent,
  isVersion,
  loggable,
  type ParsedEvent,
  type PayloadIssue,
  parseEvent,
  schemasRevision,
} from '../events/index.ts';
import { describeError } from '../logger.ts';
import type { HandlerFailure, Lease, Settlement } from '../queue/index.ts';
import { type DeliveryRun, type Registration, runHandlers } from '../router/index.ts';
import { deliveryFields } from './log-fields.ts';
import type { WorkerSettings } from './options.ts';
import { settle } from './settle.ts';

/** How a run ended: what the queue is told, with what the worker reports when the queue has recorded that. */
export type RunOutcome = Settlement & {
  /** False when no handler that is still to run wanted the event. */
  readonly wanted: boolean;
  readonly durationMs: number;
};

/**
 * Runs the handlers of one delivery and says what is to become of it. Never rejects, and resolves at once when the lease's signal is
 * aborted. A payload that other schemas accepted is parsed again, so that a replay meets those of today.
 */
export async function runDelivery(lease: Lease, settings: WorkerSettings): Promise<RunOutcome> {
  const { clock } = settings;
  const startedMs = clock.now();
  const end = (settlement: Settlement, wanted = true): RunOutcome => {
    // No spread: V8 takes a microsecond for one.
    return Object.assign(settlement, { wanted, durationMs: clock.now() - startedMs });
  };
  if (lease.signal.aborted) return end({ outcome: 'handBack' });
  const parsed = parseAgain(lease.delivery, settings);
  if (parsed.kind === 'refused') return end(refused(parsed.issues));
  const handlers = leaveOut(lease.failures, settings.router.match(parsed));
  const known = await readCheckpoints(lease, handlers, settings);
  if ('outcome' in known) return end(known);
  const results = await runHandlers(handlers, makeRun(lease, parsed.event, known, settings));
  const wanted = results.some(({ outcome }) => outcome !== 'unwanted');
  const { attempts, backoff } = settings;
  return end(settle(results, lease, { attempts, backoff, nowMs: clock.now() }), wanted);
}

/** The handlers without those that failed for good in an earlier run. */
function leaveOut(
  failures: readonly HandlerFailure[],
  matched: readonly Registration[],
): readonly Registration[] {
  if (failures.length === 0) return matched;
  const over = new Set(failures.filter(({ final }) => final).map(({ handler }) => handler));
  return matched.filter(({ name }) => !over.has(name));
}

function refused(issues: readonly PayloadIssue[]): Settlement {
  return { outcome: 'dead', reason: 'refused', failures: [], issues };
}

/**
 * What `parseEvent` says, in the version that the receiver read the body as. Where it throws, the body counts as refused. What these very schemas
 * accepted in the receiver is not asked again.
 */
function parseAgain(delivery: Delivery, { logger }: WorkerSettings): ParsedEvent | Refusal {
  const { version, payload, acceptedBy } = delivery;
  if (acceptedBy === schemasRevision && isVersion(version)) return acceptedEvent(payload, version);
  try {
    return parseEvent(delivery.payload, isVersion(version) ? { defaultVersion: version } : {});
  } catch (error) {
    const described = describeError(error, delivery.payload);
    logger.error({ ...deliveryFields(delivery), error: described }, 'a payload could not be parsed');
    const issue = { path: '', code: 'parse_failed', message: 'the payload could not be parsed' };
    return { kind: 'refused', issues: [issue] };
  }
}

interface Refusal {
  readonly kind: 'refused';
  readonly issues: readonly PayloadIssue[];
}

/**
 * The checkpoints of all earlier runs. They are read in every run that has handlers: a replayed dead letter looks like a first run, and one
 * short read costs less than a handler that repeats. A run that cannot read them is put off, never given up: nothing was tried yet.
 */
async function readCheckpoints(
  lease: Lease,
  handlers: readonly Registration[],
  { backoff, logger }: WorkerSettings,
): Promise<ReadonlyMap<string, string> | Settlement> {
  if (handlers.length === 0) return new Map();
  try {
    const read = lease.readCheckpoints();
    if (!(read instanceof Promise)) return read;
    const takenBack = new Promise<Settlement>((resolve) => {
      lease.signal.addEventListener('abort', () => resolve({ outcome: 'handBack' }));
    });
    return await Promise.race([read, takenBack]);
  } catch (error) {
    const described = describeError(error, lease.delivery.payload);
    logger.warn(
      { ...deliveryFields(lease.delivery), error: described },
      'checkpoints could not be read: no handler was started',
    );
    return { outcome: 'retry', delayMs: backoff(lease.attempt), failures: lease.failures };
  }
}

function makeRun(
  lease: Lease,
  event: unknown,
  known: ReadonlyMap<string, string>,
  { handlerTimeoutMs, logger, clock }: WorkerSettings,
): DeliveryRun {
  const { key, receivedAtMs, webhook } = lease.delivery;
  return {
    event,
    delivery: { key, receivedAtMs, webhook, attempt: lease.attempt, redelivered: lease.redelivered },
    trigger: loggable(lease.delivery).trigger,
    signal: lease.signal,
    timeoutMs: handlerTimeoutMs,
    checkpoints: {
      known,
      write: (name, value) => lease.writeCheckpoint(name, value),
      note: (name, value) => lease.noteCheckpoint(name, value),
    },
    settles: lease.failures.length === 0,
    logger,
    clock,
  };
}
