import { ApiError, type KeyRecord, type World } from '../../world/index.ts';
import { isSameText } from './is-same-text.ts';
import { isSignedWith, parseToken } from './json-web-token.ts';

/** Who calls. */
export interface Credentials {
  readonly key: KeyRecord;
  /** `account`: all methods, of all apps. Source: Part A, "Authentication". */
  readonly scope: 'app' | 'account';
}

/**
 * Whose key is in the header `authorization`. Throws `invalid_auth` when it is missing, garbled or wrong, and `unauthorized` when a token claims a
 * scope that its key does not have. Source: Part A, "Authentication"; the codes: inferred where it is silent.
 */
export function authenticate(header: string | undefined, world: World): Credentials {
  if (header === undefined) throw new ApiError('invalid_auth', 'Authorization is required');
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(header) ?? [];
  if (/^basic$/i.test(scheme)) return readBasic(value, world);
  if (/^bearer$/i.test(scheme)) return readBearer(value, world);
  throw new ApiError('invalid_auth', 'Authorization must be Basic or Bearer');
}

function readBasic(value: string, { state }: World): Credentials {
  const text = Buffer.from(value, 'base64').toString();
  const colon = text.indexOf(':');
  const key = state.keys.get(text.slice(0, Math.max(colon, 0)));
  if (key === undefined || !isSameText(text.slice(colon + 1), key.secret))
    throw new ApiError('invalid_auth', 'Invalid key id or secret');
  return { key, scope: scopeOf(key) };
}

function readBearer(value: string, world: World): Credentials {
  const token = parseToken(value);
  if (token === undefined) throw new ApiError('invalid_auth', 'Malformed JWT');
  const { alg, typ, kid } = token.head;
  const { scope, exp } = token.payload;
  if (alg !== 'HS256') throw new ApiError('invalid_auth', 'The alg of a JWT must be HS256');
  if (typ !== undefined && typ !== 'JWT') throw new ApiError('invalid_auth', 'The typ of a JWT must be JWT');
  const key = typeof kid === 'string' ? world.state.keys.get(kid) : undefined;
  if (key === undefined) throw new ApiError('invalid_auth', 'The kid of the JWT is no key id');
  if (!isSignedWith(token, key.secret)) throw new ApiError('invalid_auth', 'Invalid JWT signature');
  if (exp !== undefined && !(typeof exp === 'number' && exp * 1_000 > earliestNow(world)))
    throw new ApiError('invalid_auth', 'The JWT has expired');
  if (typeof scope !== 'string') throw new ApiError('invalid_auth', 'The JWT has no scope');
  if (scope !== scopeOf(key))
    throw new ApiError('unauthorized', `A ${key._id.slice(0, 3)} key cannot sign for the scope '${scope}'`);
  return { key, scope };
}

/** Tokens are made by whoever calls, often by the real time: a clock of ours that was turned on, or runs faster, must not end them. */
function earliestNow({ clock }: World): number {
  return Math.min(clock.now(), Date.now());
}

/** By the prefix of its id. Source: Part A, "Authentication". */
function scopeOf({ _id }: KeyRecord): 'app' | 'account' {
  return _id.startsWith('app_') ? 'app' : 'account';
}
