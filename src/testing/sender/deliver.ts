import type { Version } from '../../index.ts';
import type { FixtureName } from '../fixture-types.ts';
import type { FaultName } from './faults.ts';
import { type AttemptTime, followSchedule } from './follow-schedule.ts';
import { type CallResult, type CallSettings, makeCall } from './make-call.ts';
import type { Verdict } from './policy.ts';
import type { OutgoingCall, Transport } from './transport.ts';

/** One attempt of a delivery. */
export interface Attempt extends CallResult {
  /** From 1. A duplicate has the number of the attempt beside which it was made. */
  readonly number: number;
  /** When the call was made, in milliseconds since 1970 by the sender's clock. */
  readonly atMs: number;
  /** The same, in milliseconds after the first attempt. */
  readonly afterMs: number;
  /** What was ordered to go wrong. */
  readonly fault: FaultName;
  /** A call beside the attempt, which the service's policy does not ask for and which decides nothing. */
  readonly duplicate: boolean;
}

/** What became of one delivery. */
export interface SentDelivery {
  /** The fixture's name, where one was sent. */
  readonly name: FixtureName | undefined;
  /** The version of the webhook it was for, or `undefined` when that takes all. */
  readonly version: Version | undefined;
  /** What was sent. */
  readonly body: string | Uint8Array;
  /** What the service believes. */
  readonly verdict: Verdict;
  /** In the order of their beginning. */
  readonly attempts: readonly Attempt[];
}

/** What a delivery needs of its sender. */
export interface DeliverSettings extends CallSettings {
  /** Begins with 0. */
  readonly scheduleMs: readonly number[];
}

/** Calls as the service does, until the delivery is acknowledged, ended or given up. Adds to `attempts` as they end. Never rejects. */
export function deliver(
  transport: Transport,
  call: OutgoingCall,
  faults: readonly FaultName[],
  attempts: Attempt[],
  settings: DeliverSettings,
): Promise<Verdict> {
  return followSchedule(settings, async (time: AttemptTime) => {
    const fault = faults[time.number - 1] ?? 'none';
    const [result, repeated] = await Promise.all([
      makeCall(transport, call, fault, settings),
      fault === 'duplicate' ? makeCall(transport, call, 'none', settings) : undefined,
    ]);
    const made = { ...time, fault };
    attempts.push({ ...made, duplicate: false, ...result });
    if (repeated !== undefined) attempts.push({ ...made, duplicate: true, ...repeated });
    return result.outcome;
  });
}
