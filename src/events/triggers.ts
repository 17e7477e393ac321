/** The API versions of a webhook. Source: Part A, "Versioning". */
export const versions = ['v1', 'v1.1'] as const;

/** An API version whose payloads switchhook knows. */
export type Version = (typeof versions)[number];

/**
 * Every trigger with the versions whose payloads may carry it.
 * Source: Part A, "Triggers" (v1.1); the service's public documentation and shipped receivers (v1). `message`, the default subscription,
 * is not here: bodies say `message:appUser` or `message:appMaker`. Nor is `*`, which no body says.
 */
export const triggerVersions = {
  'message:appUser': ['v1', 'v1.1'],
  'message:appMaker': ['v1', 'v1.1'],
  'message:delivery:channel': ['v1.1'],
  'message:delivery:user': ['v1.1'],
  'message:delivery:failure': ['v1.1'],
  'notification:delivery:channel': ['v1.1'],
  'notification:delivery:user': ['v1.1'],
  'notification:delivery:failure': ['v1.1'],
  'delivery:success': ['v1'],
  'delivery:failure': ['v1'],
  'conversation:start': ['v1', 'v1.1'],
  'conversation:read': ['v1', 'v1.1'],
  'conversation:referral': ['v1', 'v1.1'],
  postback: ['v1', 'v1.1'],
  'typing:appUser': ['v1.1'],
  'appUser:delete': ['v1.1'],
  'merge:appUser': ['v1', 'v1.1'],
  'payment:success': ['v1', 'v1.1'],
  'link:success': ['v1', 'v1.1'],
  'link:match': ['v1', 'v1.1'],
  'link:failure': ['v1', 'v1.1'],
  'client:add': ['v1', 'v1.1'],
  'client:remove': ['v1.1'],
  'client:block': ['v1.1'],
} as const satisfies Record<string, readonly Version[]>;

/** The name of a trigger, spelled as the service sends it. */
export type Trigger = keyof typeof triggerVersions;

/** All triggers, in the order of the table. */
export const triggers = Object.keys(triggerVersions) as readonly Trigger[];

/** The versions that carry trigger `T`. */
export type VersionOf<T extends Trigger> = (typeof triggerVersions)[T][number];

type FamilyOf<T extends string> = T extends `${infer Head}:${infer Rest}`
  ? `${Head}:*` | (Rest extends `${infer Middle}:${string}` ? `${Head}:${Middle}:*` : never)
  : never;

/** A pattern that names all triggers with a beginning in common: `message:delivery:*`. */
export type TriggerFamily = FamilyOf<Trigger>;

/** What a handler can be registered for: a trigger or a family. */
export type TriggerPattern = Trigger | TriggerFamily;

/** The triggers that a pattern names. */
export type TriggersOf<P extends TriggerPattern> = P extends `${infer Head}:*`
  ? Extract<Trigger, `${Head}:${string}`>
  : Extract<P, Trigger>;

/** True for the name of a trigger that switchhook knows. */
export function isTrigger(name: unknown): name is Trigger {
  return typeof name === 'string' && Object.hasOwn(triggerVersions, name);
}

/** True when payloads of `version` may carry `trigger`. */
export function hasVersion(trigger: Trigger, version: Version): boolean {
  return (triggerVersions[trigger] as readonly Version[]).includes(version);
}

/** True for the name of a version that switchhook knows. */
export function isVersion(value: unknown): value is Version {
  return (versions as readonly unknown[]).includes(value);
}

/** A trigger and a version as they may stand in a log line: our own words or `other`, nothing that a sender could choose. */
export function loggable(event: { readonly trigger?: unknown; readonly version?: unknown }): {
  readonly trigger: Trigger | 'other';
  readonly version: Version | 'other';
} {
  const { trigger, version } = event;
  return { trigger: isTrigger(trigger) ? trigger : 'other', version: isVersion(version) ? version : 'other' };
}
