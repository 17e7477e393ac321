import type { Redis } from 'ioredis';
import type { Clock } from '../clock.ts';
import { describeError, type Logger } from '../logger.ts';

/** How long `health` tells of a loss, in milliseconds. */
export const LOSS_TOLD_MS = 3_600_000;

/**
 * Reads BullMQ's counter of adds by a write of nothing, which only a master takes: a replica that lags, a read-only or a full server answers 0, which stands
 * for "cannot be said". The counter is given plus one, so that a lost one can be told from that. KEYS[1]: the counter.
 */
const READ_SCRIPT = `local count = redis.pcall('INCRBY', KEYS[1], 0) if type(count) == 'number' then return count + 1 end return 0`;

/** What is known since a look: the counter at that time, and the adds that began later and were acknowledged. */
interface Period {
  readonly counted: number;
  acknowledged: number;
}

/**
 * Notices that Redis came back without what it had acknowledged: restarted without an append-only file, flushed, restored from an older copy, or a
 * lagging replica was promoted. BullMQ counts each add of a queue (`<prefix>:<name>:id`, which its clean-ups leave alone, but for `obliterate`), and the
 * counter never falls: one below what this process knows of tells of a loss. What other processes added since this one last looked can hide one: the
 * process whose look comes first after the loss sees it best.
 */
export class LossLedger {
  readonly #redis: Redis;
  readonly #counterKey: string;
  readonly #logger: Logger;
  readonly #clock: Clock;
  #period: Period = { counted: 0, acknowledged: 0 };
  #loss: { readonly reason: string; readonly atMs: number } | undefined;

  constructor(redis: Redis, counterKey: string, logger: Logger, clock: Clock) {
    this.#redis = redis;
    this.#counterKey = counterKey;
    this.#logger = logger;
    this.#clock = clock;
  }

  /** To be called before an add; what it returns, once that add was acknowledged. */
  adding(): () => void {
    // An add that began before a look has answered may be in that look's count already, and must not be counted on top of it.
    const period = this.#period;
    return () => {
      period.acknowledged += 1;
    };
  }

  /** The loss that was found in the last hour, in one sentence. */
  reason(): string | undefined {
    if (this.#loss === undefined || this.#clock.now() - this.#loss.atMs >= LOSS_TOLD_MS) return undefined;
    return this.#loss.reason;
  }

  /** Compares the counter with what is known, and logs a loss as an error. A look that fails changes nothing. Never rejects. */
  async look(): Promise<void> {
    const period = this.#period;
    const expected = period.counted + period.acknowledged;
    const answer = await this.#read();
    // Another look may have answered first.
    if (answer === 0 || period !== this.#period) return;
    const counted = answer - 1;
    this.#period = { counted, acknowledged: 0 };
    if (counted >= expected) return;
    const reason = `Redis came back without what it had acknowledged: it had counted ${expected} calls (duplicates included) and remembers ${counted}, and deliveries that had not been handled may be lost.`;
    this.#loss = { reason, atMs: this.#clock.now() };
    this.#logger.error(
      { expected, counted },
      'redis came back without what it had acknowledged: deliveries may be lost',
    );
  }

  async #read(): Promise<number> {
    try {
      return Number(await this.#redis.eval(READ_SCRIPT, 1, this.#counterKey)) || 0;
    } catch (error) {
      this.#logger.debug({ error: describeError(error) }, 'redis could not be asked what it has counted');
      return 0;
    }
  }
}
