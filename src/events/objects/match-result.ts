import type { z } from 'zod';
import { openObject } from '../open-object.ts';
import { appUserSchema } from './app-user.ts';
import { clientSchema } from './client.ts';
import { referenceSchema } from './reference.ts';

const matchResult = openObject({
  appUser: appUserSchema.optional(),
  conversation: referenceSchema.optional(),
  client: clientSchema.optional(),
});

/** Whom a notification reached. Source: Part A, "Payload shapes"; each part may be missing. */
export interface MatchResult extends z.output<typeof matchResult> {}

/** Schema of a `MatchResult`. Source: Part A, "Payload shapes". */
export const matchResultSchema: z.ZodType<MatchResult> = matchResult;
