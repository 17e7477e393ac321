import { z } from 'zod';
import { freeObject, id, unixSeconds } from '../fields.ts';
import { listOf } from '../list-of.ts';
import { openObject } from '../open-object.ts';
import { openSet } from '../open-set.ts';
import { openUnion, type Unlisted, unlistedString } from '../open-union.ts';
import { actionSchema } from './action.ts';
import { formFieldSchema } from './form-field.ts';
import { itemSchema } from './item.ts';
import { sourceSchema } from './source.ts';

/**
 * The message that this one answers: whole, or by the channel's id. Source: the service's public documentation; Part B, "Message".
 * Written out, because it holds a message in turn.
 */
export type QuotedMessage =
  | { type: 'message'; content: Message }
  | { type: 'externalMessageId'; externalMessageId: string }
  | { type: Unlisted };

/** Schema of a `QuotedMessage`. Source: the service's public documentation; Part B, "Message". */
const quotedMessageSchema: z.ZodType<QuotedMessage> = openUnion(
  {
    message: openObject({ type: z.literal('message'), content: z.lazy(() => messageSchema) }),
    externalMessageId: openObject({ type: z.literal('externalMessageId'), externalMessageId: z.string() }),
  },
  openObject({ type: unlistedString }),
);

const common = {
  _id: id,
  role: openSet<'appUser' | 'appMaker' | 'whisper'>(),
  /** Id of the app user, or a hash that stands for the app maker. */
  authorId: z.string(),
  received: unixSeconds,
  /** Text, or what a client shows that cannot show the rest. May be blank. */
  text: z.string().optional(),
  /** Missing or `null` for users of third-party channels. */
  name: z.string().nullish(),
  avatarUrl: z.string().optional(),
  email: z.string().optional(),
  source: sourceSchema.optional(),
  /** Payload of the reply action that was tapped. */
  payload: z.string().optional(),
  actions: listOf(actionSchema).optional(),
  items: listOf(itemSchema).optional(),
  metadata: freeObject.optional(),
  quotedMessage: quotedMessageSchema.optional(),
  /** True for the placeholder of a deleted message. */
  deleted: z.boolean().optional(),
};

const media = {
  mediaUrl: z.string(),
  mediaType: z.string().optional(),
  /** Bytes. */
  mediaSize: z.number().optional(),
  altText: z.string().optional(),
};

const place = {
  coordinates: openObject({ _id: z.string().optional(), lat: z.number(), long: z.number() }),
  location: openObject({ address: z.string().optional(), name: z.string().optional() }).optional(),
};

const cards = {
  items: listOf(itemSchema),
  displaySettings: openObject({
    imageAspectRatio: openSet<'horizontal' | 'square'>().optional(),
  }).optional(),
};

const form = {
  fields: listOf(formFieldSchema),
  blockChatInput: z.boolean().optional(),
  submitted: z.boolean().optional(),
};

const response = { fields: listOf(formFieldSchema), textFallback: z.string().optional() };

const textMessage = openObject({ ...common, type: z.literal('text'), text: z.string() });
const imageMessage = openObject({ ...common, ...media, type: z.literal('image') });
const fileMessage = openObject({ ...common, ...media, type: z.literal('file') });
const locationMessage = openObject({ ...common, ...place, type: z.literal('location') });
const carouselMessage = openObject({ ...common, ...cards, type: z.literal('carousel') });
const listMessage = openObject({ ...common, ...cards, type: z.literal('list') });
const formMessage = openObject({ ...common, ...form, type: z.literal('form') });
const formResponseMessage = openObject({ ...common, ...response, type: z.literal('formResponse') });

const otherMessage = openObject({
  ...common,
  type: z
    .custom<'audio' | 'video' | 'interactive' | Unlisted>(
      (type) => typeof type === 'string',
      'Invalid input: expected string',
    )
    .optional(),
  ...media,
  mediaUrl: z.string().optional(),
  coordinates: place.coordinates.optional(),
});

/** Plain text, also the answer to a reply action. Source: Part B, "Message". */
export interface TextMessage extends z.output<typeof textMessage> {}

/** An image. Source: Part B, "Message". */
export interface ImageMessage extends z.output<typeof imageMessage> {}

/** A file. From third-party channels v1 sends a text with its URL instead. Source: Part A, "Payload shapes" and "Versioning". */
export interface FileMessage extends z.output<typeof fileMessage> {}

/** A place. Source: Part B, "Message"; `location`: the service's public documentation. */
export interface LocationMessage extends z.output<typeof locationMessage> {}

/** Cards side by side. Source: Part B, "Message". */
export interface CarouselMessage extends z.output<typeof carouselMessage> {}

/** Rows. Source: Part B, "Message". */
export interface ListMessage extends z.output<typeof listMessage> {}

/** A form for the user to fill in. Source: Part B, "Message". */
export interface FormMessage extends z.output<typeof formMessage> {}

/** A form with the user's answers. Source: Part B, "Message". */
export interface FormResponseMessage extends z.output<typeof formResponseMessage> {}

/** A message of a type that has no shape here, or of none, as v1 sent it in 2016. Source: seen on the wire; Part A, "Versioning". */
export interface OtherMessage extends z.output<typeof otherMessage> {}

/** A message, told apart by `type`. Source: Part B, "Message". */
export type Message =
  | TextMessage
  | ImageMessage
  | FileMessage
  | LocationMessage
  | CarouselMessage
  | ListMessage
  | FormMessage
  | FormResponseMessage
  | OtherMessage;

/** Schema of a `Message`. A known type needs its own fields: an image its `mediaUrl`, a carousel its `items`. Source: Part B, "Message". */
export const messageSchema: z.ZodType<Message> = openUnion(
  {
    text: textMessage as z.ZodType<TextMessage>,
    image: imageMessage as z.ZodType<ImageMessage>,
    file: fileMessage as z.ZodType<FileMessage>,
    location: locationMessage as z.ZodType<LocationMessage>,
    carousel: carouselMessage as z.ZodType<CarouselMessage>,
    list: listMessage as z.ZodType<ListMessage>,
    form: formMessage as z.ZodType<FormMessage>,
    formResponse: formResponseMessage as z.ZodType<FormResponseMessage>,
  },
  otherMessage as z.ZodType<OtherMessage>,
);
