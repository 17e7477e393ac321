/** JSON as it is written: with keys that come twice, numbers of any length, and anything else that a text may hold. */
export type JsonNode =
  | { readonly kind: 'object'; readonly members: Slot[] }
  | { readonly kind: 'array'; readonly members: Slot[] }
  | { readonly kind: 'text'; readonly text: string };

/** A place in an object or an array. The key of an array's slot is not written. */
interface Slot {
  key: string;
  node: JsonNode;
}

/** A repeated value becomes no longer than about that, in characters. */
const MAX_REPEATED_LENGTH = 300_000;

/** A value as a tree that may be changed. */
export function toNode(value: unknown): JsonNode {
  if (typeof value !== 'object' || value === null) return { kind: 'text', text: JSON.stringify(value) };
  const members = Object.entries(value).map(([key, inner]) => ({ key, node: toNode(inner) }));
  return { kind: Array.isArray(value) ? 'array' : 'object', members };
}

/** The tree as text. */
export function writeNode(node: JsonNode): string {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'array') return `[${node.members.map((slot) => writeNode(slot.node)).join(',')}]`;
  return `{${node.members.map((slot) => `${JSON.stringify(slot.key)}:${writeNode(slot.node)}`).join(',')}}`;
}

/** A change of a tree. `at` picks the slot: it is taken modulo their number. */
export type TreeChange =
  | { readonly change: 'drop'; readonly at: number }
  | { readonly change: 'replace'; readonly at: number; readonly text: string }
  | { readonly change: 'insert'; readonly at: number; readonly key: string; readonly text: string }
  | { readonly change: 'rename'; readonly at: number; readonly key: string }
  | { readonly change: 'double'; readonly at: number; readonly text: string }
  | { readonly change: 'nest'; readonly at: number; readonly depth: number; readonly key: string | null }
  | { readonly change: 'repeat'; readonly at: number; readonly times: number }
  | { readonly change: 'swap'; readonly at: number; readonly with: number };

/** Makes the change in `root`. Does nothing to a tree without slots. */
export function applyChange(root: JsonNode, change: TreeChange): void {
  const places = collectPlaces(root, []);
  const place = places[change.at % places.length];
  if (place === undefined) return;
  const { siblings, slot } = place;
  const index = siblings.indexOf(slot);
  switch (change.change) {
    case 'drop':
      siblings.splice(index, 1);
      break;
    case 'replace':
      slot.node = { kind: 'text', text: change.text };
      break;
    case 'insert':
      siblings.splice(index, 0, { key: change.key, node: { kind: 'text', text: change.text } });
      break;
    case 'rename':
      slot.key = change.key;
      break;
    case 'double':
      siblings.push({ key: slot.key, node: { kind: 'text', text: change.text } });
      break;
    case 'nest':
      slot.node = { kind: 'text', text: nest(writeNode(slot.node), change.depth, change.key) };
      break;
    case 'repeat':
      slot.node = { kind: 'text', text: repeat(writeNode(slot.node), change.times) };
      break;
    case 'swap': {
      const other = places[change.with % places.length]?.slot;
      // A node inside of itself would never end.
      if (other) slot.node = { kind: 'text', text: writeNode(other.node) };
    }
  }
}

/** `text` inside of `depth` arrays, or of objects with `key`. */
export function nest(text: string, depth: number, key: string | null): string {
  if (key === null) return '['.repeat(depth) + text + ']'.repeat(depth);
  return `{${JSON.stringify(key)}:`.repeat(depth) + text + '}'.repeat(depth);
}

/** A list of `times` times the same, or of fewer: repeats of repeats grow beyond all. */
function repeat(text: string, times: number): string {
  const most = Math.ceil(MAX_REPEATED_LENGTH / text.length);
  return `[${Array(Math.min(times, most)).fill(text).join(',')}]`;
}

interface Place {
  readonly siblings: Slot[];
  readonly slot: Slot;
}

function collectPlaces(node: JsonNode, places: Place[]): Place[] {
  if (node.kind === 'text') return places;
  for (const slot of node.members) {
    places.push({ siblings: node.members, slot });
    collectPlaces(slot.node, places);
  }
  return places;
}
