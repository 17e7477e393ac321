import { setImmediate } from 'node:timers';
import { type Clock, systemClock } from '../clock.ts';
import type { Delivery } from '../delivery.ts';
import { OptionsError, QueueError } from '../errors/index.ts';
import { createDefaultLogger, type Logger } from '../logger.ts';
import { readInteger, readOptions } from '../options/index.ts';
import type {
  ConsumeOptions,
  Consumption,
  DeadLetter,
  DeadLetters,
  DeliveryQueue,
  EnqueueResult,
  HandlerFailure,
  ProcessDelivery,
  QueueCounts,
  QueueHealth,
  Settlement,
} from './delivery-queue.ts';
import { KeyLedger } from './key-ledger.ts';
import { MemoryConsumer } from './memory-consumer.ts';
import { MemoryDeadLetters } from './memory-dead-letters.ts';
import { createRecord, type MemoryRecord } from './memory-record.ts';
import { ALARM_AGE_MS, describeWaiting } from './waiting-age.ts';

/** Options of `createMemoryQueue`. */
export interface MemoryQueueOptions {
  /** The most deliveries that wait or run at once; beyond it `enqueue` rejects and the service tries again. Default: 10,000. */
  readonly maxLength?: number;
  /** Allows `NODE_ENV=production`, where what is queued dies with the process. Default: false. */
  readonly allowInProduction?: boolean;
  /** `health` gives a reason once a delivery has waited longer than this, in milliseconds. Default: 60,000. */
  readonly alarmAgeMs?: number;
  /** Default: pino. */
  readonly logger?: Logger;
  /** Default: the system's clock. */
  readonly clock?: Clock;
}

/** The memory driver: the queue with more to see for tests. */
export interface MemoryQueue extends DeliveryQueue {
  /** How many deliveries wait, run or are delayed. */
  readonly length: number;
  /** `all` gives every one of them, in the order in which they were given up. */
  readonly deadLetters: DeadLetters & { all(): readonly DeadLetter[] };
  /**
   * Resolves when nothing waits, runs or is delayed. The wait for a retry keeps no process alive: a script that awaits this and does nothing else ends
   * before the retry comes.
   */
  drained(): Promise<void>;
}

/**
 * A queue in this process, for development and tests: it behaves as the BullMQ driver does, but what it holds dies with the
 * process. Throws an `OptionsError` with `NODE_ENV=production` unless `allowInProduction` is true.
 */
export function createMemoryQueue(options: MemoryQueueOptions = {}): MemoryQueue {
  const {
    maxLength = 10_000,
    allowInProduction = false,
    alarmAgeMs = ALARM_AGE_MS,
    logger = createDefaultLogger(),
    clock = systemClock,
  } = options;
  readOptions(
    options,
    ['maxLength', 'allowInProduction', 'alarmAgeMs', 'logger', 'clock'],
    'createMemoryQueue',
  );
  readInteger(maxLength, 'maxLength');
  readInteger(alarmAgeMs, 'alarmAgeMs');
  if (process.env['NODE_ENV'] === 'production' && !allowInProduction) {
    throw new OptionsError(
      'The memory queue loses what it holds when the process ends: with NODE_ENV=production use createBullQueue, or say allowInProduction: true.',
    );
  }
  logger.warn({}, 'deliveries are queued in memory: they are lost when this process ends');
  return new MemoryQueueDriver(maxLength, alarmAgeMs, logger, clock);
}

/** Deliveries that wait so long without a consumer are worth a word, in milliseconds. */
const NOBODY_AFTER_MS = 10_000;

class MemoryQueueDriver implements MemoryQueue {
  readonly deadLetters: MemoryDeadLetters;
  readonly #ledger = new KeyLedger();
  readonly #waiting = new Set<MemoryRecord>();
  readonly #active = new Set<MemoryRecord>();
  /** Records that wait for their retry, with what cancels it. */
  readonly #delayed = new Map<MemoryRecord, () => void>();
  readonly #consumers = new Set<MemoryConsumer>();
  readonly #drainedWaiters = new Set<() => void>();
  readonly #maxLength: number;
  readonly #alarmAgeMs: number;
  readonly #logger: Logger;
  readonly #clock: Clock;
  #cancelNotice: (() => void) | undefined;
  #paused: boolean = false;
  #closed: boolean = false;

  constructor(maxLength: number, alarmAgeMs: number, logger: Logger, clock: Clock) {
    this.#maxLength = maxLength;
    this.#alarmAgeMs = alarmAgeMs;
    this.#logger = logger;
    this.#clock = clock;
    this.deadLetters = new MemoryDeadLetters(clock, {
      replayed: (record) => {
        Object.assign(record, { failedRuns: 0, startedRuns: 0, failures: [] });
        this.#wait(record);
      },
      removed: (record) => this.#ledger.release(record.key, record.id),
    });
  }

