import { isJsonObject, type JsonObject, parseEvent } from '../../../src/events/index.ts';

/** Objects whose keys no schema fixes: what is in them is not looked at. */
const freeObjects: readonly string[] = [
  'properties',
  'discardedProperties',
  'metadata',
  'criteria',
  'info',
  'extraChannelOptions',
];

/** Known keys that take any value whatever. */
const anything: readonly string[] = ['raw', 'underlyingError', 'group', 'intent'];

/** What no schema takes, so that a key with this value is refused if the schema knows it. */
const wrong = Symbol('wrong');

/**
 * The places of `body`, which must be a known event, whose keys its schema does not know, such as `messages.0.subroles`. Schemas let unknown keys pass: so each
 * key in turn gets a value that nothing allows, and one that is let through was not looked at.
 */
export function findUnknownKeys(body: object): string[] {
  if (!isKnown(body)) throw new Error(`Not a known event: ${JSON.stringify(parseEvent(body))}`);
  return findBelow(body, []);

  function findBelow(value: unknown, path: readonly string[]): string[] {
    if (!Array.isArray(value) && !isJsonObject(value)) return [];
    return Object.entries(value).flatMap(([key, member]) => {
      const place = [...path, key];
      if (anything.includes(key)) return [];
      if (isKnown(replaceAt(body, place))) return [place.join('.')];
      return freeObjects.includes(key) ? [] : findBelow(member, place);
    });
  }
}

/** A copy of `value` with `wrong` at `path`. */
function replaceAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return wrong;
  if (Array.isArray(value))
    return value.map((member: unknown, index) => (String(index) === key ? replaceAt(member, rest) : member));
  const object = value as JsonObject;
  return { ...object, [key]: replaceAt(object[key], rest) };
}

function isKnown(body: unknown): boolean {
  try {
    return parseEvent(body).kind === 'known';
  } catch {
    return false;
  }
}
