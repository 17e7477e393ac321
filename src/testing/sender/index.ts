export { createAwaitAnswers } from './await-answers.ts';
export {
  createSender,
  makeHeaders,
  type SendAllOptions,
  type Sender,
  type SendOptions,
} from './create-sender.ts';
export type { Attempt, SentDelivery } from './deliver.ts';
export type { FaultName, RandomFaults } from './faults.ts';
export { followSchedule } from './follow-schedule.ts';
export { makeCall } from './make-call.ts';
export { readHeader, readSchedule, readSecret, type SenderOptions, type SenderWebhook } from './options.ts';
export { type Parcel, type Sendable, toParcel } from './payload.ts';
export { defaultScheduleMs, defaultTimeoutMs, judge, type Outcome, type Verdict } from './policy.ts';
export type { Probe } from './probe.ts';
export type { InProcessTarget } from './receiver-transport.ts';
export type { LostDelivery, SenderReport } from './report.ts';
export { createTransport, type Target } from './target.ts';
export { type Break, NoAnswerError, type TargetAnswer } from './transport.ts';
