import { UsageError } from './command.ts';

/**
 * Carries out `a.b.0.c=value` on `root`: a part behind a list is a place in it, at most the one after its last; missing objects are made, a value
 * that is JSON is taken as such, and an empty one removes what is there. Throws a `UsageError` for what is no such text, for a place that a list
 * does not have, and for a path that leads through a text or a number.
 */
export function setAt(root: unknown, change: string): void {
  const [, path = '', value = ''] = /^([^=]+)=(.*)$/s.exec(change) ?? [];
  const keys = path.split('.');
  if (path === '' || keys.includes('')) throw new UsageError(`--set must be PATH=VALUE, not '${change}'.`);
  const last = keys.length - 1;
  let parent = root;
  for (const [i, key] of keys.entries()) {
    const object = objectAt(parent, key, `--set ${path}: ${keys.slice(0, i).join('.')}`);
    if (i === last) {
      if (value === '') remove(object, key);
      else put(object, key, parse(value));
      return;
    }
    if (!Object.hasOwn(object, key)) {
      if (value === '') return;
      put(object, key, {});
    }
    parent = object[key];
  }
}

/** `value` as something that `key` can be a part of. */
function objectAt(value: unknown, key: string, place: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null)
    throw new UsageError(`${place} is neither an object nor a list.`);
  if (Array.isArray(value) && !(/^(0|[1-9]\d*)$/.test(key) && Number(key) <= value.length))
    throw new UsageError(
      `${place} is a list of ${value.length}: a number up to ${value.length} must follow, not '${key}'.`,
    );
  return value as Record<string, unknown>;
}

function remove(object: object, key: string): void {
  if (Array.isArray(object)) object.splice(Number(key), 1);
  else Reflect.deleteProperty(object, key);
}

/** Also for a key such as `__proto__`, which becomes one like any other. */
function put(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

function parse(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
