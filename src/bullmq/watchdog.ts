import type { Clock } from '../clock.ts';

/** How often the watchdog looks, in milliseconds. */
export const WATCH_INTERVAL_MS = 10_000;

/** A worker that fetches nothing for so long while deliveries wait is deaf, in milliseconds. */
export const DEAF_AFTER_MS = 60_000;

/** What the watchdog looks at, and what it does. */
export interface WatchdogSetup {
  /** How many deliveries this worker should be fetching: none while it is busy or the queue is paused. Rejects when that cannot be said. */
  readonly waiting: () => Promise<number>;
  /** Called each time the worker is found deaf. */
  readonly onDeaf: (deafForMs: number) => void;
  readonly clock: Clock;
}

/** Notices a worker that says it runs and fetches nothing: after a failover or on a silent socket BullMQ's `isRunning()` stays true. */
export class Watchdog {
  readonly #setup: WatchdogSetup;
  #idleSinceMs: number | undefined;
  #cancel: () => void;
  #stopped: boolean = false;

  constructor(setup: WatchdogSetup) {
    this.#setup = setup;
    this.#cancel = setup.clock.schedule(() => void this.#watch(), WATCH_INTERVAL_MS);
  }

  /** To be called for each delivery that was fetched. */
  fetched(): void {
    this.#idleSinceMs = undefined;
  }

  /** How long deliveries have waited without one being fetched, once that is too long, in milliseconds. */
  deafForMs(): number | undefined {
    if (this.#idleSinceMs === undefined) return undefined;
    const idleMs = this.#setup.clock.now() - this.#idleSinceMs;
    return idleMs >= DEAF_AFTER_MS ? idleMs : undefined;
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  async #watch(): Promise<void> {
    const { waiting, onDeaf, clock } = this.#setup;
    try {
      if ((await waiting()) === 0) this.#idleSinceMs = undefined;
      else this.#idleSinceMs ??= clock.now();
    } catch {
      // Redis is away, which is another trouble, and seen elsewhere
      this.#idleSinceMs = undefined;
    }
    const deafForMs = this.deafForMs();
    if (deafForMs !== undefined) onDeaf(deafForMs);
    if (!this.#stopped) this.#cancel = clock.schedule(() => void this.#watch(), WATCH_INTERVAL_MS);
  }
}
