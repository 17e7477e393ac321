import { isJsonObject, type JsonObject } from '../../../events/index.ts';
import { ApiError } from '../../world/index.ts';

/**
 * The content that a message in the native form of the business messaging channel has. Source: Part B, "Messages": the message is built from
 * it; that form itself is the channel's. What has no counterpart, such as a template, becomes a text: `fallback`, else its type and name.
 */
export function readNativeMessage(native: unknown, fallback: unknown): JsonObject {
  if (!isJsonObject(native) || typeof native['type'] !== 'string')
    throw new ApiError('bad_request', 'message: with messageSchema it must be an object with a type');
  const { type } = native;
  const own = native[type];
  const content: JsonObject = isJsonObject(own) ? own : {};
  if (type === 'text') return { type: 'text', text: content['body'] };
  if (type === 'image') return withCaption({ type: 'image', mediaUrl: content['link'] }, content);
  if (type === 'document' || type === 'audio' || type === 'video')
    return withCaption({ type: 'file', mediaUrl: content['link'] }, content);
  if (type === 'location') return readLocation(content);
  const name = content['name'] ?? content['element_name'];
  const text = typeof name === 'string' ? `${type}: ${name}` : type;
  return { type: 'text', text: typeof fallback === 'string' && fallback !== '' ? fallback : text };
}

function withCaption(media: JsonObject, { caption }: JsonObject): JsonObject {
  return caption === undefined ? media : { ...media, text: caption };
}

function readLocation({ latitude, longitude, name, address }: JsonObject): JsonObject {
  return {
    type: 'location',
    coordinates: { lat: latitude, long: longitude },
    ...((name ?? address) !== undefined && {
      location: { ...(name !== undefined && { name }), ...(address !== undefined && { address }) },
    }),
  };
}
