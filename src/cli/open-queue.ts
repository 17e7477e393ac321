import { createBullQueue } from '../bullmq/index.ts';
import type { DeliveryQueue, Logger } from '../index.ts';
import type { CommandOption, Values } from './values.ts';

/** The options that say which queue is meant. */
export const queueOptions = {
  redis: { type: 'string', value: 'URL', help: 'where Redis is', env: 'REDIS_URL' },
  queue: { type: 'string', value: 'NAME', help: 'name of the queue; default: deliveries' },
  prefix: { type: 'string', value: 'PREFIX', help: 'beginning of its keys; default: {wh}' },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** What goes wrong is told by the command's own error. */
const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** The name and the prefix that the options give. */
export function readQueueName(values: Values): { name?: string; prefix?: string } {
  const [name, prefix] = [values.text('queue'), values.text('prefix')];
  return { ...(name === undefined ? {} : { name }), ...(prefix === undefined ? {} : { prefix }) };
}

/** The queue that the options name. */
export function openQueue(values: Values): DeliveryQueue {
  return createBullQueue({
    connection: values.required('redis'),
    ...readQueueName(values),
    logger: silentLogger,
  });
}
