import type { Attempt, SentDelivery } from './deliver.ts';
import { isSuccess, type Verdict } from './policy.ts';

/** A delivery that the service has given up. */
export interface LostDelivery {
  readonly delivery: SentDelivery;
  /** Why, in words: `ended by 401 at attempt 2` or `exhausted after 5 attempts: 503, silent, 503, 503, 503`. */
  readonly why: string;
  /** True when the target answered one of the calls 2xx, which the service did not hear: the event was lost only in its eyes. */
  readonly reachedTarget: boolean;
}

/** What the service would believe of all that was sent. */
export interface SenderReport {
  readonly deliveries: number;
  /** Neither acknowledged nor lost yet. */
  readonly underWay: number;
  readonly acknowledged: number;
  /** Lost to a final status. */
  readonly ended: number;
  /** Lost because no attempt is left. */
  readonly exhausted: number;
  /** The attempts that have ended, without the duplicates. */
  readonly attempts: number;
  readonly duplicates: number;
  /** How often each outcome was heard, duplicates included: `{ 200: 3, silent: 1 }`. */
  readonly byOutcome: Readonly<Record<string, number>>;
  /** What has ended, in the order of sending. */
  readonly sent: readonly SentDelivery[];
  /** What the service would have lost. */
  readonly lost: readonly LostDelivery[];
}

/** A delivery that may still be under way: then it has no verdict. */
export type DeliveryRecord = Omit<SentDelivery, 'verdict'> & { readonly verdict: Verdict | undefined };

/** Draws up the report. */
export function makeReport(records: readonly DeliveryRecord[]): SenderReport {
  const sent = records.filter((record): record is SentDelivery => record.verdict !== undefined);
  const count = (wanted: Verdict) => sent.filter(({ verdict }) => verdict === wanted).length;
  const calls = records.flatMap(({ attempts }) => attempts);
  const byOutcome: Record<string, number> = {};
  for (const { outcome } of calls) byOutcome[outcome] = (byOutcome[outcome] ?? 0) + 1;
  const duplicates = calls.filter(({ duplicate }) => duplicate).length;
  return {
    deliveries: records.length,
    underWay: records.length - sent.length,
    acknowledged: count('acknowledged'),
    ended: count('ended'),
    exhausted: count('exhausted'),
    attempts: calls.length - duplicates,
    duplicates,
    byOutcome,
    sent,
    lost: sent.filter(({ verdict }) => verdict !== 'acknowledged').map(toLost),
  };
}

function toLost(delivery: SentDelivery): LostDelivery {
  const { verdict, attempts } = delivery;
  const heard = attempts.filter(({ duplicate }) => !duplicate);
  const why =
    verdict === 'ended'
      ? `ended by ${heard.at(-1)?.outcome} at attempt ${heard.length}`
      : `exhausted after ${heard.length} attempts: ${heard.map(({ outcome }) => outcome).join(', ')}`;
  return { delivery, why, reachedTarget: attempts.some(wasTaken) };
}

/** True when the target acknowledged this call, whether that was heard or not. */
function wasTaken({ outcome, unheardStatus }: Attempt): boolean {
  return isSuccess(outcome) || isSuccess(unheardStatus);
}
