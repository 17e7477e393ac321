/** The BullMQ driver: a durable queue on Redis. */
export { type BullQueueOptions, createBullQueue } from './bull-queue.ts';
export type { BullConnection, RedisConnectionOptions, RedisInstance } from './connections.ts';
export type { Durability } from './server-check.ts';
