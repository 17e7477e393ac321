/** A package that may not be installed, so that its types are not there either: the caller says what it needs of it. */
export async function importOptional<T>(name: string): Promise<T> {
  const module = (await import(name)) as T & { readonly default?: T };
  // Of a CommonJS package Node may see no names but `default`.
  return { ...module.default, ...module };
}
