import { OptionsError } from '../errors/index.ts';

/**
 * The segments of a path as it is given to `client.request`. A text is taken as it stands in a URL, so ids in it must be encoded; in a list
 * each segment stands for itself. Throws an `OptionsError`.
 */
export function parsePath(path: string | readonly string[]): readonly string[] {
  if (Array.isArray(path)) return path;
  if (typeof path !== 'string' || !path.startsWith('/')) {
    throw new OptionsError('path must begin with a slash, such as /webhooks, or be a list of its segments.');
  }
  if (/[?#]/.test(path)) {
    throw new OptionsError('path holds ? or #: give the query as query, and ids in a list of segments.');
  }
  if (/^\/v\d/.test(path)) {
    throw new OptionsError('path begins after the version, which is the option apiVersion.');
  }
  return path.slice(1).split('/').map(decode);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new OptionsError('path holds a % that encodes nothing: give ids in a list of segments.');
  }
}
