import type { z } from 'zod';
import { openObject } from '../open-object.ts';
import { openSet } from '../open-set.ts';
import { sourceSchema } from './source.ts';

const activity = openObject({
  type: openSet<'typing:start' | 'typing:stop'>(),
  role: openSet<'appUser' | 'appMaker'>().optional(),
  source: sourceSchema.optional(),
});

/** What a user does besides writing. Source: shipped receivers for `type`; the rest is inferred. Part A does not show it. */
export interface Activity extends z.output<typeof activity> {}

/** Schema of an `Activity`. Source: shipped receivers for `type`; the rest is inferred. */
export const activitySchema: z.ZodType<Activity> = activity;
