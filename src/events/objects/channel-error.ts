import { z } from 'zod';
import { openObject } from '../open-object.ts';
import { openSet } from '../open-set.ts';

/** Why a message did not arrive. Source: Part A, "Delivery error codes"; `forbidden`: shipped receivers. */
export type ChannelErrorCode =
  | 'aborted'
  | 'blocked'
  | 'bad_request'
  | 'delivery_timeout'
  | 'forbidden'
  | 'not_found'
  | 'rate_limited'
  | 'service_internal_error'
  | 'service_unavailable'
  | 'template_unavailable'
  | 'too_many_errors'
  | 'unauthorized'
  | 'uncategorized_error';

const channelError = openObject({
  code: openSet<ChannelErrorCode>(),
  message: z.string().optional(),
  /** The channel's own error, in the channel's own shape. Check it before you use it. */
  underlyingError: z.unknown().optional(),
});

/** The error of a failed delivery or link. Source: Part A, "Other shared objects". */
export interface ChannelError extends z.output<typeof channelError> {}

/** Schema of a `ChannelError`. Source: Part A, "Other shared objects"; `underlyingError` seen in four shapes. */
export const channelErrorSchema: z.ZodType<ChannelError> = channelError;
