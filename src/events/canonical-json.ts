/**
 * JSON with the keys of every object sorted, so that equal values give equal text whatever order their keys came in.
 * Unlike `JSON.stringify` it tells numbers that are not finite (`1e999` is read as one) from `null`, and it writes a big
 * integer as its digits. Lone surrogates are escaped, and a key `__proto__` is a key like any other. Its depth is the
 * value's; the receiver lets at most 64 levels in.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) return canonicalObject(value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return String(JSON.stringify(value));
}

function canonicalObject(value: object): string {
  const members: string[] = [];
  for (const key of Object.keys(value).sort((a, b) => (a < b ? -1 : 1))) {
    const member: unknown = (value as Record<string, unknown>)[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}
