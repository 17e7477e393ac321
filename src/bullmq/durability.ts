import type { Redis } from 'ioredis';
import { QueueError } from '../errors/index.ts';
import { describeError, type Logger } from '../logger.ts';
import type { RedisLink } from './connections.ts';
import { checkServer, type Durability, type ServerCheck } from './server-check.ts';

/** The server is looked at again when the last look is older than this, in milliseconds. */
const CHECK_INTERVAL_MS = 10_000;

/** How long a confirmation may take, in milliseconds. */
const CONFIRM_TIMEOUT_MS = 1_000;

/** What a queue asks of its server. */
export interface DurabilityOptions {
  readonly durability: Durability;
  /** Whether a level that is not reached is a refusal, or only a warning. */
  readonly strict: boolean;
}

/**
 * Knows whether Redis is fit to keep deliveries. It is looked at when it is reached for the first time, after each reconnect, and beside the
 * calls every 10 seconds, because a policy can be changed at run time.
 */
export class DurabilityGuard {
  readonly #link: RedisLink;
  readonly #options: DurabilityOptions;
  readonly #logger: Logger;
  #check: ServerCheck | undefined;
  #checkedAtMs = 0;
  #checking: Promise<void> | undefined;
  #told = '';
  #failure = 'it has not answered yet.';
  #current: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(link: RedisLink, options: DurabilityOptions, logger: Logger) {
    this.#link = link;
    this.#options = options;
    this.#logger = logger;
    link.redis.on('ready', () => {
      this.#checkedAtMs = 0;
      void this.#look();
    });
  }

  /** Why Redis must not be trusted with deliveries, or `undefined`. Waits for the first look, and for no later one. */
  refusal(): string | undefined | Promise<string | undefined> {
    if (this.#check === undefined) return this.#firstRefusal();
    void this.#look();
    return this.#check.refusal;
  }

  async #firstRefusal(): Promise<string | undefined> {
    await this.#link.firstContact;
    await this.#look();
    if (this.#check) return this.#check.refusal;
    return this.#options.strict ? `Redis could not be looked at: ${this.#failure}` : undefined;
  }

  /**
   * Resolves when the writes that were made before on this connection are as durable as they have to be; `undefined` where they are so already. Rejects with a
   * `QueueError`.
   */
  confirm(): Promise<void> | undefined {
    const { confirmation = 'none' } = this.#check ?? {};
    if (confirmation === 'none') return undefined;
    this.#next ??= this.#confirmNext(confirmation);
    return this.#next;
  }

  /** One confirmation serves all writes that were made before it is asked for: those that come while another one is under way share the next. */
  async #confirmNext(confirmation: 'wait' | 'waitaof'): Promise<void> {
    await this.#current;
    this.#current = this.#next?.catch(() => {});
    this.#next = undefined;
    if (await this.#isConfirmed(confirmation)) return;
    this.#checkedAtMs = 0;
    const what = confirmation === 'wait' ? 'No replica' : 'The append-only file';
    throw new QueueError('durability_not_reached', `${what} of Redis confirmed the delivery in time.`);
  }

  async #isConfirmed(confirmation: 'wait' | 'waitaof'): Promise<boolean> {
    try {
      return await isConfirmed(this.#link.redis, confirmation);
    } catch (error) {
      this.#logger.debug({ error: describeError(error) }, 'redis could not be asked for a confirmation');
      return false;
    }
  }

  #look(): Promise<void> | undefined {
    if (Date.now() - this.#checkedAtMs >= CHECK_INTERVAL_MS) this.#checking ??= this.#lookNow();
    return this.#checking;
  }

  async #lookNow(): Promise<void> {
    try {
      const { durability, strict } = this.#options;
      this.#check = await checkServer(this.#link.redis, durability, strict);
      this.#checkedAtMs = Date.now();
      this.#tell(this.#check);
    } catch (error) {
      const { message } = describeError(error);
      this.#failure = message;
      // While the connection is in trouble it says so itself.
      if (this.#link.trouble() === undefined)
        this.#tell({ warnings: [`Redis could not be looked at: ${message}`] });
    } finally {
      this.#checking = undefined;
    }
  }

  /** Says what was found, once until it changes. */
  #tell({ refusal, warnings }: Pick<ServerCheck, 'refusal' | 'warnings'>): void {
    const found = JSON.stringify([refusal, warnings]);
    if (found === this.#told) return;
    this.#told = found;
    if (refusal !== undefined) this.#logger.error({ refusal }, 'redis is not fit to keep deliveries');
    for (const warning of warnings) this.#logger.warn({ warning }, 'redis may lose deliveries');
  }
}

async function isConfirmed(redis: Redis, confirmation: 'wait' | 'waitaof'): Promise<boolean> {
  if (confirmation === 'wait') return (await redis.wait(1, CONFIRM_TIMEOUT_MS)) >= 1;
  const [local] = (await redis.call('WAITAOF', 1, 0, CONFIRM_TIMEOUT_MS)) as [number, number];
  return local >= 1;
}
