import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** How fast deliveries are begun. */
export interface Pace {
  /** At most so many begin in a second; 0: as many as `concurrency` lets. */
  readonly rate: number;
  /** At most so many are under way. */
  readonly concurrency: number;
  /** Begins no more, and waits for none, when it is aborted. */
  readonly interruption: AbortSignal;
}

/** Hands the items to `send` in their order, at this pace. Resolves when the last has ended, or at the interruption. `send` must not reject. */
export async function sendPaced<Item>(
  items: readonly Item[],
  send: (item: Item) => Promise<void>,
  { rate, concurrency, interruption }: Pace,
): Promise<void> {
  // each that waits for its turn listens
  setMaxListeners(concurrency + 1, interruption);
  const sinceMs = performance.now();
  let begun = 0;
  const sendOn = async () => {
    while (begun < items.length) {
      const item = items[begun] as Item;
      const dueMs = rate === 0 ? 0 : sinceMs + (begun * 1_000) / rate - performance.now();
      begun += 1;
      if (dueMs > 0) await wait(dueMs, undefined, { signal: interruption }).catch(() => {});
      if (interruption.aborted) return;
      await send(item);
    }
  };
  const interrupted = new Promise<void>((resolve) => {
    interruption.addEventListener('abort', () => resolve());
  });
  const lines = Array.from({ length: Math.min(concurrency, items.length) }, sendOn);
  await Promise.race([Promise.all(lines), interrupted]);
}
