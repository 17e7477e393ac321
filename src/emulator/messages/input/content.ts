import { z } from 'zod';
import { itemAction } from './action.ts';
import { metadataInput } from './metadata.ts';

const item = z.object({
  title: z.string().min(1, 'an item needs a title'),
  description: z.string().optional(),
  mediaUrl: z.string().optional(),
  mediaType: z.string().optional(),
  altText: z.string().optional(),
  size: z.enum(['compact', 'large']).optional(),
  actions: z.array(itemAction).min(1, 'an item has 1 to 3 actions').max(3, 'an item has 1 to 3 actions'),
  metadata: metadataInput.optional(),
});

const fieldName = { name: z.string().min(1), label: z.string().min(1) };
const option = z.object(fieldName);
const fieldSize = z.int().min(0).optional();

/** Source of the 20 options: the service's public documentation. */
const field = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    ...fieldName,
    placeholder: z.string().optional(),
    minSize: fieldSize,
    maxSize: fieldSize,
  }),
  z.object({ type: z.literal('email'), ...fieldName, placeholder: z.string().optional() }),
  z.object({
    type: z.literal('select'),
    ...fieldName,
    selectSize: z.int().min(1).optional(),
    options: z.array(option).min(1).max(20, 'a select field has 1 to 20 options'),
  }),
]);

/** An item as it was posted. Source: Part B, "Item (carousel and list)". */
export type ItemInput = z.output<typeof item>;

/** A field of a form as it was posted. Source: Part B, "Message". */
export type FieldInput = z.output<typeof field>;

const mediaUrl = z.string().min(1);
const media = { mediaUrl, mediaType: z.string().optional(), altText: z.string().optional() };
const items = z.array(item).min(1, 'a message has 1 to 10 items').max(10, 'a message has 1 to 10 items');

/** What a message of each type has besides what all have. Source: Part B, "Messages". */
export const contentShapes = {
  text: { type: z.literal('text') },
  image: { type: z.literal('image'), ...media },
  file: { type: z.literal('file'), ...media },
  carousel: {
    type: z.literal('carousel'),
    items,
    displaySettings: z.object({ imageAspectRatio: z.enum(['horizontal', 'square']).optional() }).optional(),
  },
  list: { type: z.literal('list'), items },
  location: {
    type: z.literal('location'),
    coordinates: z.object({ lat: z.number(), long: z.number() }),
    location: z.object({ address: z.string().optional(), name: z.string().optional() }).optional(),
  },
  form: {
    type: z.literal('form'),
    fields: z.array(field).min(1, 'a form needs a field'),
    blockChatInput: z.boolean().optional(),
  },
} as const;
