import type { JsonObject } from './json.ts';
import type { ParsedEvent } from './parse.ts';
import type { WebhookEvent } from './schemas.ts';
import type { Version } from './triggers.ts';

/**
 * Names the schemas of this release: a digest of this folder. A payload that was accepted under the same name need not be parsed a second time. A test
 * compares it with the folder and says what to write here.
 */
export const schemasRevision = '6f726b6afc3a7174';

/** What `parseEvent` gave for a payload that the schemas of this very revision accepted as `version`: the same event, without asking them again. */
export function acceptedEvent(payload: JsonObject, version: Version): ParsedEvent {
  // The schemas keep every key as it is, and write the version in its one spelling.
  const event = payload['version'] === version ? payload : { ...payload, version };
  return { kind: 'known', event: event as unknown as WebhookEvent, payload };
}
