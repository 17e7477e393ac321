import { z } from 'zod';
import { issueLimit } from './issue.ts';
import { runSchema } from './run-schema.ts';

/** A longer list is refused. The default limit of 1 MiB has room for so many members of 20 bytes, and real ones are longer. */
export const maxMembers = 50_000;

/**
 * A list. 1 MB holds 300,000 empty objects: reading stops once there are as many issues as are told of one body, for naming what each of
 * them lacks took seconds, and does not begin where there are more than `maxMembers`. `z.array` would read each member twice.
 */
export function listOf<Element extends z.ZodType>(element: Element): z.ZodType<z.output<Element>[]> {
  return z.unknown().transform((members, context) => {
    const list: z.output<Element>[] = [];
    if (!Array.isArray(members)) {
      context.issues.push({ code: 'invalid_type', expected: 'array', input: members });
      return list;
    }
    if (members.length > maxMembers) {
      context.issues.push({ code: 'too_big', origin: 'array', maximum: maxMembers, input: members });
      return list;
    }
    for (const [index, value] of members.entries()) {
      const result = runSchema(element, value);
      if (result.issues.length > 0) context.issues.push(...z.core.util.prefixIssues(index, result.issues));
      if (context.issues.length >= issueLimit) break;
      list.push(result.value);
    }
    return list;
  });
}
