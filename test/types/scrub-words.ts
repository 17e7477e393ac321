/**
 * Holds the tables of words that `scrub` keeps against the schemas: every name and every listed word that a schema knows is in them, and
 * no other.
 */
import type { Channel, Trigger, Unlisted, Version, WebhookEvent } from 'switchhook';
import type { schemaKeys, schemaWords } from '../../src/testing/scrub/words.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The names of all fields of `T` and of what is in it. A message may quote a message, so it stops at some depth. */
type KeysIn<T, Depth extends 0[] = []> = Depth['length'] extends 9
  ? never
  : T extends string
    ? never
    : T extends readonly (infer Member)[]
      ? KeysIn<Member, Depth>
      : T extends object
        ? string extends keyof T
          ? never
          : { [K in keyof T & string]: K | KeysIn<T[K], [...Depth, 0]> }[keyof T & string]
        : never;

/** `name=word` for every word that a schema lists. */
type WordsIn<T, Depth extends 0[] = []> = Depth['length'] extends 9
  ? never
  : T extends readonly (infer Member)[]
    ? WordsIn<Member, Depth>
    : T extends object
      ? string extends keyof T
        ? never
        : {
            [K in keyof T & string]: ListedWord<T[K], K> | WordsIn<T[K], [...Depth, 0]>;
          }[keyof T & string]
      : never;

type ListedWord<T, K extends string> = T extends string
  ? T extends Unlisted
    ? never
    : string extends T
      ? never
      : `${K}=${T}`
  : never;

type TableWords = {
  [K in keyof typeof schemaWords]: `${K}=${(typeof schemaWords)[K][number]}`;
}[keyof typeof schemaWords];

type SchemaWords = Exclude<WordsIn<WebhookEvent>, `trigger=${Trigger}` | `version=${Version}`>;

true satisfies Same<KeysIn<WebhookEvent>, (typeof schemaKeys)[number]>;
true satisfies Same<Channel, (typeof schemaWords.channel)[number]>;
true satisfies Same<SchemaWords, TableWords>;

// @ts-expect-error a table without one of the words is not the same
true satisfies Same<SchemaWords, Exclude<TableWords, 'role=whisper'>>;
// @ts-expect-error nor is one with a name more
true satisfies Same<KeysIn<WebhookEvent>, (typeof schemaKeys)[number] | 'nickname'>;
