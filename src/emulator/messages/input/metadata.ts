import { z } from 'zod';

/** Largest metadata, as JSON in bytes. Source: the service's public documentation of the later major version; Part A states it for user properties. */
const metadataBytes = 4_096;

/** Metadata of a message, an item or an action: flat, at most 4 kB. Source: Part A, "Other shared objects". */
export const metadataInput = z
  .record(
    z.string(),
    z.union(
      [z.string(), z.number(), z.boolean()],
      'metadata is flat: its values are texts, numbers and booleans',
    ),
  )
  .refine((metadata) => Buffer.byteLength(JSON.stringify(metadata)) <= metadataBytes, {
    error: `metadata is larger than ${metadataBytes} bytes`,
  });
