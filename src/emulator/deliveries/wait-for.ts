import { readInteger, readOptions } from '../../options/index.ts';
import type { DeliveryLog } from './delivery-log.ts';
import { type DeliveryFilter, readDeliveryFilter } from './filter.ts';
import type { DeliveryRecord } from './record.ts';

/** Options of `deliveries.waitFor`. */
export interface WaitForOptions {
  /** How long at most, in milliseconds of real time, whatever the emulator's clock does. Default: 5,000. */
  readonly timeoutMs?: number | undefined;
}

/** So many deliveries are named when none came. */
const MAX_NAMED = 10;

/** Resolves with the first delivery that `filter` names, now or later. Rejects with what was seen when the time is over. */
export async function waitForDelivery(
  log: DeliveryLog,
  filter: DeliveryFilter,
  options: WaitForOptions,
): Promise<DeliveryRecord> {
  const matches = readDeliveryFilter(filter);
  const given = readOptions(options, ['timeoutMs'], 'waitFor');
  const timeoutMs = readInteger(given['timeoutMs'] ?? 5_000, 'timeoutMs', 0);
  for (const { record } of log.entries()) if (matches(record)) return record;
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      clearTimeout(timer);
      stop();
      act();
    };
    const stop = log.onChange((delivery) => {
      try {
        if (matches(delivery)) end(() => resolve(delivery));
      } catch (error) {
        end(() => reject(error));
      }
    });
    const timer = setTimeout(
      () => end(() => reject(new Error(`No such delivery within ${timeoutMs} ms. ${describeSeen(log)}`))),
      timeoutMs,
    );
  });
}

function describeSeen(log: DeliveryLog): string {
  const records = [...log.entries()].map(({ record }) => record);
  if (records.length === 0) return 'There was none at all.';
  const lines = records.slice(-MAX_NAMED).map(({ id, trigger, version, state, attempts }) => {
    const outcomes = attempts.map(({ outcome }) => outcome).join(', ');
    return `${id}: ${trigger} (${version}), ${state}${outcomes && ` after ${outcomes}`}`;
  });
  const which = records.length > MAX_NAMED ? `The last ${MAX_NAMED} of ${records.length}` : 'All';
  return `${which} that were seen:\n${lines.join('\n')}`;
}
