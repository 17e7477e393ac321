/**
 * Headers as hosts have them: an object with names in any case and one or several values each, or pairs (a `Headers`, a `Map`, an
 * array of `[name, value]`).
 */
export type HeadersInput =
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** All values of the header `name`, which is given in lower case. Names of `headers` are compared without case. */
export function headerValues(headers: HeadersInput, name: string): readonly string[] {
  const pairs: Iterable<readonly [string, string | readonly string[] | undefined]> = isIterable(headers)
    ? headers
    : Object.entries(headers);
  const values: string[] = [];
  for (const [key, value] of pairs) {
    if (value !== undefined && key.toLowerCase() === name) values.push(...[value].flat());
  }
  return values;
}

function isIterable(headers: HeadersInput): headers is Iterable<readonly [string, string]> {
  return Symbol.iterator in headers;
}
