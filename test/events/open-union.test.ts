import { z } from 'zod';
import { listOf } from '../../src/events/list-of.ts';
import { openObject } from '../../src/events/open-object.ts';
import { openUnion, unlistedString } from '../../src/events/open-union.ts';

const union = openUnion(
  { circle: openObject({ type: z.literal('circle'), radius: z.number() }) },
  openObject({ type: unlistedString, name: z.string() }),
);
const paths = (value: unknown) =>
  listOf(union)
    .safeParse(value)
    .error?.issues.map((issue) => issue.path.join('.'));

test('a known type is judged by its own schema', () => {
  expect(union.parse({ type: 'circle', radius: 1 })).toEqual({ type: 'circle', radius: 1 });
  expect(
    paths([
      { type: 'circle', radius: 1 },
      { type: 'circle', name: 'no' },
    ]),
  ).toEqual(['1.radius']);
});

test('an unknown type is judged by the other schema', () => {
  expect(union.parse({ type: 'blob', name: 'b' })).toEqual({ type: 'blob', name: 'b' });
  expect(paths([{ type: 'blob', radius: 1 }])).toEqual(['0.name']);
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  '%s is an unknown type like others',
  (type) => {
    expect(union.parse({ type, name: 'n' })).toEqual({ type, name: 'n' });
  },
);

test('what is no object is refused in its place', () => {
  expect(paths([null, 1, 'circle', []])).toEqual(['0', '1', '2', '3']);
  expect(paths({})).toEqual(['']);
});

test('an optional member may be missing and is refused when it is wrong', () => {
  const holder = openObject({ shape: union.optional(), shapes: listOf(union).optional() });
  expect(holder.parse({})).toEqual({});
  expect(holder.safeParse({ shape: 1 }).error?.issues[0]?.path).toEqual(['shape']);
  expect(holder.safeParse({ shapes: null }).error?.issues[0]?.path).toEqual(['shapes']);
});

test('a required member must be there', () => {
  const holder = openObject({ shape: union, shapes: listOf(union) });
  expect(holder.safeParse({}).error?.issues.map((issue) => issue.path)).toEqual([['shape'], ['shapes']]);
});

test('a list keeps order and length, however long', () => {
  const shapes = Array.from({ length: 1000 }, (_, radius) => ({ type: 'circle', radius }));
  expect(listOf(union).parse(shapes)).toEqual(shapes);
  expect(listOf(union).parse([])).toEqual([]);
});
