import type { RouteCall } from '../api/route.ts';
import { ApiError } from '../world/index.ts';

/**
 * A page of the integrations of an app, of all types or of those in `types`, as answered. Throws `bad_request` for a wrong `limit` or `offset`.
 * Source: Part B, "Integrations"; `limit` (25, at most 100), `offset`, `hasMore`: the service's public documentation.
 */
export function listIntegrations({ app, query }: Pick<RouteCall, 'app' | 'query'>): object {
  const types = query.get('types')?.split(',').filter(Boolean) ?? [];
  const limit = readCount(query, 'limit', 25, 1, 100);
  const offset = readCount(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER);
  const all = app.integrations.filter(({ type }) => types.length === 0 || types.includes(type));
  const integrations = structuredClone(all.slice(offset, offset + limit));
  return { integrations, hasMore: offset + limit < all.length, offset };
}

function readCount(
  query: URLSearchParams,
  name: string,
  fallback: number,
  least: number,
  most: number,
): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw new ApiError('bad_request', `${name}: must be a whole number of at least ${least}`);
}
