export { createHarness, type Harness } from './create-harness.ts';
export type { Deliver, DeliverAnswer, DeliverBody, DeliverOptions } from './deliver.ts';
export type { HarnessOptions } from './options.ts';
export { readTriggers } from './patterns.ts';
export type { HandledDelivery, HandlerRun } from './record.ts';
