import { type QueueView, viewQueue } from '../bullmq/diagnosis/queue-view.ts';
import type { CommandOption, Values } from './values.ts';

/** The options that say which queue is meant. */
export const queueOptions = {
  redis: { type: 'string', value: 'URL', help: 'where Redis is', env: 'REDIS_URL' },
  queue: { type: 'string', value: 'NAME', help: 'name of the queue; default: deliveries' },
  prefix: { type: 'string', value: 'PREFIX', help: 'beginning of its keys; default: {wh}' },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** The name and the prefix that the options give. */
export function readQueueName(values: Values): { name?: string; prefix?: string } {
  const [name, prefix] = [values.text('queue'), values.text('prefix')];
  return { ...(name === undefined ? {} : { name }), ...(prefix === undefined ? {} : { prefix }) };
}

/** Runs `use` with the queue that the options name, and closes it. Nothing is written to Redis but by `use`. */
export async function useQueue<Result>(
  values: Values,
  use: (queue: QueueView) => Promise<Result>,
): Promise<Result> {
  const queue = viewQueue({ connection: values.required('redis'), ...readQueueName(values) }, 'The queue');
  try {
    return await use(queue);
  } finally {
    await queue.close();
  }
}

/** The dead letters of a queue. Rejects with an `Error` where nobody has ever used it: that is more often a slip in its name. */
export async function findDeadLetters(queue: QueueView): Promise<QueueView['deadLetters']> {
  if (await queue.wasUsed()) return queue.deadLetters;
  throw new Error(`The queue ${queue.queue.name} has never been used: check --queue, --prefix and --redis.`);
}
