import { z } from 'zod';
import { issueLimit } from './issue.ts';
import { createRun } from './run-schema.ts';

/** A longer list is refused. The default limit of 1 MiB has room for so many members of 20 bytes, and real ones are longer. */
export const maxMembers = 50_000;

/**
 * A list. 1 MB holds 300,000 empty objects: reading stops once there are as many issues as are told of one body, for naming what each of
 * them lacks took seconds, and does not begin where there are more than `maxMembers`. `z.array` would read each member twice.
 */
export function listOf<Element extends z.ZodType>(element: Element): z.ZodType<z.output<Element>[]> {
  const run = createRun(element);
  return z.transform((members, context) => {
    if (!Array.isArray(members)) {
      context.issues.push({ code: 'invalid_type', expected: 'array', input: members });
      return [];
    }
    if (members.length > maxMembers) {
      context.issues.push({ code: 'too_big', origin: 'array', maximum: maxMembers, input: members });
      return [];
    }
    // A copy, because V8 may come to allocate the arrays of a `[]` among its old objects, where they wait for a full collection with all that they hold.
    const list = members.slice();
    for (let index = 0; index < list.length; index++) {
      const result = run(list[index]);
      if (result.issues.length > 0) context.issues.push(...z.core.util.prefixIssues(index, result.issues));
      if (context.issues.length >= issueLimit) break;
      list[index] = result.value;
    }
    return list;
  });
}
