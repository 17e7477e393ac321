import type { z } from 'zod';
import { isJsonObject, type JsonObject, type Version } from '../../../events/index.ts';
import { checkBody } from '../../api/check-body.ts';
import { mediaTypeOf } from '../../attachments/index.ts';
import { ApiError } from '../../world/index.ts';
import { messageInput } from './message.ts';
import { readNativeMessage } from './native-message.ts';
import { warnOfDropped } from './warn-of-dropped.ts';

/** A message as it was posted, checked. */
export type MessageInput = z.output<typeof messageInput>;

/** What decides how a message is read. */
export interface ReadContext {
  readonly version: Version;
  /** Tells of what the service lets pass and nobody should rely on. */
  warn(text: string): void;
}

/** The fields that say what a message says, and not who says it where. */
const contentKeys = new Set([
  'type',
  'text',
  'items',
  'displaySettings',
  'coordinates',
  'location',
  'mediaUrl',
  'mediaType',
  'altText',
  'fields',
  'blockChatInput',
  'actions',
]);

/** Reads a posted message. Throws `bad_request` that names what is wrong, and `not_an_image`. Source: Part B, "Messages". */
export function readMessage(given: unknown, context: ReadContext): MessageInput {
  const body = isJsonObject(given) ? toTyped(given, context) : given;
  const input = checkBody({ body, warn: context.warn }, messageInput);
  warnOfDropped(body, input, context.warn);
  checkRole(input);
  checkContent(input);
  return input;
}

function toTyped(given: JsonObject, { version, warn }: ReadContext): JsonObject {
  const { messageSchema, message } = given;
  if (messageSchema === 'whatsapp' || (messageSchema !== undefined && message !== undefined)) {
    const rest = Object.entries(given).filter(([key]) => !contentKeys.has(key));
    return { ...Object.fromEntries(rest), ...readNativeMessage(message, given['text']) };
  }
  if (messageSchema !== undefined)
    warn(`messageSchema '${String(messageSchema)}' without a message is ignored`);
  if (given['type'] !== undefined) return given;
  if (version !== 'v1') throw new ApiError('bad_request', 'type: v1.1 requires it');
  warn('type is missing, which v1.1 requires');
  return { ...given, type: inferType(given) };
}

/** What v1 took a message without `type` for. Inferred: the document tells of the requirement of v1.1 alone. */
function inferType({ items, coordinates, fields, mediaUrl, mediaType }: JsonObject): MessageInput['type'] {
  if (items !== undefined) return 'carousel';
  if (coordinates !== undefined) return 'location';
  if (fields !== undefined) return 'form';
  if (typeof mediaUrl !== 'string') return 'text';
  const type = typeof mediaType === 'string' ? mediaType : mediaTypeOf(mediaUrl);
  return type === undefined || type.startsWith('image/') ? 'image' : 'file';
}

/** What only the business may send. Source: Part B, "Messages" (`destination`) and "Message" (form); the rest: the service's public documentation. */
function checkRole(input: MessageInput): void {
  if (input.role === 'appMaker') return;
  const refused =
    input.destination !== undefined
      ? 'a destination'
      : input.actions !== undefined
        ? 'actions'
        : 'items' in input
          ? 'items with actions'
          : input.type === 'form'
            ? 'a form'
            : undefined;
  if (refused !== undefined)
    throw new ApiError('bad_request', `Only messages of the role appMaker may have ${refused}`);
}

function checkContent(input: MessageInput): void {
  const actions = [
    ...(input.actions ?? []),
    ...('items' in input ? input.items : []).flatMap((item) => item.actions),
  ];
  if (input.type === 'text' && !input.text && actions.length === 0)
    throw new ApiError('bad_request', 'text: a text message without actions needs it');
  if (actions.filter((action) => action.type === 'webview' && action.openOnReceive === true).length > 1)
    throw new ApiError('bad_request', 'actions: at most one webview of a message may have openOnReceive');
  if (input.type === 'image') {
    const type = input.mediaType ?? mediaTypeOf(input.mediaUrl) ?? 'image/';
    if (!type.startsWith('image/')) throw new ApiError('not_an_image', `mediaUrl: ${type} is no image`);
  }
  if (input.type !== 'form') return;
  if (new Set(input.fields.map(({ name }) => name)).size < input.fields.length)
    throw new ApiError('bad_request', 'fields: each needs a name of its own');
  for (const field of input.fields) {
    if (field.type === 'text' && (field.minSize ?? 1) > (field.maxSize ?? 128))
      throw new ApiError('bad_request', `fields: minSize of '${field.name}' is above its maxSize`);
  }
}
