export type { Backoff, BackoffOptions } from './backoff.ts';
export { type CloseOptions, type CloseResult, createWorker, type Worker } from './create-worker.ts';
export type { Listener } from './emitter.ts';
export type { WorkerOptions } from './options.ts';
export type { DeadLetteredEvent, HandledEvent, RetryingEvent, WorkerEvents } from './report.ts';
