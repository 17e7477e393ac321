import fc from 'fast-check';
import type { Channel, JsonObject, OpenSet, Unlisted } from '../../index.ts';

const hexDigit = fc.constantFrom(...'0123456789abcdef');
const base62 = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');

/** A character of any script, no half of a surrogate pair. The unit 'binary' of fast-check takes a second to make. */
const character = fc
  .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.nat(0xf7ff), fc.nat(0x10_f7ff))
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

/** Text in any script. UTF-8 can carry all of it. */
export const unicode = (minLength = 0, maxLength = 12): fc.Arbitrary<string> =>
  fc.string({ unit: character, minLength, maxLength });

/** The usual form of an id. */
const hexId = fc.string({ unit: hexDigit, minLength: 24, maxLength: 24 });

/** An id of any form, up to 255 characters. Source: Part A, "Versioning"; the forms seen on the wire. */
export const id: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: hexId },
  { weight: 3, arbitrary: fc.uuid() },
  { weight: 2, arbitrary: fc.string({ unit: base62, minLength: 20, maxLength: 22 }) },
  { weight: 1, arbitrary: fc.bigInt(1n, 10n ** 19n).map(String) },
  { weight: 1, arbitrary: unicode(1, 255) },
);

/** Text in any script, also blank and with NUL. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.string() },
  { weight: 4, arbitrary: unicode() },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', 'a\u0000b', '田中 芽衣', '👩🏽‍🚀 ok', 'nil') },
);

const word = fc.string({ unit: base62, minLength: 1 });

/** On a host that is kept for examples, lest a test that follows it calls a stranger. */
export const url: fc.Arbitrary<string> = word.map((name) => `https://media.example.com/${name}?size=1#top`);

/** At a host that is kept for examples. */
export const email: fc.Arbitrary<string> = word.map((name) => `${name}+tag@example.com`);

/** Unix seconds with up to three decimals. */
export const unixSeconds: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 1_400_000_000, max: 2_000_000_000 }),
  fc.integer({ min: 1_400_000_000_000, max: 2_000_000_000_000 }).map((ms) => ms / 1000),
);

/** ISO 8601, with milliseconds or without. */
export const isoDate: fc.Arbitrary<string> = fc
  .tuple(
    fc.date({ min: new Date('2014-01-01'), max: new Date('2034-01-01'), noInvalidDate: true }),
    fc.boolean(),
  )
  .map(([date, whole]) => (whole ? date.toISOString().replace(/\.\d+Z$/, 'Z') : date.toISOString()));

/** Any JSON, exactly as `JSON.parse` gives it. */
export const json: fc.Arbitrary<unknown> = fc
  .jsonValue({ maxDepth: 2 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));

/** An object whose keys the service does not fix; the oldest bodies write an empty one as a list. */
export const freeObject: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.dictionary(fc.string().map(asKey), json, { maxKeys: 3, noNullPrototype: true }),
  },
  { weight: 1, arbitrary: fc.constant([] as unknown as JsonObject) },
);

/** `__proto__` in a literal object is no key but its prototype; all else may be one. */
function asKey(name: string): string {
  return name === '__proto__' ? 'proto' : name;
}

/** A listed value, or now and then one that is not listed. */
export function openSetOf<Known extends string>(...known: Known[]): fc.Arbitrary<OpenSet<Known>> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.string({ minLength: 1 }).map((name) => `new-${name}`) },
  );
}

/** A type that has no shape here. */
export const unlisted: fc.Arbitrary<Unlisted> = fc.string().map((name) => `new-${name}` as Unlisted);

export const channel: fc.Arbitrary<OpenSet<Channel>> = openSetOf<Channel>(
  'web',
  'ios',
  'android',
  'messenger',
  'viber',
  'telegram',
  'wechat',
  'line',
  'twilio',
  'messagebird',
  'twitter',
  'whatsapp',
  'instagram',
  'mailgun',
  'frontendEmail',
  'slack',
  'api',
  'notification',
);

/** Up to three of them. */
export function fewOf<T>(member: fc.Arbitrary<T>, minLength = 0): fc.Arbitrary<T[]> {
  return fc.array(member, { minLength, maxLength: 3 });
}
