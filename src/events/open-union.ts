import { z } from 'zod';
import { isJsonObject } from './json.ts';
import { createRun, type RunSchema } from './run-schema.ts';

/**
 * A string that is none of the listed ones. It is a `string`, but no literal is one: so `message.type === 'image'` leaves out
 * the message of an unlisted type. The mark exists in the types alone. To compare with a type that is not listed, read it into a `string` first.
 */
export type Unlisted = `${string & { readonly '~unlisted': true }}`;

/** The schema of an `Unlisted` string: at run time every string passes. */
export const unlistedString: z.ZodType<Unlisted> = z.string() as unknown as z.ZodType<Unlisted>;

/**
 * A union told apart by the field `type`, in which unknown types have a schema of their own. A known type is judged by its
 * schema alone, so an issue names the field that is wrong; it is never taken for an unknown type.
 */
export function openUnion<Known extends Record<string, z.ZodType>, Other extends z.ZodType>(
  known: Known,
  other: Other,
): z.ZodType<z.output<Known[keyof Known]> | z.output<Other>> {
  type Output = z.output<Known[keyof Known]> | z.output<Other>;
  const byType = new Map<unknown, RunSchema<Output>>(
    Object.entries(known).map(([type, schema]) => [type, createRun(schema) as RunSchema<Output>]),
  );
  const runOther: RunSchema<Output> = createRun(other);
  return z.transform((value, context) => {
    const run = (isJsonObject(value) && byType.get(value['type'])) || runOther;
    const result = run(value);
    for (const issue of result.issues) context.issues.push(issue);
    return result.value;
  });
}
