import { systemClock } from '../clock.ts';
import type { BullLease } from './lease.ts';

/**
 * The leases whose handlers run, with a moment to wait for. A list and not a set: the tables that a set outgrows hang together in V8, and the garbage of
 * one would keep the leases of all later ones, bodies and all, until a full collection.
 */
export class RunningLeases {
  readonly #leases: BullLease[] = [];
  #emptied = () => {};

  add(lease: BullLease): void {
    this.#leases.push(lease);
  }

  delete(lease: BullLease): void {
    const index = this.#leases.indexOf(lease);
    const last = this.#leases.pop();
    if (last !== undefined && last !== lease) this.#leases[index] = last;
    if (this.#leases.length === 0) this.#emptied();
  }

  /** Takes back all, or those of one job: another one may have it by now. */
  takeBack(reason: string, jobId?: string): void {
    for (const lease of [...this.#leases])
      if (jobId === undefined || lease.jobId === jobId) lease.signal.abort(new Error(reason));
  }

  /** Resolves when no lease is left, or after `limitMs`. */
  async whenEmpty(limitMs: number): Promise<void> {
    if (this.#leases.length === 0) return;
    await new Promise<void>((resolve) => {
      const cancel = systemClock.schedule(resolve, limitMs);
      this.#emptied = () => {
        cancel();
        resolve();
      };
    });
  }
}
