import { readInteger } from '../../../options/index.ts';
import type { Query } from '../../api-call.ts';
import type { ListQuery } from '../../types/list-query.ts';
import { readBody } from './body.ts';

/** The part of a list as a query. Source: Part B, "Templates". */
export function readListQuery(query: ListQuery = {}): Query {
  const { limit, offset } = readBody(query, 'query');
  return {
    limit: limit === undefined ? undefined : readInteger(limit, 'limit'),
    offset: offset === undefined ? undefined : readInteger(offset, 'offset', 0),
  };
}
