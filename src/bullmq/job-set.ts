import { setTimeout as wait } from 'node:timers/promises';

/** Ids of jobs, with a moment to wait for. */
export class JobSet extends Set<string> {
  #emptied = () => {};

  override delete(id: string): boolean {
    const deleted = super.delete(id);
    if (this.size === 0) this.#emptied();
    return deleted;
  }

  /** Resolves when no id is left, or after `limitMs`. */
  async whenEmpty(limitMs: number): Promise<void> {
    if (this.size === 0) return;
    const emptied = new Promise<void>((resolve) => {
      this.#emptied = resolve;
    });
    const stop = new AbortController();
    const late = wait(limitMs, undefined, { ref: false, signal: stop.signal }).catch(() => {});
    await Promise.race([emptied, late]);
    stop.abort();
  }
}
