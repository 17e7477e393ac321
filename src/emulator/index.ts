export type { ApiCall } from './api/index.ts';
export type { ChannelFailure, ShownItem, ShownMessage } from './channels/index.ts';
export { createEmulator } from './create-emulator.ts';
export type {
  AttemptRecord,
  Deliveries,
  DeliveryFilter,
  DeliveryRecord,
  DeliveryState,
  ReplayOptions,
  ReplaySource,
  ResendOptions,
  WaitForOptions,
} from './deliveries/index.ts';
export type { Calls, Channels, Emulator, EmulatorCredentials, Snapshot } from './emulator.ts';
export type {
  ButtonRef,
  EndUser,
  EndUserOptions,
  MessageFilter,
  SayContent,
  WaitOptions,
} from './end-user/index.ts';
export type {
  ApiAction,
  ApiFault,
  ApiFaultRule,
  DeliveryAction,
  DeliveryFault,
  DeliveryFaultRule,
  FaultRule,
  Faults,
  ListedFault,
} from './faults/index.ts';
export type { EmulatorLimits, EmulatorOptions, EmulatorRateLimit } from './options.ts';
export type { FireOptions } from './payloads/index.ts';
export type { Seed } from './seed.ts';
