import type { ApiCall } from '../api/index.ts';

/** For whom the business types, which the service keeps nowhere: told by the calls of the API. */
export interface TypingWatch {
  /** The ids under which the API was called: the `_id` or the `userId` of users. */
  readonly users: ReadonlySet<string>;
  note(call: ApiCall): void;
  clear(): void;
}

/** Makes a watch that has seen nothing. */
export function createTypingWatch(): TypingWatch {
  const users = new Set<string>();
  return {
    users,
    note({ method, path, status = 0, requestBody = '' }) {
      const [, id, rest] = /\/appusers\/([^/?]+)\/(conversation\/activity|messages)(?:\?|$)/.exec(path) ?? [];
      if (method !== 'POST' || id === undefined || status < 200 || status > 299) return;
      const user = decodeURIComponent(id);
      if (rest === 'messages' || requestBody.includes('"typing:stop"')) users.delete(user);
      else if (requestBody.includes('"typing:start"')) users.add(user);
    },
    clear: () => users.clear(),
  };
}
