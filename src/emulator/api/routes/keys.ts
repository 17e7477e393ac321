import { z } from 'zod';
import { ApiError, type KeyRecord, type World } from '../../world/index.ts';
import { signToken } from '../auth/json-web-token.ts';
import { checkBody } from '../check-body.ts';
import { createKey } from '../create-key.ts';
import type { Route, RouteCall } from '../route.ts';

/** Source: the service's public documentation of its later version. */
const MAX_KEYS = 10;

const newSchema = z.object({ name: z.string().trim().min(1) });

const all = '/apps/:appId/keys';
const one = `${all}/:keyId`;

/** Keys of an app. Beyond the document. Source: the service's public documentation; seen on the wire. */
export const keyRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: all,
    scope: 'account',
    handle(call, world) {
      const { name } = checkBody(call, newSchema);
      if (keysOf(call, world).length >= MAX_KEYS)
        throw new ApiError('bad_request', `An app has at most ${MAX_KEYS} keys`);
      return { status: 201, body: { key: toKey(createKey(world, call.app, name)) } };
    },
  },
  {
    method: 'GET',
    path: all,
    scope: 'account',
    handle: (call, world) => ({ status: 200, body: { keys: keysOf(call, world).map(toKey) } }),
  },
  {
    method: 'GET',
    path: one,
    scope: 'account',
    handle: (call, world) => ({ status: 200, body: { key: toKey(findKey(call, world)) } }),
  },
  {
    method: 'DELETE',
    path: one,
    scope: 'account',
    handle(call, world) {
      world.state.keys.delete(findKey(call, world)._id);
      return { status: 200, body: {} };
    },
  },
  {
    method: 'GET',
    path: `${one}/jwt`,
    scope: 'account',
    handle(call, world) {
      const { _id, secret } = findKey(call, world);
      // Just these two: it never ends. Seen on the wire.
      const payload = { scope: 'app', iat: Math.floor(world.clock.now() / 1_000) };
      return { status: 200, body: { jwt: signToken(_id, secret, payload) } };
    },
  },
];

function keysOf({ app }: RouteCall, { state }: World): KeyRecord[] {
  return [...state.keys.values()].filter(({ appId }) => appId === app._id);
}

/** Keys have no code of their own: an unknown one is `not_found`, as templates are. Inferred. */
function findKey(call: RouteCall, world: World): KeyRecord {
  const key = keysOf(call, world).find(({ _id }) => _id === call.params['keyId']);
  if (key === undefined) throw new ApiError('not_found', 'Key not found');
  return key;
}

function toKey({ _id, name, secret }: KeyRecord): object {
  return { _id, name, secret };
}
