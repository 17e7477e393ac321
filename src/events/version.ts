import type { JsonObject } from './json.ts';
import type { Version } from './triggers.ts';

const spellings = new Map<unknown, Version>([
  ['v1', 'v1'],
  ['1', 'v1'],
  ['v1.1', 'v1.1'],
  ['1.1', 'v1.1'],
]);

/** True for a body of the later major version, which has a list of events. Source: the service's public documentation. */
export function isV2Body(payload: JsonObject): boolean {
  return payload['events'] !== undefined && payload['webhook'] !== undefined;
}

/**
 * The version a body is to be read as, or `null` when it is none that we know. A body without `version` is read as
 * `defaultVersion`: v1 sent none before October 2018. Nothing but that field decides.
 * Source: Part A, "Versioning"; the spelling without the letter: shipped receivers.
 */
export function readVersion(payload: JsonObject, defaultVersion: Version = 'v1'): Version | null {
  if (isV2Body(payload)) return null;
  const version = payload['version'];
  return version === undefined ? defaultVersion : (spellings.get(version) ?? null);
}
