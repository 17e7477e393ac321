import type { z } from 'zod';

/** What `safeParse` says of a whole body too. Only then zod takes its compiled way, without which 1 MB of small objects took 0.8 s and not 0.2 s. */
const context: z.core.ParseContextInternal = { async: false };

/** What `schema` makes of a part of a body, with its issues as they come. */
export function runSchema<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.core.ParsePayload<z.output<Schema>> {
  return schema._zod.run({ value, issues: [] }, context) as z.core.ParsePayload<z.output<Schema>>;
}
