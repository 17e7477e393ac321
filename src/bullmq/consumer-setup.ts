import type { Logger } from '../logger.ts';
import type { BullConsumer } from './bull-consumer.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { RedisLink } from './connections.ts';

/** What a consumer of the BullMQ driver works with. */
export interface BullConsumerSetup {
  readonly queueName: string;
  readonly prefix: string;
  /** A connection of its own, which it closes. */
  readonly link: RedisLink;
  /** How many deliveries this queue would hand out: none while it is paused. */
  readonly countWaiting: () => Promise<number>;
  /** The key of a job in Redis. */
  readonly jobKey: (id: string) => string;
  /** Which it closes. */
  readonly checkpoints: Checkpoints;
  readonly logger: Logger;
  /** Called once it has closed. */
  readonly onClosed: (consumer: BullConsumer) => void;
}
