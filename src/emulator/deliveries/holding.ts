import type { Clock } from '../../clock.ts';
import type { DeliveryFault } from '../faults/index.ts';
import type { DeliveryEntry } from './record.ts';

/** Keeps deliveries back that are to come late or out of order. */
export interface Holding {
  /** Begins a delivery: at once, or later where one of the faults says so. Gives the time at the latest, if later. */
  begin(entry: DeliveryEntry, faults: readonly DeliveryFault[]): number | undefined;
  /** Lets those go that wait for another delivery to the webhook of `entry`. */
  release(entry: DeliveryEntry): void;
}

/** Makes a holding that has deliveries begun by `run`. A cancelled one is never begun. */
export function createHolding(clock: Clock, run: (entry: DeliveryEntry) => void): Holding {
  /** By webhook: one at a time, so that two that are both to be out of order change places. */
  const held = new Map<string, () => void>();

  function runLater(entry: DeliveryEntry, ms: number): () => void {
    const { signal } = entry.cancel;
    const go = () => {
      cancel();
      signal.removeEventListener('abort', cancel);
      if (held.get(entry.record.webhookId) === go) held.delete(entry.record.webhookId);
      if (!signal.aborted) run(entry);
    };
    const cancel = clock.schedule(go, ms);
    signal.addEventListener('abort', cancel);
    return go;
  }

  return {
    begin(entry, faults) {
      const fault = faults.find(({ type }) => type === 'delay' || type === 'reorder');
      const { webhookId } = entry.record;
      if (fault === undefined || !('ms' in fault) || (fault.type === 'reorder' && held.has(webhookId))) {
        run(entry);
        return undefined;
      }
      const go = runLater(entry, fault.ms);
      if (fault.type === 'reorder') held.set(webhookId, go);
      return clock.now() + fault.ms;
    },
    release({ record }) {
      held.get(record.webhookId)?.();
    },
  };
}
