import { randomUUID } from 'node:crypto';
import type { Delivery } from '../delivery.ts';
import type { HandlerFailure } from './delivery-queue.ts';

/** A delivery as the memory queue keeps it. */
export interface MemoryRecord {
  readonly id: string;
  readonly key: string;
  /** The delivery as JSON, as a durable queue would keep it: what JSON cannot carry is gone, and no run sees what another one changed. */
  readonly json: string;
  readonly checkpoints: Map<string, string>;
  /** Runs that ended in a failure since the enqueue or the last replay. */
  failedRuns: number;
  /** Runs that began in the same time. */
  startedRuns: number;
  failures: readonly HandlerFailure[];
  /** When it last began to wait for its run, in milliseconds since 1970. */
  waitingSinceMs: number;
}

/** A new record of `delivery`, with an id of its own. */
export function createRecord(delivery: Delivery): MemoryRecord {
  return {
    id: `${delivery.key}-${randomUUID()}`,
    key: delivery.key,
    json: JSON.stringify(delivery),
    checkpoints: new Map(),
    failedRuns: 0,
    startedRuns: 0,
    failures: [],
    waitingSinceMs: 0,
  };
}

/** A fresh copy of the record's delivery. */
export function readDelivery(record: MemoryRecord): Delivery {
  return JSON.parse(record.json) as Delivery;
}
