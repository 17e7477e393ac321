import { z } from 'zod';
import { openObject } from '../open-object.ts';
import { openSet } from '../open-set.ts';

/**
 * The names of channels, as `source.type`, `destination.type` and `client.platform` spell them. New ones appear at any time.
 * Source: Part A, "Other shared objects"; the service's public documentation; seen on the wire.
 */
export type Channel =
  | 'web'
  | 'ios'
  | 'android'
  | 'messenger'
  | 'viber'
  | 'telegram'
  | 'wechat'
  | 'line'
  | 'twilio'
  | 'messagebird'
  | 'twitter'
  | 'whatsapp'
  | 'instagram'
  | 'mailgun'
  | 'frontendEmail'
  | 'slack'
  | 'api'
  | 'notification';

const source = openObject({
  type: openSet<Channel>(),
  /** Internal id, in no common form: hex, UUID, base64, or digits as text. */
  id: z.string().optional(),
  integrationId: z.string().optional(),
  originalMessageId: z.string().optional(),
  /** Unix seconds; text was only ever documented for the later major version. */
  originalMessageTimestamp: z.union([z.number(), z.string()]).optional(),
  /** Routing hint of a business messaging channel, as it came. */
  group: z.unknown().optional(),
  /** Routing hint of a business messaging channel, as it came. */
  intent: z.unknown().optional(),
});

/** Where a message or an act of the user came from. Source: Part A, "Other shared objects"; the service's public documentation. */
export interface Source extends z.output<typeof source> {}

/** Schema of a `Source`. Source: Part A, "Other shared objects". */
export const sourceSchema: z.ZodType<Source> = source;
