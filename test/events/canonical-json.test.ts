import fc from 'fast-check';
import { canonicalJson } from '../../src/events/canonical-json.ts';

/** The same value with the keys of each object in the reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const text = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${JSON.stringify(reversed(member))}`,
  );
  return JSON.parse(`{${text.reverse().join(',')}}`);
}

test('equal values with keys in another order have the same text', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => canonicalJson(reversed(value)) === canonicalJson(value)));
});

test('the text is JSON of the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('different values have different texts', () => {
  const twoValues = fc.tuple(fc.jsonValue(), fc.jsonValue());
  fc.assert(
    fc.property(twoValues, ([a, b]) => {
      const same =
        JSON.stringify(JSON.parse(canonicalJson(a))) === JSON.stringify(JSON.parse(canonicalJson(b)));
      expect(canonicalJson(a) === canonicalJson(b)).toBe(same);
    }),
  );
});

test('keys are sorted at each level', () => {
  expect(canonicalJson({ b: [{ z: 1, y: 2 }], a: { d: null, c: '' } })).toBe(
    '{"a":{"c":"","d":null},"b":[{"y":2,"z":1}]}',
  );
});

test('the order of a list counts', () => {
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
});

test('numbers that are not finite differ from each other, from null and from text', () => {
  const values = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, null, 'Infinity', 'NaN', 0];
  expect(new Set(values.map((value) => canonicalJson({ value }))).size).toBe(values.length);
});

test('a big integer of another JSON parser is its digits', () => {
  expect(canonicalJson({ id: 9007199254740993n })).toBe('{"id":9007199254740993}');
});

test('lone surrogates are told apart', () => {
  const texts = ['\ud800', '\ud801', '\udc00', '\ufffd'].map((id) => canonicalJson({ id }));
  expect(new Set(texts).size).toBe(4);
  expect(texts[0]).toBe('{"id":"\\ud800"}');
});

test('a __proto__ key is a key', () => {
  const value = JSON.parse('{"b":1,"__proto__":{"a":2}}') as unknown;
  expect(canonicalJson(value)).toBe('{"__proto__":{"a":2},"b":1}');
  expect(canonicalJson(value)).not.toBe(canonicalJson({ b: 1 }));
});

test('a member without a value is left out, as JSON does', () => {
  expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  expect(canonicalJson(undefined)).toBe('undefined');
});

test('keys that look like syntax stay keys', () => {
  expect(canonicalJson({ '"a":1,"b': 2 })).not.toBe(canonicalJson({ a: 1, b: 2 }));
});

test('64 levels and far more are no trouble', () => {
  const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;
  expect(canonicalJson(deep(64))).toBe('['.repeat(64) + ']'.repeat(64));
  expect(canonicalJson(deep(1000))).toHaveLength(2000);
});
