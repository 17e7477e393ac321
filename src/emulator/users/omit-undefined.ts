/** The fields that have a value: what is absent in an answer is truly absent. */
export function omitUndefined<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };
}