  async enqueue(delivery: Delivery): Promise<EnqueueResult> {
    if (this.#closed) throw new QueueError('queue_closed', 'The memory queue is closed.');
    const record = createRecord(delivery);
    const { key, keyStrength, windowMs } = delivery;
    const holder = this.#ledger.claim(key, record.id, windowMs, this.#clock.now());
    const outcome = holder === record.id ? 'queued' : 'duplicate';
    if (outcome === 'queued') {
      if (this.length >= this.#maxLength) {
        this.#ledger.release(key, record.id);
        throw new QueueError(
          'queue_full',
          `The memory queue holds its maximum of ${this.#maxLength} deliveries.`,
        );
      }
      this.#wait(record);
    }
    const release = async () => {
      if (keyStrength === 'weak') this.#ledger.release(key, holder);
    };
    return { outcome, release };
  }

  consume(process: ProcessDelivery, options: ConsumeOptions): Consumption {
    if (this.#closed) throw new QueueError('queue_closed', 'The memory queue is closed.');
    const consumer = new MemoryConsumer(process, options, this.#clock, {
      settle: (record, settlement) => this.#settle(record, settlement),
      left: (leaving) => this.#consumers.delete(leaving),
    });
    this.#consumers.add(consumer);
    this.#cancelNotice?.();
    this.#handOutSoon();
    return consumer;
  }

  async counts(): Promise<QueueCounts> {
    return {
      waiting: this.#waiting.size,
      active: this.#active.size,
      delayed: this.#delayed.size,
      dead: this.deadLetters.size,
    };
  }

  async pause(): Promise<void> {
    this.#paused = true;
  }

  async resume(): Promise<void> {
    this.#paused = false;
    this.#handOutSoon();
  }

  async health(): Promise<QueueHealth> {
    if (this.#closed) return { ready: false, reason: 'The memory queue is closed.' };
    const waiting = describeWaiting(this.#oldestWaitingMs(), this.#alarmAgeMs);
    if (this.length >= this.#maxLength)
      return { ...waiting, ready: false, reason: 'The memory queue is full.' };
    return { ready: true, ...waiting };
  }

  drained(): Promise<void> {
    if (this.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#drainedWaiters.add(resolve));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const cancel of this.#delayed.values()) cancel();
    this.#cancelNotice?.();
    await Promise.all([...this.#consumers].map((consumer) => consumer.close({ graceMs: 0 })));
    if (this.length > 0)
      this.#logger.warn({ lost: this.length }, 'the memory queue was closed with deliveries in it');
    this.#waiting.clear();
    this.#delayed.clear();
    this.#tellDrained();
  }

  get length(): number {
    return this.#waiting.size + this.#active.size + this.#delayed.size;
  }

  #oldestWaitingMs(): number | undefined {
    if (this.#waiting.size === 0) return undefined;
    let sinceMs = Number.POSITIVE_INFINITY;
    for (const record of this.#waiting) sinceMs = Math.min(sinceMs, record.waitingSinceMs);
    return Math.max(this.#clock.now() - sinceMs, 0);
  }

  #wait(record: MemoryRecord): void {
    record.waitingSinceMs = this.#clock.now();
    this.#waiting.add(record);
    if (this.#consumers.size === 0) this.#noticeNobody();
    this.#handOutSoon();
  }

  /** Says once that a worker is missing: it was forgotten, or `start` was. */
  #noticeNobody(): void {
    this.#cancelNotice ??= this.#clock.schedule(() => {
      this.#logger.warn(
        { waiting: this.#waiting.size },
        'deliveries wait and nothing consumes them: create a worker and call worker.start()',
      );
    }, NOBODY_AFTER_MS);
  }

  /** Not at once: whoever enqueued gets to answer before the handlers start. The timer is Node's own: fake timers of a test runner do not stop it. */
  #handOutSoon(): void {
    setImmediate(() => this.#handOut());
  }

  #handOut(): void {
    if (this.#paused || this.#closed) return;
    for (const record of this.#waiting) {
      const consumer = [...this.#consumers].find(({ hasRoom }) => hasRoom);
      if (!consumer) return;
      this.#waiting.delete(record);
      this.#active.add(record);
      consumer.start(record);
    }
  }

  #settle(record: MemoryRecord, settlement: Settlement): void {
    this.#active.delete(record);
    if (settlement.outcome === 'handBack') this.#waitFirst(record);
    else if (settlement.outcome !== 'handled') {
      record.failedRuns += 1;
      const { failures } = settlement;
      if (settlement.outcome === 'retry') this.#delay(record, settlement.delayMs, failures);
      else this.deadLetters.bury(record, { reason: settlement.reason, failures, issues: settlement.issues });
    }
    this.#handOut();
    this.#tellDrained();
  }

  #tellDrained(): void {
    if (this.length > 0) return;
    for (const resolve of this.#drainedWaiters) resolve();
    this.#drainedWaiters.clear();
  }

  #waitFirst(record: MemoryRecord): void {
    record.waitingSinceMs = this.#clock.now();
    const others = [...this.#waiting];
    this.#waiting.clear();
    for (const each of [record, ...others]) this.#waiting.add(each);
  }

  #delay(record: MemoryRecord, delayMs: number, failures: readonly HandlerFailure[]): void {
    record.failures = failures;
    const due = () => {
      this.#delayed.delete(record);
      this.#wait(record);
    };
    this.#delayed.set(record, this.#clock.schedule(due, delayMs));
  }
}
