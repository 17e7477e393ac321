import type { ApiRequest, Query, RequestOptions } from '../api-call.ts';
import type { LinkRequest, LinkRequestQuery } from '../types/channel.ts';
import { readBody } from './limits/body.ts';
import { readCounted } from './limits/count.ts';
import { readNamed } from './read-answer.ts';
import type { Send } from './send.ts';
import { userPath } from './user-path.ts';

/** Links with which a user joins a channel on their own. Source: Part A, "Auth code and link requests". */
export interface LinkRequests {
  /** One for each of the integrations, of which there must be at least one. */
  list(user: string, query: LinkRequestQuery, options?: RequestOptions): ApiRequest<readonly LinkRequest[]>;
}

/** Makes `client.appUsers.linkRequests`. */
export function createLinkRequests(send: Send): LinkRequests {
  return {
    list: (user, query, options) =>
      send(
        () => ({ method: 'GET', segments: userPath(user, 'linkrequest'), query: readQuery(query) }),
        readNamed<readonly LinkRequest[]>('linkRequests'),
        options,
      ),
  };
}

function readQuery(query: LinkRequestQuery): Query {
  return { integrationIds: readCounted(readBody(query, 'query').integrationIds, 'integrationIds', 1) };
}
