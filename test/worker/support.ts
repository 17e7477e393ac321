import type { Consumption, DeliveryQueue, Lease, Settlement } from '../../src/queue/index.ts';
import { createRouter, type Router } from '../../src/router/index.ts';
import { createManualClock } from '../../src/testing/manual-clock.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { createWorker, type Worker, type WorkerEvents, type WorkerOptions } from '../../src/worker/index.ts';
import { makeDelivery } from '../support/deliveries.ts';

/** A queue of which `consume` alone works: it hands the test what the worker gave it. */
export function createFakeQueue(consumption: Partial<Consumption> = {}) {
  const consumed: Parameters<DeliveryQueue['consume']>[] = [];
  const queue = {
    consume(...given: Parameters<DeliveryQueue['consume']>): Consumption {
      consumed.push(given);
      return {
        close: async () => ({ handedBack: 3 }),
        health: async () => ({ ready: true }),
        ...consumption,
      };
    },
  };
  return { consumed, queue: queue as unknown as DeliveryQueue };
}

/** A lease of a text message, changed by `overrides`, that keeps its checkpoints in `stored`. */
export function makeLease(overrides: Partial<Lease> = {}, stored: Map<string, string> = new Map()): Lease {
  return {
    delivery: makeDelivery(),
    attempt: 1,
    redelivered: false,
    failures: [],
    signal: new AbortController().signal,
    readCheckpoints: async () => new Map(stored),
    writeCheckpoint: async (name, value) => {
      stored.set(name, value);
    },
    noteCheckpoint: (name, value) => {
      stored.set(name, value);
    },
    ...overrides,
  };
}

/** A failure of `handler` as an earlier run left it. */
export function makeFailure(handler: string, attempts = 1, final = false) {
  return { handler, attempts, final, error: { type: 'Error', message: 'earlier' } };
}

/** A started worker on a fake queue, with everything it says and does in reach. */
export async function startWorker(options: Partial<WorkerOptions> = {}, consumption?: Partial<Consumption>) {
  const router: Router = options.router ?? createRouter();
  const clock = createManualClock();
  const logger = createMemoryLogger();
  const { queue, consumed } = createFakeQueue(consumption);
  const worker: Worker = createWorker({ queue, clock, logger, backoff: () => 700, ...options, router });
  const emitted: { [Name in keyof WorkerEvents]?: WorkerEvents[Name] } = {};
  worker.on('handled', (event) => {
    emitted.handled = event;
  });
  worker.on('retrying', (event) => {
    emitted.retrying = event;
  });
  worker.on('deadLettered', (event) => {
    emitted.deadLettered = event;
  });
  await worker.start();
  const [process, consumeOptions] = consumed[0] ?? [];
  if (!process || !consumeOptions) throw new Error('the worker consumes nothing');
  const run = async (lease: Lease): Promise<Settlement> => {
    const settlement = await process(lease);
    consumeOptions.onSettled?.(lease, settlement);
    return settlement;
  };
  return { worker, router, clock, logger, emitted, consumed, consumeOptions, run };
}
