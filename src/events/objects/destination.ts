import { z } from 'zod';
import { openObject } from '../open-object.ts';
import { openSet } from '../open-set.ts';
import type { Channel } from './source.ts';

const destination = openObject({
  type: openSet<Channel>(),
  id: z.string().optional(),
  integrationId: z.string().optional(),
  /** Address of the user on the channel, such as a phone number. Notifications only. */
  destinationId: z.string().optional(),
});

/** Where a message or notification was sent to. Source: Part A, "Other shared objects". */
export interface Destination extends z.output<typeof destination> {}

/** Schema of a `Destination`. Source: Part A, "Other shared objects". */
export const destinationSchema: z.ZodType<Destination> = destination;
