import type { Clock } from '../clock.ts';
import {
  type ConsumeOptions,
  type Consumption,
  type Lease,
  type ProcessDelivery,
  type QueueHealth,
  REJECTED_RETRY_MS,
  type Settlement,
} from './delivery-queue.ts';
import { type MemoryRecord, readDelivery } from './memory-record.ts';

/** How long an aborted run may take to give its delivery back before it is taken, in milliseconds. */
const HAND_BACK_MS = 1_000;

interface Run {
  readonly record: MemoryRecord;
  readonly lease: Lease;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** What the queue is told by a consumer. */
interface ConsumerEvents {
  /** A run ended: settle its record. */
  settle(record: MemoryRecord, settlement: Settlement): void;
  /** The consumer takes no more. */
  left(consumer: MemoryConsumer): void;
}

/** One `consume` of the memory queue. */
export class MemoryConsumer implements Consumption {
  readonly #runs = new Set<Run>();
  readonly #process: ProcessDelivery;
  readonly #options: ConsumeOptions;
  readonly #clock: Clock;
  readonly #events: ConsumerEvents;
  #closed: Promise<{ readonly handedBack: number }> | undefined;

  constructor(process: ProcessDelivery, options: ConsumeOptions, clock: Clock, events: ConsumerEvents) {
    this.#process = process;
    this.#options = options;
    this.#clock = clock;
    this.#events = events;
  }

  /** Whether another delivery may be started. */
  get hasRoom(): boolean {
    return this.#closed === undefined && this.#runs.size < this.#options.concurrency;
  }

  start(record: MemoryRecord): void {
    const controller = new AbortController();
    const lease = createLease(record, controller.signal);
    const ended = runToSettlement(this.#process, lease).then((settlement) => this.#end(run, settlement));
    const run: Run = { record, lease, controller, ended };
    this.#runs.add(run);
  }

  close({ graceMs }: { readonly graceMs: number }): Promise<{ readonly handedBack: number }> {
    this.#closed ??= this.#stop(graceMs);
    return this.#closed;
  }

  async health(): Promise<QueueHealth> {
    return this.#closed !== undefined ? { ready: false, reason: 'The consumer is closed.' } : { ready: true };
  }

  async #stop(graceMs: number): Promise<{ readonly handedBack: number }> {
    // Whoever awaits this waits for something: the process must not end under it. The clock's timers keep no process alive.
    const awake = setInterval(() => {}, 60_000);
    try {
      return await this.#handBack(graceMs);
    } finally {
      clearInterval(awake);
    }
  }

  async #handBack(graceMs: number): Promise<{ readonly handedBack: number }> {
    this.#events.left(this);
    await this.#whenIdle(graceMs);
    const left = [...this.#runs];
    for (const run of left) run.controller.abort(new Error('The worker is closing.'));
    await this.#whenIdle(HAND_BACK_MS);
    for (const run of [...this.#runs]) this.#end(run, { outcome: 'handBack' });
    return { handedBack: left.length };
  }

  /** Resolves when no run is left, or after `limitMs`. */
  async #whenIdle(limitMs: number): Promise<void> {
    if (this.#runs.size === 0) return;
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = this.#clock.schedule(resolve, limitMs);
    });
    await Promise.race([Promise.all([...this.#runs].map((run) => run.ended)), late]);
    cancel();
  }

  /** Settles a run once: what a run says after its delivery was taken back is not heard. */
  #end(run: Run, settlement: Settlement): void {
    if (!this.#runs.delete(run)) return;
    this.#events.settle(run.record, settlement);
    this.#options.onSettled?.(run.lease, settlement);
  }
}

async function runToSettlement(process: ProcessDelivery, lease: Lease): Promise<Settlement> {
  try {
    return await process(lease);
  } catch {
    return { outcome: 'retry', delayMs: REJECTED_RETRY_MS, failures: lease.failures };
  }
}

function createLease(record: MemoryRecord, signal: AbortSignal): Lease {
  const attempt = record.failedRuns + 1;
  record.startedRuns += 1;
  return {
    delivery: readDelivery(record),
    attempt,
    redelivered: record.startedRuns > attempt,
    failures: record.failures,
    signal,
    readCheckpoints: () => new Map(record.checkpoints),
    writeCheckpoint: async (name, value) => {
      record.checkpoints.set(name, value);
    },
    noteCheckpoint: (name, value) => {
      record.checkpoints.set(name, value);
    },
  };
}
