import { OptionsError } from '../../errors/index.ts';
import type { ApiCall, Query } from '../api-call.ts';
import type { TransportSettings } from './settings.ts';

/** The URL of a call. Throws an `OptionsError` for a part that no URL can carry. */
export function buildUrl(
  settings: Pick<TransportSettings, 'baseUrl' | 'appId' | 'apiVersion' | 'auth'>,
  call: Pick<ApiCall, 'base' | 'segments' | 'query' | 'apiVersion'>,
): string {
  const segments = [
    call.apiVersion ?? settings.apiVersion,
    ...appPath(settings, call.base),
    ...call.segments,
  ];
  const path = segments.map((segment, index) => encodeSegment(segment, segments[index - 1])).join('/');
  return `${settings.baseUrl}/${path}${encodeQuery(call.query ?? {})}`;
}

/** App-scoped credentials imply the app, account-scoped ones do not. Source: Part A, "What the service does". */
function appPath(
  { appId, auth }: Pick<TransportSettings, 'appId' | 'auth'>,
  base: ApiCall['base'],
): string[] {
  if (base === 'account') return [];
  if (appId !== undefined) return ['apps', appId];
  if (auth.scope !== 'account') return [];
  throw new OptionsError(
    'The credentials are those of an account: name the app with appId or with forApp(id).',
  );
}

function encodeSegment(segment: unknown, previous: string | undefined): string {
  const place = `the part of the path after ${previous ?? 'the host'}`;
  if (typeof segment !== 'string') throw new OptionsError(`${place} must be a text.`);
  if (segment === '') throw new OptionsError(`${place} is empty: give an id.`);
  // A URL with such a part, encoded or not, means another path. Source: the URL standard, "dot segments".
  if (segment === '.' || segment === '..')
    throw new OptionsError(`${place} is ${segment}, which no URL can carry.`);
  return encode(segment, place);
}

function encodeQuery(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const place = `${name} of the query`;
    const values = typeof value === 'object' ? value : [value];
    return [`${encode(name, place)}=${values.map((one) => encode(one, place)).join(',')}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function encode(value: unknown, place: string): string {
  const writable =
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value));
  if (!writable) throw new OptionsError(`${place} must be a text, a number, true or false.`);
  const text = String(value);
  if (/\p{Surrogate}/u.test(text)) throw new OptionsError(`${place} holds half a character.`);
  return encodeURIComponent(text);
}
