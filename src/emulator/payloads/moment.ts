import { type Happening, toUnixSeconds, type UserRecord, type World } from '../world/index.ts';

const moments = new WeakMap<Happening, number>();
const lastMs = new WeakMap<UserRecord, number>();

/**
 * When `happening` happened: unix seconds. All webhooks are told the same time, and no two happenings of a user share one, though a manual clock stands still:
 * user and `timestamp` are all that tells two reads apart. Source: seen on the wire, there is no event id.
 */
export function momentOf(world: World, happening: Happening): number {
  const known = moments.get(happening);
  if (known !== undefined) return known;
  const user = 'user' in happening ? happening.user : undefined;
  const nowMs = Math.round(world.clock.now());
  const ms = user === undefined ? nowMs : Math.max(nowMs, (lastMs.get(user) ?? 0) + 1);
  if (user !== undefined) lastMs.set(user, ms);
  const moment = toUnixSeconds(ms);
  moments.set(happening, moment);
  return moment;
}
