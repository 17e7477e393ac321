import { OptionsError } from '../../errors/index.ts';

/** A deeper value is most likely a cycle, and `JSON.stringify` could not write it either. */
const MAX_DEPTH = 10_000;

/**
 * Where a value stands: the name of its field, in a list that of the list; the `key` of the object that has the field; and whether it belongs to a
 * body itself, not to something in it.
 */
export interface Place {
  readonly key: string;
  readonly parent: string;
  readonly ofBody: boolean;
}

/** What becomes of the parts of a value. */
interface Visitor {
  /** A text, number, boolean or `null`. */
  leaf(value: unknown, place: Place): unknown;
  /** The name of a field. */
  name(key: string): string;
}

interface Task {
  readonly from: object;
  readonly to: unknown[] | Record<string, unknown>;
  readonly place: Place;
  readonly depth: number;
}

/**
 * A copy of a JSON value in which each part is what `visitor` makes of it. It does not recurse: depth costs no stack. A body is the value
 * itself or a member of it when it is a list. Throws an `OptionsError` for what JSON cannot hold and for a value that is too deep.
 */
export function mapJson(value: unknown, visitor: Visitor): unknown {
  const tasks: Task[] = [];
  const copy = (from: unknown, place: Place, depth: number): unknown => {
    if (typeof from !== 'object' || from === null) return visitor.leaf(checkLeaf(from), place);
    if (depth > MAX_DEPTH) throw new OptionsError(`scrub takes JSON values of at most ${MAX_DEPTH} levels.`);
    const to = Array.isArray(from) ? [] : {};
    tasks.push({ from, to, place, depth });
    return to;
  };
  const root = copy(value, { key: '', parent: '', ofBody: true }, 0);
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { from, to, place, depth } = task;
    if (Array.isArray(to)) {
      const ofBody = place.ofBody && depth === 0;
      for (const member of from as unknown[]) to.push(copy(member, { ...place, ofBody }, depth + 1));
      continue;
    }
    const isBody = place.ofBody && place.key === '';
    for (const [key, member] of Object.entries(from)) {
      if (member === undefined) continue;
      define(to, visitor.name(key), copy(member, { key, parent: place.key, ofBody: isBody }, depth + 1));
    }
  }
  return root;
}

function checkLeaf(value: unknown): unknown {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value;
  throw new OptionsError(`scrub takes JSON values, and there is a value of type ${typeof value} in it.`);
}

/** A name that is taken already gets an ending: no member is lost. `__proto__` is a name like any other. */
function define(object: Record<string, unknown>, wanted: string, value: unknown): void {
  let name = wanted;
  while (Object.hasOwn(object, name)) name += '-x';
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
