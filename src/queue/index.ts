export { DEAD_LETTER_AGE_MS, limitOf, matchesFilter } from './dead-letters.ts';
export type {
  ConsumeOptions,
  Consumption,
  DeadLetter,
  DeadLetterFilter,
  DeadLetters,
  DeathCause,
  DeathReason,
  DeliveryQueue,
  EnqueueResult,
  HandlerFailure,
  Lease,
  ProcessDelivery,
  QueueCounts,
  QueueHealth,
  Settlement,
} from './delivery-queue.ts';
export { REJECTED_RETRY_MS } from './delivery-queue.ts';
export { createMemoryQueue, type MemoryQueue, type MemoryQueueOptions } from './memory-queue.ts';
export { ALARM_AGE_MS, describeWaiting } from './waiting-age.ts';
