import { z } from 'zod';
import { freeObject, isoDate } from '../fields.ts';
import { openObject } from '../open-object.ts';
import { openSet } from '../open-set.ts';
import type { Channel } from './source.ts';

const client = openObject({
  _id: z.string().optional(),
  platform: openSet<Channel>().optional(),
  status: openSet<'active' | 'blocked' | 'inactive' | 'pending'>().optional(),
  integrationId: z.string().optional(),
  pushNotificationToken: z.string().optional(),
  /** Id of the user on an external channel. */
  externalId: z.string().optional(),
  /** Whether this is the preferred channel for messages to the user. */
  primary: z.boolean().optional(),
  deviceId: z.string().optional(),
  displayName: z.string().optional(),
  avatarUrl: z.string().optional(),
  /** Curated properties, which vary by platform: text, numbers, the string `"nil"`. */
  info: freeObject.optional(),
  /** Channel properties as they came: any JSON, with integers that may have lost precision. Check it before you use it. */
  raw: z.unknown().optional(),
  appVersion: z.string().optional(),
  lastSeen: isoDate.optional(),
  linkedAt: isoDate.optional(),
  /** @deprecated Use `_id` or `deviceId`. Bodies of 2017 and client:remove may have it alone. */
  id: z.string().optional(),
  /** @deprecated Use `status`. */
  active: z.boolean().optional(),
  /** @deprecated Use `status`. */
  blocked: z.boolean().optional(),
});

/** A device or channel of an app user. Every field may be missing: `{}` was seen. Source: Part A, "Client"; seen on the wire. */
export interface Client extends z.output<typeof client> {}

/** Schema of a `Client`. Source: Part A, "Client"; seen on the wire without `_id`. */
export const clientSchema: z.ZodType<Client> = client;
