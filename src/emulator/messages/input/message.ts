import { z } from 'zod';
import { messageAction } from './action.ts';
import { contentShapes } from './content.ts';
import { metadataInput } from './metadata.ts';

const quotedMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), content: z.object({ _id: z.string() }).loose() }),
  z.object({ type: z.literal('externalMessageId'), externalMessageId: z.string() }),
]);

/** What a message of any type has. Source: Part B, "Messages"; `override`, `quotedMessage`: the service's public documentation. */
const common = {
  role: z.enum(['appUser', 'appMaker']),
  text: z.string().optional(),
  subroles: z.array(z.string()).optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  avatarUrl: z.string().optional(),
  destination: z
    .object({ integrationId: z.string().optional(), integrationType: z.string().optional() })
    .refine(
      ({ integrationId, integrationType }) =>
        (integrationId === undefined) !== (integrationType === undefined),
      'destination has either integrationId or integrationType',
    )
    .optional(),
  metadata: metadataInput.optional(),
  payload: z.string().optional(),
  actions: z.array(messageAction).optional(),
  quotedMessage: quotedMessage.optional(),
  messageSchema: z.string().optional(),
  message: z.record(z.string(), z.unknown()).optional(),
  override: z.record(z.string(), z.unknown()).optional(),
};

/** A posted message. Source: Part B, "Messages". */
export const messageInput = z.discriminatedUnion(
  'type',
  [
    z.object({ ...common, ...contentShapes.text }),
    z.object({ ...common, ...contentShapes.image }),
    z.object({ ...common, ...contentShapes.file }),
    z.object({ ...common, ...contentShapes.carousel }),
    z.object({ ...common, ...contentShapes.list }),
    z.object({ ...common, ...contentShapes.location }),
    z.object({ ...common, ...contentShapes.form }),
  ],
  {
    error: ({ code }) =>
      code === 'invalid_union'
        ? 'must be one of text, image, file, carousel, list, location, form'
        : undefined,
  },
);
