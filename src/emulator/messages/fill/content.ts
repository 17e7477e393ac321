import { findAttachment } from '../../attachments/index.ts';
import type { World } from '../../world/index.ts';
import type { MessageInput } from '../input/read-message.ts';
import { describeItems, describeLocation } from './fallback-text.ts';
import { fillAction, fillField, fillItem, findMediaType, type NextId, toId } from './parts.ts';

/**
 * What a message says, as it is stored: with ids (but for `nextId` undefined) and what the service adds. Some values may be `undefined`.
 * Source: seen on the wire; Part B, "Messages".
 */
export function fillContent(
  world: World,
  input: MessageInput,
  nextId: NextId,
): Readonly<Record<string, unknown>> {
  const actions = input.actions?.map((action) => fillAction(world, action, nextId));
  return { type: input.type, ...fillType(world, input, nextId), ...(actions !== undefined && { actions }) };
}

function fillType(world: World, input: MessageInput, nextId: NextId): object {
  const { text } = input;
  switch (input.type) {
    case 'text':
      // A message of actions alone: its text is blank, for it is never missing.
      return { text: text ?? '' };
    case 'image':
    case 'file': {
      const { mediaUrl, mediaType = findMediaType(world, mediaUrl), altText } = input;
      const mediaSize = findAttachment(world, mediaUrl)?.bytes.byteLength;
      return { text: text ?? ' ', mediaUrl, mediaType, mediaSize, altText };
    }
    case 'carousel': {
      const { items, displaySettings } = input;
      return { ...fillItems(world, input, items, nextId), displaySettings };
    }
    case 'list':
      return fillItems(world, input, input.items, nextId);
    case 'location': {
      const coordinates = { ...toId(nextId?.()), ...input.coordinates };
      return { text: text ?? describeLocation(coordinates), coordinates, location: input.location };
    }
    case 'form': {
      const fields = input.fields.map((field) => fillField(field, nextId));
      return { text, fields, blockChatInput: input.blockChatInput ?? false, submitted: false };
    }
  }
}

function fillItems(
  world: World,
  { text }: MessageInput,
  items: Extract<MessageInput, { type: 'list' }>['items'],
  nextId: NextId,
): object {
  return { text: text ?? describeItems(items), items: items.map((item) => fillItem(world, item, nextId)) };
}
