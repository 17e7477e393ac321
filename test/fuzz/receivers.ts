import type { Delivery } from '../../src/delivery.ts';
import {
  createReceiver,
  type Logger,
  parseEvent,
  type Receiver,
  type ReceiverOptions,
} from '../../src/index.ts';
import type { ReceiverKind } from './input.ts';

/** The secret that every receiver under test knows. */
export const SECRET = 'w6fKq2Zr-9dLxT0vBn3c';

/** What a receiver under test may answer. None of it is 403, 404, 406 or 3xx, which end a delivery; 500 is a bug, and 503 has a reason. */
export interface Subject {
  readonly receiver: Receiver;
  readonly statuses: ReadonlySet<number>;
  /** The codes that a 503 of it may have. */
  readonly unavailable: readonly string[];
}

/** What the receivers under test have done, and the first thing that was wrong with it. */
export class Witness {
  fault: string | undefined;
  #stored: string | undefined;

  reset(): void {
    this.fault = undefined;
    this.#stored = undefined;
  }

  blame(fault: string): void {
    this.fault ??= fault;
  }

  /** Does with a delivery what a queue does: writes it. */
  take(delivery: Delivery): void {
    this.#stored = JSON.stringify(delivery);
  }

  /** Does with the delivery what a worker does: reads it and parses it again. */
  check(): void {
    if (this.#stored === undefined) return;
    const { key, version, payload } = JSON.parse(this.#stored) as Delivery;
    if (!/^w1-[\w-]{32}$/.test(key)) this.blame(`the key is ${key}`);
    parseEvent(payload, { defaultVersion: version === 'v1.1' ? 'v1.1' : 'v1' });
  }

  /** A logger that reads what it is given, as a real one does. */
  readonly logger: Logger = {
    debug: (fields) => this.#read(fields),
    info: (fields) => this.#read(fields),
    warn: (fields) => this.#read(fields),
    error: (fields) => this.blame(`an error was logged: ${JSON.stringify(fields)}`),
  };

  #read(fields: object): void {
    if (JSON.stringify(fields).includes(SECRET)) this.blame('the secret was logged');
  }
}

const usual = [200, 400, 401, 405, 413, 415];
const distantFuture = new Date('2100-01-01');

/** Makes one receiver of each kind. */
export function createSubjects(witness: Witness): Record<ReceiverKind, Subject> {
  const make = (
    options: Partial<ReceiverOptions>,
    statuses: readonly number[],
    unavailable: readonly string[] = [],
  ): Subject => {
    const queue = {
      enqueue: async (delivery: Delivery) => {
        witness.take(delivery);
        return { outcome: 'queued', release: async () => {} } as const;
      },
    };
    const receiver = createReceiver({ secrets: SECRET, queue, logger: witness.logger, ...options });
    return { receiver, statuses: new Set(statuses), unavailable };
  };
  const failing = {
    enqueue: async (delivery: Delivery) => {
      // drivers quote what they could not store
      throw new Error(`cannot store ${JSON.stringify(delivery).slice(0, 5_000)}`);
    },
  };
  const subjects: Record<ReceiverKind, Subject> = {
    plain: make({}, usual),
    small: make({ limitBytes: 600 }, usual),
    oneVersion: make(
      { acceptVersions: ['v1.1'], secrets: [{ name: 'shop', secret: SECRET, version: 'v1.1' }] },
      usual,
    ),
    rotating: make({ rotationUntil: distantFuture }, [...usual, 503], ['secret_not_known_yet']),
    failing: make({ queue: failing }, [...usual, 503], ['queue_unavailable']),
    sealed: make(
      { secrets: () => Promise.reject(new Error(SECRET)) },
      [200, 401, 405, 503],
      ['secrets_unavailable'],
    ),
    draining: make({}, [503], ['draining']),
  };
  void subjects.draining.receiver.drain();
  return subjects;
}
