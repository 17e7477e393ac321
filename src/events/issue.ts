import { z } from 'zod';

/** One thing that a schema found wrong. It names the place and the rule, never the value. */
export interface PayloadIssue {
  /** Where, for example `messages.0.mediaUrl`. Empty for the body itself. */
  readonly path: string;
  /** The rule's name in zod, for example `invalid_type`. */
  readonly code: string;
  readonly message: string;
}

/** The most issues that are told of one body. */
export const issueLimit = 20;

const english = z.locales.en().localeError;

/**
 * Parse context with messages that hold no value, whatever `z.config` the host program has set. zod's own message for a wrong
 * type can quote `constructor.name` of the input, so that one is written here.
 */
const inEnglish: z.core.ParseContext<z.core.$ZodIssue> = {
  error: (issue) =>
    issue.code === 'invalid_type'
      ? `Invalid input: expected ${issue.expected}, received ${kindOf(issue.input)}`
      : english(issue),
};

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** What a schema found wrong, without the values. A path holds names of schema fields and indices only, never a key of the sender's. */
export function toPayloadIssues(found: readonly z.core.$ZodRawIssue[]): PayloadIssue[] {
  return found.slice(0, issueLimit).map((issue) => {
    const { path, code, message } = z.core.util.finalizeIssue(issue, inEnglish, z.config());
    return { path: path.join('.'), code, message };
  });
}
