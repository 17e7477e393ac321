import type { Clock } from '../clock.ts';
import { DEAD_LETTER_AGE_MS, limitOf, matchesFilter } from './dead-letters.ts';
import type { DeadLetter, DeadLetterFilter, DeadLetters, DeathCause } from './delivery-queue.ts';
import { type MemoryRecord, readDelivery } from './memory-record.ts';

/** The most dead letters that are kept; beyond it the oldest are dropped. */
const MAX_DEAD_LETTERS = 10_000;

/** What the queue does when a dead letter leaves. */
interface Exits {
  /** Put back into the queue. */
  replayed(record: MemoryRecord): void;
  /** Deleted. */
  removed(record: MemoryRecord): void;
}

interface Grave {
  readonly record: MemoryRecord;
  readonly cause: DeathCause;
  readonly diedAtMs: number;
}

/** The dead letters of the memory queue, oldest first inside. */
export class MemoryDeadLetters implements DeadLetters {
  readonly #graves = new Map<string, Grave>();
  readonly #clock: Clock;
  readonly #exits: Exits;

  constructor(clock: Clock, exits: Exits) {
    this.#clock = clock;
    this.#exits = exits;
  }

  get size(): number {
    this.#dropOld();
    return this.#graves.size;
  }

  all(): readonly DeadLetter[] {
    this.#dropOld();
    return [...this.#graves.values()].map(toDeadLetter);
  }

  bury(record: MemoryRecord, cause: DeathCause): void {
    this.#graves.set(record.id, { record, cause, diedAtMs: this.#clock.now() });
    this.#dropOld();
  }

  async list(filter: DeadLetterFilter = {}): Promise<readonly DeadLetter[]> {
    const limit = limitOf(filter);
    const newestFirst = [...this.all()].reverse();
    return newestFirst.filter((letter) => matchesFilter(letter, filter)).slice(0, limit);
  }

  async get(id: string): Promise<DeadLetter | undefined> {
    this.#dropOld();
    const grave = this.#graves.get(id);
    return grave && toDeadLetter(grave);
  }

  async replay(id: string): Promise<boolean> {
    const grave = this.#take(id);
    if (grave) this.#exits.replayed(grave.record);
    return grave !== undefined;
  }

  async remove(id: string): Promise<boolean> {
    const grave = this.#take(id);
    if (grave) this.#exits.removed(grave.record);
    return grave !== undefined;
  }

  #take(id: string): Grave | undefined {
    this.#dropOld();
    const grave = this.#graves.get(id);
    this.#graves.delete(id);
    return grave;
  }

  #dropOld(): void {
    const horizonMs = this.#clock.now() - DEAD_LETTER_AGE_MS;
    for (const [id, grave] of this.#graves) {
      if (grave.diedAtMs > horizonMs && this.#graves.size <= MAX_DEAD_LETTERS) break;
      this.#graves.delete(id);
    }
  }
}

function toDeadLetter({ record, cause, diedAtMs }: Grave): DeadLetter {
  return { id: record.id, delivery: readDelivery(record), attempts: record.failedRuns, diedAtMs, ...cause };
}
