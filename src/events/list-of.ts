import { z } from 'zod';
import { issueLimit } from './issue.ts';

/**
 * A list of any length. Reading stops once there are as many issues as are told of one body: 1 MB holds 300,000 empty
 * objects, and naming what each of them lacks took seconds.
 */
export function listOf<Element extends z.ZodType>(element: Element): z.ZodType<z.output<Element>[]> {
  return z.array(z.unknown()).transform((members, context) => {
    const list: z.output<Element>[] = [];
    for (const [index, value] of members.entries()) {
      const result = element._zod.run({ value, issues: [] }, {}) as z.core.ParsePayload<z.output<Element>>;
      context.issues.push(...z.core.util.prefixIssues(index, result.issues));
      if (context.issues.length >= issueLimit) break;
      list.push(result.value);
    }
    return list;
  });
}
