import { OptionsError } from '../errors/index.ts';

/** Where a queue stands in Redis. */
export interface QueuePlace {
  readonly name: string;
  readonly prefix: string;
}

/** The name and the prefix of a queue, with their defaults. Throws an `OptionsError` for those that cannot work. */
export function readQueuePlace(given: { readonly name?: unknown; readonly prefix?: unknown }): QueuePlace {
  const { name = 'deliveries', prefix = '{wh}' } = given;
  if (typeof name !== 'string' || name === '' || name.includes(':')) {
    throw new OptionsError("name must not be empty nor hold ':': BullMQ builds its keys with it.");
  }
  if (typeof prefix !== 'string' || !/\{[^{}]+\}/.test(prefix)) {
    throw new OptionsError(
      "prefix needs a part in braces, such as '{wh}': it keeps the queue's keys on one node of a Redis Cluster.",
    );
  }
  return { name, prefix };
}
