import type { Delivery } from '../delivery.ts';
import type { EventOf, Trigger, TriggerPattern, TriggersOf, Version, VersionOf } from '../events/index.ts';
import type { Logger } from '../logger.ts';

/**
 * Your function for an event. What it returns is awaited and then forgotten; what it throws or rejects with is its failure:
 * it is tried again, unless that is a `PermanentError` or its attempts are used up.
 * Contract: at least once. A handler that has returned is not started again for that delivery, except after a crash in the
 * moment between its end and the note of it; such a run has `context.delivery.redelivered`.
 */
export type Handler<Event> = (event: Event, context: HandlerContext) => unknown;

/** What a handler is told about the delivery that its event came in. */
export interface DeliveryInfo extends Pick<Delivery, 'key' | 'receivedAtMs' | 'webhook'> {
  /** Which run this is, from 1. */
  readonly attempt: number;
  /** True when an earlier run began and never ended, so that what the handler does now may be a repeat. */
  readonly redelivered: boolean;
}

/** What a handler gets beside its event. */
export interface HandlerContext {
  readonly delivery: DeliveryInfo;
  /**
   * Aborted when the handler takes longer than its `timeoutMs` (the reason is a `HandlerTimeoutError`) and when the delivery is taken back,
   * as at the end of a shutdown's grace. From then on the handler counts as failed or as cut short, whatever it returns.
   */
  readonly signal: AbortSignal;
  /** Adds trigger, key and handler name to each line. */
  readonly log: Logger;
  /**
   * Runs `fn` once for this delivery and handler, across retries, restarts and replays, and gives its result as JSON makes it: a
   * `Date` is a string, the first time too. `undefined` is a result like any other. `name` tells the calls of one handler apart; calls of
   * one name in one run share a promise. A rejection is not remembered. Should `fn` have run and its result not be stored, then the
   * result is given all the same, a warning is logged, and a later run may call `fn` again.
   * Rejects with a `PermanentError` when the result is no JSON (a bigint, a cycle), and without calling `fn` once `signal` is aborted.
   */
  once<Result>(name: string, fn: () => Result | Promise<Result>): Promise<Jsonified<Result>>;
}

/** What is left of a `T` that was written as JSON and read again. */
export type Jsonified<T> = unknown extends T
  ? T
  : T extends { toJSON(): infer Written }
    ? Jsonified<Written>
    : // biome-ignore lint/suspicious/noConfusingVoidType: the result of a function that returns nothing.
      T extends string | number | boolean | null | undefined | void
      ? T
      : T extends bigint | symbol | ((...parameters: never) => unknown)
        ? never
        : { [Key in keyof T]: Jsonified<T[Key]> };

/** The event that a handler for pattern `P` gets; with `V`, in these versions alone. */
export type EventFor<P extends TriggerPattern, V extends Version = Version> = {
  [T in TriggersOf<P>]: EventOf<T, Extract<VersionOf<T>, V>>;
}[TriggersOf<P>];

/** The versions that may be asked for with pattern `P`: of a family one member must have it, of a list each entry. */
export type VersionFor<P extends TriggerPattern> = {
  [V in Version]: [LacksVersion<P, V>] extends [never] ? V : never;
}[Version];

type LacksVersion<P extends TriggerPattern, V extends Version> = P extends TriggerPattern
  ? V extends VersionOf<TriggersOf<P> & Trigger>
    ? never
    : P
  : never;

/** Options of every registration. */
export interface BaseHandlerOptions<Event, Narrowed extends Event> {
  /**
   * Names the handler in logs, failures, dead letters and checkpoints. Keep it the same across deploys: a delivery that waits for its retry
   * knows its handlers by name. Default: the pattern, with `/` and the function's name if it has one, and `#2`, `#3`… where
   * that is taken. Throws an `OptionsError` when the name is taken.
   */
  readonly name?: string;
  /**
   * Says which events the handler wants. A type guard narrows the handler's event. It is run like the handler itself: when it throws, the
   * handler has failed.
   */
  readonly when?: ((event: Event) => event is Narrowed) | ((event: Event) => boolean);
  /** How long one run may take, in milliseconds. Default: the worker's `handlerTimeoutMs`. */
  readonly timeoutMs?: number;
  /** How often the handler is run before its failure is final. Default: the worker's `attempts`. */
  readonly attempts?: number;
}

/** Options of `on` and `onAny`. */
export interface HandlerOptions<Event, Narrowed extends Event, V extends Version>
  extends BaseHandlerOptions<Event, Narrowed> {
  /** The only version whose events the handler gets. Default: all. Throws an `OptionsError` when the trigger never comes in it. */
  readonly version?: V;
}
