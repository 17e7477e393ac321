import type { z } from 'zod';
import { id } from '../fields.ts';
import { openObject } from '../open-object.ts';

const externalMessage = openObject({ id });

/** A message as the channel numbers it; one message of ours may become several there. Source: Part A, "Other shared objects". */
export interface ExternalMessage extends z.output<typeof externalMessage> {}

/** Schema of an `ExternalMessage`. Source: Part A, "Other shared objects". */
export const externalMessageSchema: z.ZodType<ExternalMessage> = externalMessage;
