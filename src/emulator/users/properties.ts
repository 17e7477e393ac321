import { ApiError, type UserRecord } from '../world/index.ts';

/** Custom properties of a user: flat. */
type Properties = UserRecord['properties'];

/** Room for the properties of a user, as JSON. Source: Part A, "Limits": "4KB"; how it is counted is not shown, bytes of the JSON are our reading. */
const propertiesLimitBytes = 4096;

/** `properties` with the `changes`; `null` deletes one. Throws `bad_request` when there is not room for all. Source: Part A, "App user". */
export function changeProperties(
  properties: Properties,
  changes: Readonly<Record<string, string | number | boolean | null>>,
): Properties {
  const all = Object.entries({ ...properties, ...changes });
  const changed = Object.fromEntries(all.filter(hasValue));
  if (!hasRoom(changed)) {
    throw new ApiError('bad_request', `properties: must be at most ${propertiesLimitBytes} bytes in all`);
  }
  return changed;
}

/**
 * What two users that become one have: what `kept` lacks is taken from `added`, one after the other, as long as there is room. `left` is what
 * found none; `undefined` when everything did. Source: Part A, "Limits": "excess appears in discardedProperties on merge".
 */
export function joinProperties(
  kept: Properties,
  added: Properties,
): { readonly joined: Properties; readonly left: Properties | undefined } {
  let joined = { ...kept };
  const left: [string, string | number | boolean][] = [];
  for (const [name, value] of Object.entries(added)) {
    if (Object.hasOwn(joined, name)) continue;
    const larger = Object.fromEntries([...Object.entries(joined), [name, value]]);
    if (hasRoom(larger)) joined = larger;
    else left.push([name, value]);
  }
  return { joined, left: left.length === 0 ? undefined : Object.fromEntries(left) };
}

function hasRoom(properties: Properties): boolean {
  return Buffer.byteLength(JSON.stringify(properties)) <= propertiesLimitBytes;
}

function hasValue(
  entry: [string, string | number | boolean | null],
): entry is [string, string | number | boolean] {
  return entry[1] !== null;
}
