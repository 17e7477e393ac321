import { OptionsError } from '../../errors/index.ts';
import { readInteger, readOptions } from '../../options/index.ts';
import type { AppRecord, ChannelFailureRecord, UserRecord } from '../world/index.ts';

/** A failure to order. */
export interface ChannelFailure {
  /** What webhooks are told: one of the codes of Part A, "Delivery error codes", or any other. */
  readonly code: string;
  /** Default: a sentence with the code. */
  readonly message?: string | undefined;
  /** The channel's own error, as it is. Default: one in the shape of the channel. */
  readonly underlyingError?: unknown;
  /** `user`: the channel takes the message first. Default: `channel`. */
  readonly stage?: 'channel' | 'user' | undefined;
  /** Default: all integrations. */
  readonly integrationId?: string | undefined;
  /** `_id` of the user. Default: all users. */
  readonly user?: string | undefined;
  /** How many deliveries fail. Default: 1. */
  readonly times?: number | undefined;
}

/** Has the next deliveries to channels of `app` fail. Gives a function that takes the order back. Throws an `OptionsError` for a wrong one. */
export function orderFailure(app: AppRecord, failure: ChannelFailure): () => void {
  checkFailure(failure);
  const { code, underlyingError, stage = 'channel', integrationId, user, times = 1 } = failure;
  const message = failure.message ?? `Ordered failure: ${code}`;
  const record: ChannelFailureRecord = {
    error: underlyingError === undefined ? { code, message } : { code, message, underlyingError },
    stage,
    integrationId,
    user,
    times,
  };
  app.channelState.failures.push(record);
  return () => {
    app.channelState.failures = app.channelState.failures.filter((one) => one !== record);
  };
}

function checkFailure(failure: ChannelFailure): void {
  const keys = ['code', 'message', 'underlyingError', 'stage', 'integrationId', 'user', 'times'];
  const { code, stage = 'channel', times = 1 } = readOptions(failure, keys, 'a channel failure');
  if (typeof code !== 'string' || code === '')
    throw new OptionsError("code must be a text such as 'rate_limited'.");
  if (stage !== 'channel' && stage !== 'user') throw new OptionsError("stage must be 'channel' or 'user'.");
  readInteger(times, 'times');
}

/** Uses up the first ordered failure for a delivery, if there is one. */
export function takeFailure(
  app: AppRecord,
  user: UserRecord | undefined,
  integrationId: string | undefined,
): ChannelFailureRecord | undefined {
  const { channelState } = app;
  const found = channelState.failures.find(
    (one) =>
      (one.integrationId === undefined || one.integrationId === integrationId) &&
      (one.user === undefined || one.user === user?._id),
  );
  if (found !== undefined) {
    found.times--;
    channelState.failures = channelState.failures.filter(({ times }) => times > 0);
  }
  return found;
}
