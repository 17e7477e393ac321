import type { JsonObject, Version } from '../../events/index.ts';
import type { Outcome, TargetAnswer, Verdict } from '../../testing/sender/index.ts';

/**
 * Where a delivery stands. `pending`: an attempt is under way or will come. `acknowledged`: a 2xx. `ended`: a final status. `exhausted`: no
 * attempt is left. `cancelled`: the emulator was reset or closed.
 */
export type DeliveryState = 'pending' | Verdict | 'cancelled';

/** One call of a delivery that has ended. */
export interface AttemptRecord {
  /** From 1. A duplicate has the number of the attempt beside which it was made. */
  readonly number: number;
  /** When the call was made, in milliseconds since 1970 by the emulator's clock. */
  readonly atMs: number;
  /** The same, in milliseconds after the first attempt. */
  readonly afterMs: number;
  readonly tookMs: number;
  /** A call beside the attempts, which decides nothing. */
  readonly duplicate: boolean;
  /** What was ordered to go wrong. */
  readonly faults: readonly string[];
  readonly request: {
    /** As sent, the secret too: it is a secret of the emulator. */
    readonly headers: Readonly<Record<string, string>>;
    /** Where a fault made it another than the delivery's. */
    readonly body?: string;
  };
  readonly outcome: Outcome;
  /** What the receiver answered, also where a fault kept it from the service. The body is cut after 10,000 characters. */
  readonly response?: TargetAnswer;
  /** The code of what broke the connection, such as `ECONNREFUSED`. */
  readonly error?: string;
  /** Why it was or was not tried again, in words. */
  readonly decision: string;
  /** When it is tried again. */
  readonly nextAtMs?: number;
}

/** A delivery: an event for one webhook, with all its attempts so far. */
export interface DeliveryRecord {
  /** Known to the emulator alone: nothing on the wire names a delivery. */
  readonly id: string;
  readonly appId: string;
  readonly webhookId: string;
  /** The target when the event happened: all attempts go there, with the secret of that time. Inferred: the service may do otherwise. */
  readonly target: string;
  readonly version: Version;
  /** What has happened. With the fault `unknownTrigger` the body says another. */
  readonly trigger: string;
  /** What is sent, the same bytes with each attempt. */
  readonly body: JsonObject;
  readonly state: DeliveryState;
  /** Faults of the delivery as a whole. */
  readonly faults: readonly string[];
  /** In the order of their end. */
  readonly attempts: readonly AttemptRecord[];
  readonly createdAtMs: number;
  /** When the next attempt is due; missing while one is under way, and when the delivery is over. */
  readonly nextAtMs?: number;
  /** The delivery that a person sent once more as this one. */
  readonly resendOf?: string;
  /** True when the person changed the body. */
  readonly edited?: boolean;
}

/** What is kept of a delivery while it may be sent. */
export interface DeliveryEntry {
  record: DeliveryRecord;
  /** The body as it is sent. */
  readonly text: string;
  readonly secret: string;
  /** Ends the call under way and takes back the next. */
  readonly cancel: AbortController;
}

const MAX_RESPONSE_LENGTH = 10_000;

/** An answer as it is kept. */
export function toResponse({ status, headers, body }: TargetAnswer): TargetAnswer {
  return { status, headers, body: body.slice(0, MAX_RESPONSE_LENGTH) };
}
