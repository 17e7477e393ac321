/**
 * Warns of each field of `given` that the schema did not keep in `kept`: the service lets unknown fields pass. `place` leads to the value, such
 * as `items.0`; empty at the root.
 */
export function warnOfDropped(
  given: unknown,
  kept: unknown,
  warn: (text: string) => void,
  place: readonly string[] = [],
): void {
  if (!isObject(given) || !isObject(kept)) return;
  for (const [key, value] of Object.entries(given)) {
    const path = [...place, key];
    if (Object.hasOwn(kept, key)) warnOfDropped(value, kept[key], warn, path);
    else if (value !== undefined) warn(`unknown field '${path.join('.')}'`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
