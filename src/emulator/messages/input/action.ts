import { z } from 'zod';
import { metadataInput } from './metadata.ts';

const text = z.string().min(1, 'an action needs a text');
const metadata = metadataInput.optional();
const page = {
  text,
  uri: z.string(),
  default: z.boolean().optional(),
  metadata,
  extraChannelOptions: z.record(z.string(), z.unknown()).optional(),
};
const size = z.enum(['compact', 'tall', 'full']).optional();

const forMessages = [
  z.object({ type: z.literal('link'), ...page }),
  z.object({
    type: z.literal('webview'),
    ...page,
    fallback: z.string(),
    size,
    openOnReceive: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('buy'),
    text,
    amount: z.int('amount is a whole number of hundredths').min(0),
    currency: z
      .string()
      .regex(/^[a-z]{3}$/, 'currency is a lowercase ISO 4217 code')
      .optional(),
    metadata,
  }),
  z.object({ type: z.literal('postback'), text, payload: z.string(), metadata }),
  z.object({
    type: z.literal('reply'),
    text,
    payload: z.string(),
    iconUrl: z.string().optional(),
    metadata,
  }),
  z.object({ type: z.literal('locationRequest'), text, metadata }),
] as const;

/** An action of a message. Source: Part B, "Message action arguments". */
export const messageAction = z.discriminatedUnion('type', forMessages);

/** An action of an item, which may be a share too. Source: Part B, "Message action arguments". */
export const itemAction = z.discriminatedUnion('type', [
  ...forMessages,
  z.object({ type: z.literal('share'), text: text.optional(), metadata }),
]);

/** An action as it was posted. */
export type ActionInput = z.output<typeof itemAction>;
