import type { DeliveryEntry, DeliveryRecord } from './record.ts';

/** The deliveries that are remembered. */
export interface DeliveryLog {
  add(entry: DeliveryEntry): void;
  get(id: string): DeliveryEntry | undefined;
  /** In the order of their making. */
  entries(): IterableIterator<DeliveryEntry>;
  /** Puts `changes` into the record and tells those who listen. `nextAtMs` is gone unless it is among them. */
  change(entry: DeliveryEntry, changes: Partial<DeliveryRecord>): void;
  /** Has `listener` told of each new delivery and each change. It may not throw. Gives the function that ends this. */
  onChange(listener: (delivery: DeliveryRecord) => void): () => void;
  /** Forgets all. */
  clear(): void;
}

/**
 * Makes a log of about `size` deliveries: beyond that, those that are over are forgotten, the ones that ended first before the others. What is
 * pending is never forgotten.
 */
export function createDeliveryLog(size: number): DeliveryLog {
  const entries = new Map<string, DeliveryEntry>();
  /** In the order in which they ended. */
  const over = new Set<string>();
  const listeners = new Set<(delivery: DeliveryRecord) => void>();

  function tell({ record }: DeliveryEntry): void {
    for (const listener of [...listeners]) listener(record);
  }

  function forgetOld(): void {
    for (const id of over) {
      if (entries.size <= size) return;
      over.delete(id);
      entries.delete(id);
    }
  }

  return {
    add(entry) {
      entries.set(entry.record.id, entry);
      forgetOld();
      tell(entry);
    },
    get: (id) => entries.get(id),
    entries: () => entries.values(),
    change(entry, changes) {
      const { record } = entry;
      // a record is replaced and never changed: whoever got one keeps what was true then
      const { nextAtMs: _, ...rest } = record;
      entry.record = { ...rest, ...changes };
      // one that was forgotten may still come to its end
      if (!entries.has(record.id)) return;
      if (entry.record.state !== 'pending') {
        over.add(record.id);
        forgetOld();
      }
      tell(entry);
    },
    onChange(listener) {
      // wrapped, so that the same function given twice is told until both have ended it
      const own = (delivery: DeliveryRecord) => listener(delivery);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    clear() {
      entries.clear();
      over.clear();
    },
  };
}
