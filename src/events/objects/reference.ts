import type { z } from 'zod';
import { id } from '../fields.ts';
import { openObject } from '../open-object.ts';

const reference = openObject({ _id: id });

/** An object of which the event tells the id alone: app, conversation, message, notification. Source: Part A, "Other shared objects". */
export interface Reference extends z.output<typeof reference> {}

/** Schema of a `Reference`. Source: Part A, "Other shared objects". */
export const referenceSchema: z.ZodType<Reference> = reference;
