import type { Delivery, PayloadIssue, TakenBack } from '../delivery.ts';
import type { DescribedError } from '../logger.ts';

/**
 * Where deliveries wait between the receiver and the worker. The memory driver and the BullMQ driver implement it, and one
 * conformance suite (`test/queue/conformance.ts`) holds both to it.
 */
export interface DeliveryQueue {
  /**
   * Stores a delivery unless its key is known. Once this has resolved the delivery survives what the driver survives.
   * Rejects with a `QueueError`; the delivery may then still have been stored, and a repeat is a duplicate.
   * `payloadJson` is the text that `delivery.payload` was parsed from, where there is one: a queue that stores text need not write it anew.
   */
  enqueue(delivery: Delivery, payloadJson?: string): Promise<EnqueueResult>;
  /** Hands stored deliveries to `process`, up to `concurrency` at a time, until the consumption is closed. */
  consume(process: ProcessDelivery, options: ConsumeOptions): Consumption;
  /** How many deliveries are in which state. */
  counts(): Promise<QueueCounts>;
  /** Stops handing out deliveries, at every consumer of this queue, until `resume`. What runs goes on; enqueueing too. */
  pause(): Promise<void>;
  /** Ends `pause`. */
  resume(): Promise<void>;
  readonly deadLetters: DeadLetters;
  /** Whether the queue can take deliveries now. Never rejects. */
  health(): Promise<QueueHealth>;
  /** Lets go of connections and timers. May be called twice. Close the worker first. */
  close(): Promise<void>;
}

/** What became of an `enqueue`. */
export interface EnqueueResult {
  /** `duplicate`: a delivery with this key is stored already, or was within the window. */
  readonly outcome: 'queued' | 'duplicate';
  /**
   * Gives a weak key back, so that the next equal event is a new one. To be called when the 2xx was written. Does nothing for a
   * strong key, and nothing to a claim that a later delivery made on the same key.
   */
  release(): Promise<void>;
}

/** Deliveries by state. */
export interface QueueCounts {
  /** Ready to be handled. */
  readonly waiting: number;
  /** Being handled. */
  readonly active: number;
  /** Waiting for their retry. */
  readonly delayed: number;
  /** Dead letters. */
  readonly dead: number;
}

/** Whether a queue is fit for work, and what an operator should know. */
export interface QueueHealth {
  readonly ready: boolean;
  /** Why it is not ready; or, though it is, what is wrong: a sentence for each trouble. */
  readonly reason?: string;
  /**
   * How long the oldest waiting delivery has waited, in milliseconds: since it was stored or its retry was due. One that was replayed or
   * put back counts from then, and on Redis from when this process first found it waiting. Left out when nothing waits, and by `worker.health()`.
   */
  readonly oldestWaitingMs?: number;
}

/** Options of `consume`. */
export interface ConsumeOptions {
  /** How many deliveries are handled at the same time. */
  readonly concurrency: number;
  /** Called with what `process` resolved with when that has been recorded. Not called when it was too late for that: the delivery is then run again. */
  readonly onSettled?: (lease: Lease, settlement: Settlement) => void;
  /** Called for a delivery that the queue itself made a dead letter, without asking `process`: its runs ended the process each time. */
  readonly onGivenUp?: (deadLetter: DeadLetter) => void;
}

/** The delay of a retry whose settlement is missing, because `process` rejected, in milliseconds. */
export const REJECTED_RETRY_MS = 1_000;

/** Runs one delivery and says what is to become of it. A rejection is treated as `retry` after one second. */
export type ProcessDelivery = (lease: Lease) => Promise<Settlement>;

/** A running `consume`. */
export interface Consumption {
  /**
   * Takes no more deliveries, waits up to `graceMs` for those that run, then aborts their leases and puts what is left back into the queue,
   * to be handed out again. Never hangs, and a second call returns the promise of the first.
   */
  close(options: { readonly graceMs: number }): Promise<{ readonly handedBack: number }>;
  /** Whether deliveries are being fetched. Never rejects. */
  health(): Promise<QueueHealth>;
}

