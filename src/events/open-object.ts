import { z } from 'zod';

/**
 * An object schema that keeps unknown keys in the parsed value, while its type has the given keys alone: the service adds
 * keys at will (Part A, "Versioning"), yet a misspelt field must not compile. `z.looseObject` would let any name pass.
 */
export function openObject<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape> {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape>;
}
