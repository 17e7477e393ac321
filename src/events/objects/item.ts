import { z } from 'zod';
import { freeObject } from '../fields.ts';
import { listOf } from '../list-of.ts';
import { openObject } from '../open-object.ts';
import { openSet } from '../open-set.ts';
import { actionSchema } from './action.ts';

const item = openObject({
  _id: z.string().optional(),
  title: z.string(),
  description: z.string().optional(),
  mediaUrl: z.string().optional(),
  mediaType: z.string().optional(),
  size: openSet<'compact' | 'large'>().optional(),
  actions: listOf(actionSchema).optional(),
  metadata: freeObject.optional(),
});

/** A card of a carousel or a row of a list. Source: Part B, "Item (carousel and list)". */
export interface Item extends z.output<typeof item> {}

/** Schema of an `Item`. Source: Part B, "Item (carousel and list)". */
export const itemSchema: z.ZodType<Item> = item;
