import { isJsonObject, type JsonObject } from '../../events/index.ts';
import type { DeliveryFault } from './delivery-fault.ts';

/** Keys whose values are open sets, of which the service may send new ones at any time. Source: Part A, "Versioning". */
const openSets: readonly string[] = ['type', 'platform', 'role', 'status'];

/** Objects that belong to customers and channels: nothing in them is of the service. */
const foreign: readonly string[] = [
  'metadata',
  'properties',
  'info',
  'raw',
  'referral',
  'criteria',
  'payload',
];

/** `body` with what the faults change in it: another trigger, keys that nobody knows, values that nobody knows. */
export function alterBody(body: JsonObject, faults: readonly DeliveryFault[]): JsonObject {
  const has = (type: DeliveryFault['type']) => faults.some((fault) => fault.type === type);
  let altered = body;
  // the action of a postback is always one, and that of a payment a purchase
  if (has('unknownValues')) altered = mapObjects(altered, renameValues, [...foreign, 'action']) as JsonObject;
  if (has('unknownKeys')) altered = mapObjects(altered, addKey, foreign) as JsonObject;
  if (has('unknownTrigger')) altered = { ...altered, trigger: `${String(body['trigger'])}:unlisted` };
  return altered;
}

/** A copy of `value` in which each object went through `change`, but for those under the keys of `leave`. */
function mapObjects(
  value: unknown,
  change: (object: JsonObject) => JsonObject,
  leave: readonly string[],
): unknown {
  if (Array.isArray(value)) return value.map((member) => mapObjects(member, change, leave));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => [
    key,
    leave.includes(key) ? member : mapObjects(member, change, leave),
  ]);
  return change(Object.fromEntries(entries));
}

function addKey(object: JsonObject): JsonObject {
  return { ...object, unlistedKey: { since: 'tomorrow', list: [1, null] } };
}

function renameValues(object: JsonObject): JsonObject {
  const entries = Object.entries(object).map(([key, value]) => [
    key,
    openSets.includes(key) && typeof value === 'string' ? `unlisted-${value}` : value,
  ]);
  return Object.fromEntries(entries);
}
