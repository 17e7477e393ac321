export {
  createDeliveryMachine,
  type OutgoingEvent,
} from './create-delivery-machine.ts';
export type { Deliveries, ReplayOptions, ResendOptions } from './deliveries.ts';
export type { DeliveryFilter } from './filter.ts';
export { passOnce } from './pass-once.ts';
export type { ReplaySource } from './read-replay.ts';
export type { AttemptRecord, DeliveryRecord, DeliveryState } from './record.ts';
export type { WaitForOptions } from './wait-for.ts';
