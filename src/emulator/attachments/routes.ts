import { z } from 'zod';
import { checkBody } from '../api/check-body.ts';
import type { Route, RouteCall } from '../api/route.ts';
import { ApiError, findUser, type UserRecord } from '../world/index.ts';
import { findAttachment, removeAttachment, storeAttachment } from './store.ts';
import { readUpload } from './upload.ts';

const removeBody = z.object({ mediaUrl: z.string() });

/** The endpoints of attachments. Source: Part B, "Attachments". */
export const attachmentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/apps/:appId/attachments',
    scope: 'app',
    body: 'multipart',
    handle: async (call, world) => {
      const forMessage = readUse(call.query);
      const user = findOwner(call);
      const file = await readUpload(call.form);
      return { status: 201, body: storeAttachment(world, call.app, { ...file, user, forMessage }) };
    },
  },
  {
    method: 'POST',
    path: '/apps/:appId/attachments/remove',
    scope: 'app',
    handle: (call, world) => {
      const { mediaUrl } = checkBody(call, removeBody);
      // Of another host, of another app, or gone: one answer. Source: a foreign host's URL is 400 in the later major version.
      if (findAttachment(world, mediaUrl)?.appId !== call.app._id)
        throw new ApiError('bad_request', 'mediaUrl: no attachment of the app');
      removeAttachment(world, mediaUrl);
      return { status: 200, body: {} };
    },
  },
];

function readUse(query: URLSearchParams): boolean {
  if (query.get('access') !== 'public')
    throw new ApiError('bad_request', 'access: required, and public its only value');
  const use = query.get('for');
  if (use !== null && use !== 'message') throw new ApiError('bad_request', 'for: message is its only value');
  return use === 'message';
}

/** Throws `user_not_found` when the query names a user that is not there. */
function findOwner({ app, query }: RouteCall): UserRecord | undefined {
  const id = query.get('appUserId') ?? query.get('userId');
  return id === null ? undefined : findUser(app, id);
}
