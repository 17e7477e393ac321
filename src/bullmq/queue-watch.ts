import type { Redis } from 'ioredis';
import type { Clock } from '../clock.ts';
import { guardLogger, type Logger } from '../logger.ts';
import { describeWaiting, type QueueHealth } from '../queue/index.ts';
import { LossLedger } from './loss-ledger.ts';
import { WaitingAges } from './waiting-ages.ts';

/** How often the queue is looked at, in milliseconds. */
export const LOOK_INTERVAL_MS = 10_000;

/** What is looked at, and when it is worth a word. */
export interface QueueWatchSetup {
  readonly redis: Redis;
  /** The key of `suffix` in this queue. */
  readonly toKey: (suffix: string) => string;
  readonly alarmAgeMs: number;
  readonly logger: Logger;
  readonly clock: Clock;
}

/**
 * Looks at what is in the queue, each 10 seconds and for losses at each connection too, and tells of deliveries that are gone and of such that wait too
 * long. Beside the calls: nothing waits for it.
 */
export class QueueWatch {
  readonly #setup: QueueWatchSetup;
  readonly #ledger: LossLedger;
  readonly #ages: WaitingAges;
  #late: boolean = false;
  #stopped: boolean = false;
  #cancel: () => void;

  constructor(setup: QueueWatchSetup) {
    const { redis, toKey, clock } = setup;
    const logger = guardLogger(setup.logger);
    this.#setup = { ...setup, logger };
    this.#ledger = new LossLedger(redis, toKey('id'), logger, clock);
    this.#ages = new WaitingAges(redis, toKey, clock);
    redis.on('ready', () => void this.#ledger.look());
    this.#cancel = clock.schedule(() => void this.#look(), LOOK_INTERVAL_MS);
  }

  /** To be called before an add; what it returns, once that add was acknowledged. */
  adding(): () => void {
    return this.#ledger.adding();
  }

  /** What an operator should know, and the age of what waits. Both are left out when they cannot be said. Never rejects. */
  async describe(): Promise<Pick<QueueHealth, 'oldestWaitingMs' | 'reason'>> {
    const oldestMs = await this.#ages.oldestMs().catch(() => undefined);
    const waiting = describeWaiting(oldestMs, this.#setup.alarmAgeMs);
    const reason = joinReasons(this.#ledger.reason(), waiting.reason);
    return { ...waiting, ...(reason !== undefined && { reason }) };
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  async #look(): Promise<void> {
    const { redis, clock } = this.#setup;
    // While the connection is in trouble it says so itself.
    if (redis.status === 'ready') await Promise.all([this.#ledger.look(), this.#lookAtAge()]);
    if (!this.#stopped) this.#cancel = clock.schedule(() => void this.#look(), LOOK_INTERVAL_MS);
  }

  async #lookAtAge(): Promise<void> {
    const { alarmAgeMs, logger } = this.#setup;
    try {
      const oldestWaitingMs = (await this.#ages.oldestMs()) ?? 0;
      const late = oldestWaitingMs > alarmAgeMs;
      if (late && !this.#late)
        logger.warn(
          { oldestWaitingMs, alarmAgeMs },
          'deliveries wait too long: the workers do not keep up, none runs, or the queue is paused',
        );
      if (!late && this.#late)
        logger.info({ oldestWaitingMs, alarmAgeMs }, 'deliveries do not wait too long any more');
      this.#late = late;
    } catch {
      // Redis is away, which is another trouble, and seen elsewhere
    }
  }
}

/** The sentences that there are, one after the other. */
export function joinReasons(...reasons: readonly (string | undefined)[]): string | undefined {
  return reasons.filter((reason) => reason !== undefined).join(' ') || undefined;
}
