import type { Message } from '../../events/index.ts';
import { ApiError } from '../world/index.ts';

/** Most messages in an answer. Source: Part B, "Messages". */
const pageSize = 100;

/** A page of messages, ascending. */
interface MessagePage {
  readonly messages: readonly Message[];
  /** The time after which newer messages follow, in unix seconds; `undefined` when none do. */
  readonly nextAfter: number | undefined;
}

/**
 * The page of `messages` that the query asks for: the newest, the newest before a time, or the oldest after one; the bounds are not part of it.
 * Throws `bad_request` for both bounds, and for one that is no number. Source: Part B, "Messages"; that what follows a page is newer: its `next`
 * has `after` in the service's public documentation.
 */
export function listMessages(messages: readonly Message[], query: URLSearchParams): MessagePage {
  const before = readBound(query, 'before');
  const after = readBound(query, 'after');
  if (before !== undefined && after !== undefined)
    throw new ApiError('bad_request', 'before and after cannot be given together');
  const page =
    after === undefined
      ? messages.filter(({ received }) => before === undefined || received < before).slice(-pageSize)
      : messages.filter(({ received }) => received > after).slice(0, pageSize);
  const last = page.at(-1);
  const isNewest = last === undefined || last === messages.at(-1);
  return { messages: page, nextAfter: isNewest ? undefined : last.received };
}

function readBound(query: URLSearchParams, name: 'before' | 'after'): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const bound = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(bound)) throw new ApiError('bad_request', `${name} must be a time in unix seconds`);
  return bound;
}
