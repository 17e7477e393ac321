import { v1Event, v11Event } from './event-schema.ts';
import { unixSeconds } from './fields.ts';
import { activitySchema } from './objects/activity.ts';
import { appUserSchema, fullAppUserSchema } from './objects/app-user.ts';
import { clientSchema } from './objects/client.ts';
import { referenceSchema } from './objects/reference.ts';
import { referralSchema } from './objects/referral.ts';
import { type Channel, sourceSchema } from './objects/source.ts';
import { openSet } from './open-set.ts';

const fields = {
  appUser: appUserSchema,
  timestamp: unixSeconds,
  /** Missing in v1 and in early v1.1 bodies. */
  conversation: referenceSchema.optional(),
  /** With `includeClient`. */
  client: clientSchema.optional(),
  source: sourceSchema,
  referral: referralSchema.optional(),
};

const v1Fields = {
  ...fields,
  /** Missing in bodies of 2016, which name the channel instead. */
  source: sourceSchema.optional(),
  /** @deprecated Bodies of 2016 only; see `source`. */
  channel: openSet<Channel>().optional(),
};

/** A user opts in to receive messages. Source: Part A, "Payload shapes"; v1 sends the full user, Part A, "Versioning". */
export const conversationStart = {
  v1: v1Event('conversation:start', { ...v1Fields, appUser: fullAppUserSchema }),
  'v1.1': v11Event('conversation:start', fields),
};

/** A user reads a conversation. Source: Part A, "Payload shapes". */
export const conversationRead = {
  v1: v1Event('conversation:read', v1Fields),
  'v1.1': v11Event('conversation:read', fields),
};

/** A user scans a code or clicks an ad. Source: Part A, "Payload shapes". */
export const conversationReferral = {
  v1: v1Event('conversation:referral', { ...v1Fields, referral: referralSchema }),
  'v1.1': v11Event('conversation:referral', { ...fields, referral: referralSchema }),
};

/** A user starts or stops typing. Source: Part A, "Triggers", does not show it; shipped receivers, and inferred. */
export const typingAppUser = {
  'v1.1': v11Event('typing:appUser', {
    activity: activitySchema,
    appUser: appUserSchema,
    conversation: referenceSchema.optional(),
    client: clientSchema.optional(),
    source: sourceSchema.optional(),
    timestamp: unixSeconds.optional(),
  }),
};
