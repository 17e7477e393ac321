import { z } from 'zod';
import { openObject } from '../open-object.ts';
import { openSet } from '../open-set.ts';

const referral = openObject({
  code: z.string(),
  /** Social messaging channel only. */
  details: openObject({
    source: openSet<'MESSENGER_CODE' | 'ADS'>().optional(),
    type: openSet<'OPEN_THREAD'>().optional(),
    adId: z.string().optional(),
    /** Another spelling of `adId`, from the public documentation of the later major version. */
    ad_id: z.string().optional(),
  }).optional(),
});

/** What led a user to the conversation: a scanned code, an ad. Source: Part A, "Other shared objects". */
export interface Referral extends z.output<typeof referral> {}

/** Schema of a `Referral`. Source: Part A, "Other shared objects"; the details need no field, the public documentation differs on them. */
export const referralSchema: z.ZodType<Referral> = referral;