/** A delivery while it is being handled: what the queue lends to `process`. */
export interface Lease {
  readonly delivery: Delivery;
  /** Which run this is, from 1; a run that was cut short (crash, hand-back) does not count. A replayed dead letter starts again at 1. */
  readonly attempt: number;
  /** True when an earlier run began and never ended, so that what this run does may be a repeat. */
  readonly redelivered: boolean;
  /** The handlers that failed so far, as the last `retry` settlement gave them. Empty after a replay. */
  readonly failures: readonly HandlerFailure[];
  /** Aborted when the queue takes the delivery back. */
  readonly signal: TakenBack;
  /** What was stored for this delivery in all its runs, replays included; at once, where the queue knows that it never ran. */
  readCheckpoints(): ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>;
  /** Remembers `value` under `name` for as long as the delivery exists. */
  writeCheckpoint(name: string, value: string): Promise<void>;
  /**
   * As `writeCheckpoint`, for the last note before the settlement `handled`, which says the same: it is remembered at once, and stored only when that
   * settlement is not recorded soon.
   */
  noteCheckpoint(name: string, value: string): void;
}

/** How a run ended. */
export type Settlement =
  | { readonly outcome: 'handled' }
  | { readonly outcome: 'retry'; readonly delayMs: number; readonly failures: readonly HandlerFailure[] }
  | ({ readonly outcome: 'dead' } & DeathCause)
  /** Cut short by `signal`: to be handed out again, without counting as a run. */
  | { readonly outcome: 'handBack' };

/**
 * Why a delivery is a dead letter: the schema refused it, handlers failed for good, its runs ended the process each time, or what the queue kept of
 * it is damaged, so that its `delivery` is empty.
 */
export type DeathReason = 'refused' | 'handler_failed' | 'crashed' | 'unreadable';

/** The reason with what belongs to it. */
export interface DeathCause {
  readonly reason: DeathReason;
  /** The handlers that failed. Empty unless the reason is `handler_failed`. */
  readonly failures: readonly HandlerFailure[];
  /** What the schema said. Empty unless the reason is `refused`. */
  readonly issues: readonly PayloadIssue[];
}

/** A handler that failed for a delivery. */
export interface HandlerFailure {
  readonly handler: string;
  /** How often it ran. */
  readonly attempts: number;
  /** True when it will not be run again, though other handlers of the delivery may be. */
  readonly final: boolean;
  readonly error: DescribedError;
}

/** A delivery that will not be retried, kept with its cause. */
export interface DeadLetter extends DeathCause {
  readonly id: string;
  readonly delivery: Delivery;
  /** How often it ran. */
  readonly attempts: number;
  /** When it was given up, in milliseconds since 1970. */
  readonly diedAtMs: number;
}

/** Narrows a list of dead letters. All given fields must match. */
export interface DeadLetterFilter {
  /** The key of the delivery, as log lines name it. */
  readonly key?: string;
  readonly trigger?: string;
  /** Name of a handler that failed. */
  readonly handler?: string;
  readonly reason?: DeathReason;
  /** Given up at or after this time, in milliseconds since 1970. */
  readonly fromMs?: number;
  /** Given up before this time, in milliseconds since 1970. */
  readonly untilMs?: number;
  /** At most so many. Default: 100. */
  readonly limit?: number;
}

/** The dead letters of a queue. */
export interface DeadLetters {
  /** The newest first. */
  list(filter?: DeadLetterFilter): Promise<readonly DeadLetter[]>;
  get(id: string): Promise<DeadLetter | undefined>;
  /** Puts it back into the queue with all its attempts. Handlers that had succeeded do not run again. False when there is none. */
  replay(id: string): Promise<boolean>;
  /** Deletes it. False when there is none. */
  remove(id: string): Promise<boolean>;
}
