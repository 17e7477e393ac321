import type { Clock } from '../clock.ts';

/** The event loop is looked at so often, in milliseconds. */
const LOOK_INTERVAL_MS = 1_000;

/** A loop that stands still for longer is worth a word: at half the time of a job's lock it cannot be renewed in time. In milliseconds. */
export const LAG_LIMIT_MS = 5_000;

/** Notices handlers that block the event loop, so that locks run out and deliveries are run a second time. */
export class LoopLag {
  readonly #clock: Clock;
  readonly #onLag: (lagMs: number) => void;
  #cancel = () => {};

  constructor(clock: Clock, onLag: (lagMs: number) => void) {
    this.#clock = clock;
    this.#onLag = onLag;
    this.#look();
  }

  stop(): void {
    this.#cancel();
  }

  #look(): void {
    const dueMs = this.#clock.now() + LOOK_INTERVAL_MS;
    this.#cancel = this.#clock.schedule(() => {
      const lagMs = this.#clock.now() - dueMs;
      if (lagMs > LAG_LIMIT_MS) this.#onLag(lagMs);
      this.#look();
    }, LOOK_INTERVAL_MS);
  }
}
