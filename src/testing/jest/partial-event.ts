/** Part of a `T`, as `toMatchObject` takes it: what is left out is not looked at. A list must have all its entries. */
export type PartialEvent<T> =
  | AsymmetricMatcher
  | (T extends readonly (infer Entry)[]
      ? readonly PartialEvent<Entry>[]
      : T extends object
        ? { readonly [Key in keyof T]?: PartialEvent<T[Key]> }
        : T);

/** What `expect.any(String)` and its like give. */
export interface AsymmetricMatcher {
  asymmetricMatch(other: unknown): boolean;
}
