import { z } from 'zod';

/** One of the known strings, which an editor completes, or any other string. */
export type OpenSet<Known extends string> = Known | (string & {});

/**
 * The schema of a set that the service may extend at any time: every string passes. The known members are for the editor.
 * Source: Part A, "Versioning": clients must ignore unknown values.
 */
export function openSet<Known extends string>(): z.ZodType<OpenSet<Known>> {
  return z.string();
}
