/** The BullMQ driver: a durable queue on Redis. */
export { type BullQueueOptions, createBullQueue } from './bull-queue.ts';
export type { BullConnection, RedisConnectionOptions, RedisInstance } from './connections.ts';
// What a person should know about a queue
export { diagnoseQueue } from './diagnosis/diagnose-queue.ts';
export type { Finding } from './diagnosis/finding.ts';
export type { DiagnoseOptions } from './diagnosis/queue-view.ts';
export type { Durability } from './server-check.ts';
