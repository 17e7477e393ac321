/** A JSON object as received: nothing is known of its fields. */
export type JsonObject = { readonly [key: string]: unknown };

/** True for what `JSON.parse` makes of a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
