import type { JsonObject } from '../../events/index.ts';
import type { DeliveryFilter } from './filter.ts';
import type { ReplaySource } from './read-replay.ts';
import type { AttemptRecord, DeliveryRecord } from './record.ts';
import type { WaitForOptions } from './wait-for.ts';

/** Options of `deliveries.resend`. */
export interface ResendOptions {
  /** Another body: the whole of it, or a function that gets a copy, and gives it back or another one. */
  readonly edit?: JsonObject | ((body: Record<string, unknown>) => object) | undefined;
}

/** Options of `deliveries.replay`. */
export interface ReplayOptions {
  /** The app whose webhooks are called. Default: the app of each body, if the emulator has it, else all. */
  readonly appId?: string | undefined;
}

/** What the emulator has sent and is sending. A record that was given does not change any more: ask again, or wait. */
export interface Deliveries {
  /** Those that are remembered, in the order of their making. Default: all. */
  list(filter?: DeliveryFilter): DeliveryRecord[];
  get(id: string): DeliveryRecord | undefined;
  /**
   * Resolves with the first delivery that `filter` names, at once if there is one: `waitFor({ trigger: 'postback', state: 'acknowledged' })`.
   * Rejects after `timeoutMs` of real time with an `Error` that lists what was seen; with an `OptionsError` for a wrong filter.
   */
  waitFor(filter: DeliveryFilter, options?: WaitForOptions): Promise<DeliveryRecord>;
  /**
   * Sends a delivery once more, as a new one with the same bytes, or with an edited body. It goes to the target that the webhook has now, if
   * it is still there. Throws an `OptionsError` when there is no such delivery, or the edited body is no JSON object.
   */
  resend(id: string, options?: ResendOptions): DeliveryRecord;
  /** Makes one more call beside the attempts, with the same bytes. Resolves when it has ended. Rejects with an `OptionsError` when there is no such delivery. */
  duplicate(id: string): Promise<AttemptRecord>;
  /**
   * Sends recorded bodies, each to the webhooks of its version, whatever these are subscribed to. Rejects with an `OptionsError` for a source
   * that cannot be read, and for a body for which there is no webhook; then nothing is sent.
   */
  replay(sources: ReplaySource | readonly ReplaySource[], options?: ReplayOptions): Promise<DeliveryRecord[]>;
  /** Has `listener` told of each new delivery and each change of one. It may not throw. Gives the function that ends this. */
  onChange(listener: (delivery: DeliveryRecord) => void): () => void;
  /** Resolves when no call is under way. Attempts that are due later are not waited for. */
  idle(): Promise<void>;
}
