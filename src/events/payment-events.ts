import { z } from 'zod';
import { bothEvents } from './event-schema.ts';
import { id, unixSeconds } from './fields.ts';
import { listOf } from './list-of.ts';
import { buyActionSchema } from './objects/action.ts';
import { appUserSchema } from './objects/app-user.ts';
import { messageSchema } from './objects/message.ts';
import { referenceSchema } from './objects/reference.ts';
import { sourceSchema } from './objects/source.ts';
import { openObject } from './open-object.ts';

const payment = openObject({
  source: sourceSchema.optional(),
  message: messageSchema,
  action: buyActionSchema,
  /** `id` is the number of the payment at the payment processor. */
  charge: openObject({ id }),
  /** Listed by Part A; v1 bodies have none. */
  version: z.string().optional(),
});

/** A payment for a buy action. Source: Part A, "Payload shapes". */
export interface Payment extends z.output<typeof payment> {}

/** A payment is received. Source: Part A, "Payload shapes". */
export const paymentSuccess = bothEvents('payment:success', {
  appUser: appUserSchema,
  conversation: referenceSchema.optional(),
  payments: listOf(payment as z.ZodType<Payment>),
  timestamp: unixSeconds,
});
