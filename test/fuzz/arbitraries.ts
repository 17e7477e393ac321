import fc from 'fast-check';
import { fixtureNames } from '../../src/testing/index.ts';
import { packings, receiverKinds, vias } from './input.ts';
import type { TreeChange } from './json-tree.ts';
import { SECRET } from './receivers.ts';
import type { BodyRecipe, Recipe } from './recipe.ts';
import { fragments, giants, keys, snippets } from './snippets.ts';

const at = fc.nat(10_000);
const key = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...keys) },
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const value = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...snippets) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4, noUnicodeString: false }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: fc.double().map((number) => JSON.stringify(number)) },
);
const depth = fc.oneof(
  { weight: 6, arbitrary: fc.nat(6) },
  { weight: 2, arbitrary: fc.integer({ min: 55, max: 75 }) },
  { weight: 1, arbitrary: fc.nat(6_000) },
);
const times = fc.oneof({ weight: 30, arbitrary: fc.nat(8) }, { weight: 1, arbitrary: fc.nat(500) });

const change: fc.Arbitrary<TreeChange> = fc.oneof(
  fc.record({ change: fc.constant('drop'), at }),
  { weight: 3, arbitrary: fc.record({ change: fc.constant('replace'), at, text: value }) },
  fc.record({ change: fc.constant('insert'), at, key, text: value }),
  fc.record({ change: fc.constant('rename'), at, key }),
  fc.record({ change: fc.constant('double'), at, text: value }),
  fc.record({ change: fc.constant('nest'), at, depth, key: fc.option(key) }),
  fc.record({ change: fc.constant('repeat'), at, times }),
  fc.record({ change: fc.constant('swap'), at, with: at }),
);

const edit = fc.record({
  at,
  remove: fc.oneof(
    { weight: 8, arbitrary: fc.nat(3) },
    { weight: 1, arbitrary: fc.constant(Number.MAX_SAFE_INTEGER) },
  ),
  insert: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...fragments) },
    fc.string({ unit: 'binary', maxLength: 8 }),
  ),
});
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant<T[]>([]) },
    { weight: 1, arbitrary: fc.array(arbitrary, { maxLength: 3 }) },
  );

const body: fc.Arbitrary<BodyRecipe> = fc.oneof(
  {
    weight: 900,
    arbitrary: fc.record({
      fixture: fc.constantFrom(...fixtureNames),
      changes: fc.array(change, { maxLength: 4 }),
      edits: rarely(edit),
    }),
  },
  { weight: 40, arbitrary: fc.record({ text: value, edits: rarely(edit) }) },
  {
    weight: 40,
    arbitrary: fc
      .uint8Array({ maxLength: 400 })
      .map((bytes) => ({ base64: Buffer.from(bytes).toString('base64') })),
  },
  // The text of a giant is not kept in the recipe until it is asked for: a million recipes would hold it a million times.
  {
    weight: 1,
    arbitrary: fc.constantFrom(...giants).map((make) => ({
      get text() {
        return make();
      },
      edits: [],
    })),
  },
);

const headerText = fc
  .string({ unit: 'binary-ascii', maxLength: 20 })
  .map((text) => text.replace(/[^\x20-\x7e]/g, ''));
const secret = fc.oneof(
  { weight: 20, arbitrary: fc.constant([SECRET]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      [],
      [''],
      [SECRET, SECRET],
      [`${SECRET}, ${SECRET}`],
      [`${SECRET} `],
      ['\u00ff\u0080'],
    ),
  },
  { weight: 1, arbitrary: headerText.map((text) => [text]) },
);
const contentType = fc.oneof(
  { weight: 6, arbitrary: fc.constant('application/json') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      null,
      '',
      'text/plain; charset=utf-7',
      'application/json; charset=utf-16',
      'multipart/form-data',
      ';;;',
      'application/x-www-form-urlencoded',
      'application/json; charset="',
      'application/x+json; charset=x-9',
    ),
  },
  { weight: 1, arbitrary: headerText },
);
const label = fc.oneof(
  { weight: 30, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      'gzip',
      'GZIP',
      'deflate',
      'br',
      'identity',
      'gzip, gzip',
      'gzip,',
      ', gzip',
      'zstd',
      'x-gzip',
      'compress',
      '*',
      'gzip;q=1',
    ),
  },
  { weight: 1, arbitrary: headerText },
);
const byteChange = fc.record({ at, remove: fc.nat(20), insert: fc.array(fc.nat(255), { maxLength: 8 }) });

/** Every kind of call that a host may hand over, most of them nearly right. */
export const recipe: fc.Arbitrary<Recipe> = fc.record({
  receiver: fc.oneof(
    { weight: 8, arbitrary: fc.constant('plain' as const) },
    { weight: 4, arbitrary: fc.constantFrom(...receiverKinds) },
  ),
  via: fc.oneof(
    { weight: 8, arbitrary: fc.constant('bytes' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...vias) },
  ),
  method: fc.oneof(
    { weight: 40, arbitrary: fc.constant('POST') },
    { weight: 1, arbitrary: fc.constantFrom('PUT', 'GET', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'post') },
  ),
  secret,
  contentType,
  label,
  body,
  packings: fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(fc.constantFrom(...packings), { minLength: 1, maxLength: 2 }) },
  ),
  damage: fc.oneof(
    { weight: 12, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(byteChange, { minLength: 1, maxLength: 2 }) },
  ),
});
