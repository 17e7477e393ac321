import { z } from 'zod';
import { referenceSchema } from './objects/reference.ts';
import { openObject } from './open-object.ts';
import type { Trigger, Version } from './triggers.ts';

/** The `version` field: missing, or in one of its spellings; always `v1` or `v1.1` in the event. Source: seen on the wire. */
function versionField<V extends Version>(version: V) {
  const spellings = [version, version.slice(1)];
  return z.transform((value, context): V => {
    if (value !== undefined && !spellings.includes(value as string))
      context.issues.push({ code: 'invalid_value', values: spellings, input: value });
    return version;
  });
}

/** The schema of a v1 event. `app` is missing before mid-2016. Source: the service's public documentation; seen on the wire. */
export function v1Event<T extends Trigger, Shape extends z.core.$ZodLooseShape>(trigger: T, shape: Shape) {
  return openObject({
    trigger: z.literal(trigger),
    version: versionField('v1'),
    app: referenceSchema.optional(),
    ...shape,
  });
}

/** The schema of a v1.1 event. Source: Part A, "Payload shapes". */
export function v11Event<T extends Trigger, Shape extends z.core.$ZodLooseShape>(trigger: T, shape: Shape) {
  return openObject({
    trigger: z.literal(trigger),
    version: versionField('v1.1'),
    app: referenceSchema,
    ...shape,
  });
}

/** The schemas of an event whose fields are the same in both versions. */
export function bothEvents<T extends Trigger, Shape extends z.core.$ZodLooseShape>(trigger: T, shape: Shape) {
  return { v1: v1Event(trigger, shape), 'v1.1': v11Event(trigger, shape) };
}
