import { types } from 'node:util';

/** A copy of `value` in which each text that `names` knows is the one it gives, in the keys of maps too. What was one object stays one. */
export function renameTexts<Value>(value: Value, names: Readonly<Record<string, string>>): Value {
  const copies = new Map<object, unknown>();

  function rename(from: unknown): unknown {
    if (typeof from === 'string') return Object.hasOwn(names, from) ? names[from] : from;
    if (typeof from !== 'object' || from === null || ArrayBuffer.isView(from)) return from;
    if (copies.has(from)) return copies.get(from);
    const [copy, fill] = begin(from);
    copies.set(from, copy);
    fill();
    return copy;
  }

  /** An empty copy, and what fills it. Maps are not known by `instanceof`: a clone's are of another realm under jest. */
  function begin(from: object): [object, () => void] {
    if (Array.isArray(from)) {
      const copy: unknown[] = [];
      return [copy, () => copy.push(...from.map(rename))];
    }
    if (types.isMap(from)) {
      const copy = new Map<unknown, unknown>();
      return [copy, () => from.forEach((member, key) => void copy.set(rename(key), rename(member)))];
    }
    if (types.isSet(from)) {
      const copy = new Set<unknown>();
      return [copy, () => from.forEach((member) => void copy.add(rename(member)))];
    }
    const copy: Record<string, unknown> = {};
    const fill = () => {
      for (const [key, member] of Object.entries(from)) copy[key] = rename(member);
    };
    return [copy, fill];
  }

  return rename(value) as Value;
}
