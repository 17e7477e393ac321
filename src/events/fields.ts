import { z } from 'zod';
import type { JsonObject } from './json.ts';

/**
 * An id of any form. Most are 24 hex digits and notifications have a UUID, but formats may change up to 255 characters.
 * Source: Part A, "Versioning"; both forms seen on the wire.
 */
export const id = z.string().min(1);

/** A moment in unix seconds with a fraction. Source: Part A, "Payload shapes". */
export const unixSeconds = z.number();

/** A moment as ISO 8601 text, with or without milliseconds. Source: Part A, "App user", shows none; seen on the wire with them. */
export const isoDate = z.string();

/**
 * A JSON object whose keys the service does not fix; it is kept as it is, by reference. A list passes too: the oldest bodies
 * write `[]` for empty metadata, and reading a key of it gives `undefined` all the same. Source: the service's public documentation.
 */
export const freeObject: z.ZodType<JsonObject> = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null,
  'Invalid input: expected object',
);
