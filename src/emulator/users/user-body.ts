import { z } from 'zod';
import { toIsoTime } from '../world/index.ts';

const profile = {
  givenName: z.string().optional(),
  surname: z.string().optional(),
  email: z.string().optional(),
  avatarUrl: z.string().optional(),
  signedUpAt: z.iso
    .datetime({ offset: true, error: 'must be an ISO 8601 time such as 2024-01-31T09:30:00.000Z' })
    .transform((text) => toIsoTime(Date.parse(text)))
    .optional(),
  toBeRetained: z.boolean().optional(),
  properties: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]), {
      error: 'must be an object of texts, numbers and booleans',
    })
    .optional(),
};

/** Body of "create app user". Source: Part A, "Endpoints", "App users". */
export const newUserBody = z.object({ userId: z.string().min(1), ...profile });

/** Body of "update app user". Source: Part A, "Endpoints", "App users". */
export const userUpdateBody = z.object(profile);

const reference = z.object({ _id: z.string().min(1) });

/** Body of "merge app users": two objects, by `_id`. Source: Part A, "Endpoints", "App users". */
export const mergeBody = z.object({ surviving: reference, discarded: reference });

/** What an update changes. */
export type UserUpdate = z.output<typeof userUpdateBody>;
