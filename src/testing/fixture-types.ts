import type { EventOf, JsonObject, Trigger, Version, VersionOf } from '../index.ts';
import type { fixtureNames } from './fixture-names.ts';

/** The name of a fixture: its path below `fixtures`, without `.json`. For example `v1.1/message.appUser/text`. */
export type FixtureName = (typeof fixtureNames)[number];

/** The name of a fixture with an event that has a schema: neither `unknown/…` nor `refused/…`. */
export type KnownFixtureName = Extract<FixtureName, `${Version}/${string}`>;

/** A trigger as the folders spell it: `message.appUser` for `message:appUser`. */
type FolderOf<T extends string> = T extends `${infer Head}:${infer Rest}` ? `${Head}.${FolderOf<Rest>}` : T;

/** A folder's trigger. No trigger holds a dot, so this is the way back. */
type TriggerOf<F extends string> = F extends `${infer Head}.${infer Rest}` ? `${Head}:${TriggerOf<Rest>}` : F;

/** `E` as sent, where the version may be absent and may lack its letter. */
type AsSent<E, V extends Version> = {
  [K in keyof E as K extends 'version' ? never : K]: E[K];
} & { readonly version?: V | (V extends `v${infer Digits}` ? Digits : never) };

/**
 * The body of an event in version `V`. A v1.1 body says its version, so it has the type a handler gets. A v1 body says
 * `v1`, `1` or nothing; `parseEvent` makes that one `v1`.
 */
export type PayloadOf<T extends Trigger, V extends VersionOf<T>> = V extends 'v1'
  ? AsSent<EventOf<T, V>, V>
  : EventOf<T, V>;

/** The type of the fixture `N`: the body of its trigger and version, or any JSON object for `unknown/…` and `refused/…`. */
export type FixturePayload<N extends FixtureName> = N extends `${infer V}/${infer F}/${infer Case}`
  ? PayloadNamed<TriggerOf<F>, V, Case>
  : JsonObject;

type PayloadNamed<T extends string, V extends string, Case extends string> = T extends Trigger
  ? V extends VersionOf<T>
    ? Case extends 'version-without-letter'
      ? AsSent<EventOf<T, V>, V>
      : PayloadOf<T, V>
    : never
  : never;

/** What `fixtures` lists: a fixture with the version and the trigger that its name tells, and its payload. */
export type Fixture<T extends Trigger = Trigger, V extends Version = Version> = {
  [P in T]: { [W in Extract<VersionOf<P>, V>]: FixtureEntry<P, W> }[Extract<VersionOf<P>, V>];
}[T];

interface FixtureEntry<T extends Trigger, V extends VersionOf<T>> {
  readonly name: Extract<KnownFixtureName, `${V}/${FolderOf<T>}/${string}`>;
  /** The version of the event. In v1 the payload itself may leave it out. */
  readonly version: V;
  readonly trigger: T;
  /** A copy of its own: change it at will. */
  readonly payload: PayloadOf<T, V>;
}

/** Which fixtures are wanted; what is left out is not looked at. */
export interface FixtureFilter<T extends Trigger = Trigger, V extends Version = Version> {
  readonly trigger?: T;
  readonly version?: V;
}
