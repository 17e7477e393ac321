import { type FixtureName, fixture } from '../../src/testing/index.ts';
import { type Input, type Packing, pack, type ReceiverKind, type Via } from './input.ts';
import { applyChange, type TreeChange, toNode, writeNode } from './json-tree.ts';

/** How an input is made: plain JSON, so that it can be shrunk, printed and kept. */
export interface Recipe {
  readonly receiver: ReceiverKind;
  readonly via: Via;
  readonly method: string;
  readonly secret: readonly string[];
  readonly contentType: string | null;
  /** What the body is said to be packed as: `null` for the truth. */
  readonly label: string | null;
  readonly body: BodyRecipe;
  readonly packings: readonly Packing[];
  /** Changes of the bytes after they were packed. */
  readonly damage: readonly ByteChange[];
}

/** What a body is made of. */
export type BodyRecipe =
  | {
      readonly fixture: FixtureName;
      readonly changes: readonly TreeChange[];
      readonly edits: readonly TextEdit[];
    }
  | { readonly text: string; readonly edits: readonly TextEdit[] }
  | { readonly base64: string };

/** A change of a text. `at` is taken modulo its length. */
interface TextEdit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** A change of bytes. `at` is taken modulo their number. */
interface ByteChange {
  readonly at: number;
  readonly remove: number;
  readonly insert: readonly number[];
}

const fixtureTexts = new Map<FixtureName, string>();

/** The input that a recipe makes. */
export function makeInput(recipe: Recipe): Input {
  const { receiver, via, method, contentType } = recipe;
  const packed = pack(makeBody(recipe.body), recipe.packings);
  const label = recipe.label ?? recipe.packings.map(nameOf).join(', ');
  const headers = [
    ...recipe.secret.map((value) => ['x-api-key', value] as const),
    ...(contentType === null ? [] : [['content-type', contentType] as const]),
    ...(label === '' ? [] : [['content-encoding', label] as const]),
  ];
  return { receiver, via, method, headers, body: recipe.damage.reduce(changeBytes, packed) };
}

function nameOf(packing: Packing): string {
  return packing === 'rawDeflate' ? 'deflate' : packing;
}

function makeBody(recipe: BodyRecipe): Buffer {
  if ('base64' in recipe) return Buffer.from(recipe.base64, 'base64');
  const text = 'text' in recipe ? recipe.text : changedFixture(recipe.fixture, recipe.changes);
  return Buffer.from(recipe.edits.reduce(editText, text));
}

function changedFixture(name: FixtureName, changes: readonly TreeChange[]): string {
  let text = fixtureTexts.get(name);
  if (text === undefined) {
    text = JSON.stringify(fixture(name));
    fixtureTexts.set(name, text);
  }
  if (changes.length === 0) return text;
  const root = toNode(JSON.parse(text));
  for (const change of changes) applyChange(root, change);
  return writeNode(root);
}

function editText(text: string, { at, remove, insert }: TextEdit): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + insert + text.slice(start + remove);
}

function changeBytes(bytes: Buffer, { at, remove, insert }: ByteChange): Buffer {
  const start = at % (bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(insert), bytes.subarray(start + remove)]);
}
