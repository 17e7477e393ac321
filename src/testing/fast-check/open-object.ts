import fc from 'fast-check';
import { json, unicode } from './values.ts';

type RequiredKey<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];

/** What makes each field that `T` must have. */
type Required<T> = { readonly [K in RequiredKey<T>]: fc.Arbitrary<T[K]> };

/** What makes each field that `T` may lack. */
type Optional<T> = {
  readonly [K in Exclude<keyof T, RequiredKey<T>>]-?: fc.Arbitrary<Exclude<T[K], undefined>>;
};

/** Keys that nobody has documented, also names that every object inherits. None is a field of an event. */
const unknownKey = fc.oneof(
  { weight: 4, arbitrary: unicode().map((name) => `x-${name}`) },
  { weight: 1, arbitrary: fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'a.b:c') },
);

const unknownFields = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.dictionary(unknownKey, json, { maxKeys: 2, noNullPrototype: true }) },
);

/**
 * Objects with all `required` fields and any of the `optional` ones, one in four with none, and now and then a field that the
 * service might add. The compiler asks for every field of `T`, on the right side.
 */
export function openObject<T extends object>(required: Required<T>, optional: Optional<T>): fc.Arbitrary<T> {
  const must = required as Readonly<Record<string, fc.Arbitrary<unknown>>>;
  const may = optional as Readonly<Record<string, fc.Arbitrary<unknown>>>;
  const fields = fc.oneof(
    { weight: 1, arbitrary: fc.record(must, { noNullPrototype: true }) },
    {
      weight: 3,
      arbitrary: fc.record({ ...must, ...may }, { requiredKeys: Object.keys(must), noNullPrototype: true }),
    },
  );
  return fc.tuple(fields, unknownFields).map(([known, unknown]) => ({ ...unknown, ...known }) as T);
}
