import type { AppRecord, KeyRecord, World } from '../world/index.ts';

/** Adds a key: of `app`, or of the account without one. Without a time in it, so that one seed gives the same key at each start. Source of the forms: seen on the wire. */
export function createKey({ state, ids }: World, app: AppRecord | undefined, name: string): KeyRecord {
  const key: KeyRecord = {
    _id: `${app === undefined ? 'act' : 'app'}_${ids.hex(24)}`,
    secret: ids.base64url(86),
    name,
    appId: app?._id,
  };
  state.keys.set(key._id, key);
  return key;
}
