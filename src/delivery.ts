import type { JsonObject, KeyStrength, PayloadIssue } from './events/index.ts';

export type { PayloadIssue };

/** One event handed to us: the value that travels from the receiver through the queue to a handler. It is plain JSON. */
export interface Delivery {
  /** Says which deliveries are the same event: `w1-` and 32 characters of a digest. Fit as an idempotency key of your own calls. */
  readonly key: string;
  readonly keyStrength: KeyStrength;
  /** How long the key stays known after the first enqueue, in milliseconds. */
  readonly windowMs: number;
  /** The trigger as sent, or `null` when the body has none. */
  readonly trigger: string | null;
  /** `v1` or `v1.1`, the text that was sent for any other version, or `null` when that was no text. */
  readonly version: string | null;
  /** The body as received. */
  readonly payload: JsonObject;
  /** The revision of the schemas that accepted the payload. Before the handlers run, a worker of another revision parses it again. */
  readonly acceptedBy?: string;
  /** When the receiver took it, in milliseconds since 1970. */
  readonly receivedAtMs: number;
  /** The name of the secret that came with it, or `null` when that secret has none. */
  readonly webhook: string | null;
}

/** Says that a delivery is taken back. Any `AbortSignal` will do, and less: making one costs more than running a handler. */
export interface TakenBack {
  readonly aborted: boolean;
  /** Why, once it is aborted. */
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
