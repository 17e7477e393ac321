import type { Job } from 'bullmq';
import { systemClock } from '../clock.ts';

/** Jobs that run, with a moment to wait for. */
export class JobSet extends Set<Job> {
  #emptied = () => {};

  override delete(job: Job): boolean {
    const deleted = super.delete(job);
    if (this.size === 0) this.#emptied();
    return deleted;
  }

  /** Resolves when no job is left, or after `limitMs`. */
  async whenEmpty(limitMs: number): Promise<void> {
    if (this.size === 0) return;
    await new Promise<void>((resolve) => {
      const cancel = systemClock.schedule(resolve, limitMs);
      this.#emptied = () => {
        cancel();
        resolve();
      };
    });
  }
}
