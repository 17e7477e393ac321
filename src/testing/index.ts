export type { Duration } from '../options/index.ts';
export { type BuildOptions, build, type MessageFields, type Overrides } from './build/index.ts';
export { type CaptureOptions, type Capturing, capture } from './capture.ts';
export { fixtureNames } from './fixture-names.ts';
export type {
  Fixture,
  FixtureFilter,
  FixtureName,
  FixturePayload,
  KnownFixtureName,
  PayloadOf,
} from './fixture-types.ts';
export { type FixtureOptions, fixture, fixtures } from './fixtures.ts';
export { freshen } from './freshen.ts';
export {
  createHarness,
  type Deliver,
  type DeliverAnswer,
  type DeliverBody,
  type DeliverOptions,
  type HandledDelivery,
  type HandlerRun,
  type Harness,
  type HarnessOptions,
} from './harness/index.ts';
export { createManualClock, type ManualClock } from './manual-clock.ts';
export { createMemoryLogger, type LogLine, type MemoryLogger } from './memory-logger.ts';
export { createRandom, type Random } from './random.ts';
export { type ReplayAnswer, type ReplayOptions, replay } from './replay/index.ts';
export type { Salt } from './scrub/salt.ts';
export { type ScrubOptions, scrub } from './scrub/scrub.ts';
export {
  type Attempt,
  createSender,
  type FaultName,
  type InProcessTarget,
  type LostDelivery,
  type Outcome,
  type Probe,
  type RandomFaults,
  type SendAllOptions,
  type Sendable,
  type Sender,
  type SenderOptions,
  type SenderReport,
  type SenderWebhook,
  type SendOptions,
  type SentDelivery,
  type Target,
  type Verdict,
} from './sender/index.ts';
