import type { Server } from 'node:http';

/** What a contender's process is told in its first argument, as JSON. */
export interface Setup {
  /** The file in `contenders/`, without its ending. */
  readonly name: string;
  /** A database of its own on the Redis of the run. */
  readonly redisUrl: string;
  readonly secret: string;
}

/** What a contender for HTTP exports as `start`: it listens on a free port of 127.0.0.1. */
export type StartContender = (setup: Setup) => Server | Promise<Server>;

/** What a contender for the worker exports as `run`: a worker. */
export type RunWorker = (setup: Setup, options: RunOptions) => RunningWorker;

/** How a worker is wanted. */
interface RunOptions {
  readonly concurrency: number;
  /** Registered handlers. One of them is for `message:appUser`, which is what is sent; the others are for other triggers. */
  readonly handlers: number;
  /** To be called with each payload, by the handler that does nothing else. */
  readonly onHandled: (payload: unknown) => void;
}

/** A worker under way. */
export interface RunningWorker {
  close(): Promise<unknown>;
}

/** One run of a worker: it ends after `count` deliveries. */
export interface WorkOrder extends Omit<RunOptions, 'onHandled'> {
  readonly count: number;
}

/** What the bench asks a process. */
export type Question = { readonly kind: 'usage' } | ({ readonly kind: 'work' } & WorkOrder);

/** What a process tells the bench. */
export type Reply =
  | { readonly kind: 'ready'; readonly port: number }
  | ({ readonly kind: 'usage' } & Usage)
  | { readonly kind: 'working' }
  | ({ readonly kind: 'worked' } & WorkReport);

/** What a process has used since its start. */
export interface Usage {
  /** User and system time, in microseconds. */
  readonly cpuUs: number;
  /** Largest resident memory so far, in KiB. */
  readonly peakKb: number;
}

/** How a run of a worker went, from its first delivery to its last. */
interface WorkReport {
  readonly ms: number;
  readonly cpuUs: number;
  /** From the `sentAtMs` of each payload to the call of the handler, in milliseconds. Empty when the payloads have none. */
  readonly latenciesMs: readonly number[];
}
