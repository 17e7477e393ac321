import type { FileMessage, Message, Source, Version } from '../../events/index.ts';
import { channelOf } from '../channels/index.ts';

/** `message` as `version` writes it. */
export function toMessage(message: Message, version: Version): Message {
  return version === 'v1' ? toV1Message(message) : message;
}

/** `source` as `version` writes it: v1.1 added all but `type` and `id`. Source: the service's public documentation. */
export function toSource(source: Source, version: Version): Source {
  if (version === 'v1.1') return source;
  return source.id === undefined ? { type: source.type } : { type: source.type, id: source.id };
}

/** Whether a message with that source came through a channel of another company; `api` is none. */
function isThirdParty(type: string | undefined): boolean {
  return type !== undefined && type !== 'api' && channelOf(type).kind !== 'sdk';
}

/** From third-party channels v1 has no names, and files as texts. Source: seen on the wire; Part A, "Payload shapes" and "Versioning". */
function toV1Message(message: Message): Message {
  const { source, ...rest } = message;
  const withSource = source === undefined ? message : { ...rest, source: toSource(source, 'v1') };
  if (message.role !== 'appUser' || !isThirdParty(source?.type)) return withSource as Message;
  const { name: _, ...nameless } = withSource;
  return nameless.type === 'file' ? toText(nameless as FileMessage) : (nameless as Message);
}

/** A caption comes before the URL, in a line of its own. That is inferred: no text shows a file with a caption. */
function toText({ mediaUrl, mediaType: _, mediaSize: _2, altText: _3, ...message }: FileMessage): Message {
  const caption = message.text?.trim() ?? '';
  return { ...message, type: 'text', text: caption === '' ? mediaUrl : `${caption}\n${mediaUrl}` };
}
