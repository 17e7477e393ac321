import { createDealer, createDraw } from './fresh-ids.ts';
import { nextMs } from './fresh-time.ts';
import { momentKeys } from './moment-keys.ts';

/** The keys whose texts are ids of the event. A channel's address of the user (`externalId`, `destinationId`) is none. */
const idKeys: ReadonlySet<string> = new Set([
  '_id',
  'id',
  'userId',
  'deviceId',
  'originalMessageId',
  'externalMessageId',
  'discardedConversationId',
]);

/** What belongs to the app and not to the event. */
const keptKeys: ReadonlySet<string> = new Set(['app', 'webhook']);

/** Objects whose keys the service does not fix: an `id` in them may be anything. */
const freeKeys: ReadonlySet<string> = new Set([
  'raw',
  'info',
  'metadata',
  'properties',
  'discardedProperties',
  'criteria',
  'underlyingError',
  'extraChannelOptions',
]);

/**
 * A copy of an event's body that is a new event: every id in it is dealt again, so its delivery key differs from that of
 * `payload` and of all other copies. Ids that were equal are equal again, wherever a key ends in `id`
 * (`messages[0].authorId` and `appUser._id`), and they keep their form: 24 hex digits, a UUID, digits. `timestamp` and
 * `received` move to now, together. The app stays, and so do its integrations and agents, and phone numbers and other addresses
 * of the user. `payload` is not changed; it must be JSON. A body with neither an id nor a time stays as it is.
 */
export function freshen<Payload extends object>(payload: Payload): Payload {
  const own = new Set<string>();
  const kept = new Set<string>();
  let latestMs: number | undefined;
  visit(payload, (key, value, inApp) => {
    if (typeof value === 'string' && value !== '' && idKeys.has(key)) (inApp ? kept : own).add(value);
    if (!inApp && isMoment(key, value)) latestMs = Math.max(latestMs ?? 0, value * 1000);
  });
  const deal = createDealer(createDraw(), [...own, ...kept]);
  const dealt = new Map([...own].filter((id) => !kept.has(id)).map((id) => [id, deal(id)]));
  const shiftMs = latestMs === undefined ? 0 : nextMs(Math.ceil(latestMs)) - Math.floor(latestMs);
  return renew(payload, { dealt, shiftMs }, { key: '', free: false }) as Payload;
}

/** Shows every member of the payload that is not in a free object. */
function visit(
  parent: object,
  see: (key: string, value: unknown, inApp: boolean) => void,
  inApp = false,
): void {
  for (const [key, value] of Object.entries(parent) as [string, unknown][]) {
    see(key, value, inApp);
    if (typeof value !== 'object' || value === null || freeKeys.has(key)) continue;
    visit(value, see, inApp || keptKeys.has(key));
  }
}

interface Changes {
  readonly dealt: ReadonlyMap<string, string>;
  readonly shiftMs: number;
}

interface Place {
  readonly key: string;
  /** Inside an object of which the service fixes no keys, or of the app: no times of the event. */
  readonly free: boolean;
}

function renew(value: unknown, changes: Changes, { key, free }: Place): unknown {
  if (typeof value === 'string') return /id$/i.test(key) ? (changes.dealt.get(value) ?? value) : value;
  if (!free && isMoment(key, value)) return (Math.round(value * 1000) + changes.shiftMs) / 1000;
  if (Array.isArray(value)) return value.map((member) => renew(member, changes, { key: '', free }));
  if (typeof value !== 'object' || value === null) return value;
  const inside = free || freeKeys.has(key) || keptKeys.has(key);
  // fromEntries defines keys and never assigns them, so `__proto__` is a key like any other.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      renew(member, changes, { key: name, free: inside }),
    ]),
  );
}

/** Unix seconds. A number outside the years 1970 to 5138 is something else. */
function isMoment(key: string, value: unknown): value is number {
  return momentKeys.has(key) && typeof value === 'number' && value >= 0 && value < 1e11;
}
