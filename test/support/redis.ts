import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { type BullQueueOptions, createBullQueue } from '../../src/bullmq/index.ts';
import type { DeliveryQueue } from '../../src/queue/index.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { type FoundRedis, type RunningRedis, startRedis } from '../tools/redis.ts';

/** The Redis that the test setup found, or `undefined`: then the Redis tests are skipped with a loud line. */
const redisUrl = process.env['TEST_REDIS_URL'];

/** `describe` with a real Redis, skipped where there is none. */
export const describeWithRedis: jest.Describe = redisUrl ? describe : describe.skip;

/** The address of the real Redis. */
export function requireRedisUrl(): string {
  if (!redisUrl) throw new Error('TEST_REDIS_URL is not set: use describeWithRedis.');
  return redisUrl;
}

/** `describe` with a server that a test may stop and start, skipped where none can be started. */
export const describeWithServer: jest.Describe = process.env['TEST_REDIS_SERVER'] ? describe : describe.skip;

/** Starts a private server for a test that stops it or sets it up differently. */
export function startTestRedis(options: Parameters<typeof startRedis>[1] = {}): Promise<RunningRedis> {
  return startRedis(JSON.parse(process.env['TEST_REDIS_SERVER'] ?? '') as FoundRedis, options);
}

/** A BullMQ queue under a prefix of its own, which `cleanUp` deletes. */
export function openTestQueue(options: Partial<BullQueueOptions> = {}): {
  queue: DeliveryQueue;
  prefix: string;
  cleanUp: () => Promise<void>;
} {
  const prefix = `{test-${randomUUID()}}`;
  const queue = createBullQueue({
    connection: requireRedisUrl(),
    prefix,
    logger: createMemoryLogger(),
    ...options,
  });
  return { queue, prefix, cleanUp: () => deleteKeys(prefix) };
}

/** Deletes every key under `prefix`. */
export async function deleteKeys(prefix: string): Promise<void> {
  const redis = new Redis(requireRedisUrl());
  const keys = await redis.keys(`${prefix}:*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
}
