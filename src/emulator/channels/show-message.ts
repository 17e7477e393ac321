import type { Action, Item, Message } from '../../events/index.ts';
import { type ChannelTraits, channelOf, type ShownButton, type ShownType } from './traits.ts';

/** A message as the user sees it. */
export interface ShownMessage {
  readonly _id: string;
  readonly role: Message['role'];
  readonly name?: string | undefined;
  /** Seconds since 1970. */
  readonly received: number;
  /** `text` also for all that the channel cannot show. */
  readonly type: string;
  /** Without what the channel shows in another way. */
  readonly text: string;
  readonly mediaUrl?: string | undefined;
  /** Cards and rows that the channel can show. */
  readonly items: readonly ShownItem[];
  /** Buttons of the message that can be tapped; those of items stand there. */
  readonly buttons: readonly Action[];
  /** What the business has sent. */
  readonly message: Message;
}

/** A card or a row as the user sees it. */
export interface ShownItem {
  readonly title: string;
  readonly description?: string | undefined;
  readonly mediaUrl?: string | undefined;
  readonly buttons: readonly Action[];
}

const richTypes: readonly string[] = ['image', 'file', 'carousel', 'list', 'location', 'form'];

/**
 * `message` as users of that channel see it. What the channel cannot show becomes text: an image its URL, links their URL, cards a numbered list;
 * other buttons are left out. Source: Part B, "Messages"; which channel shows what: the table of channels.
 */
export function showMessage(platform: string, message: Message): ShownMessage {
  const traits = channelOf(platform);
  const { _id, role, received, type = 'text' } = message;
  const isShown = !richTypes.includes(type) || traits.shows.includes(type as ShownType);
  const mediaUrl = 'mediaUrl' in message ? message.mediaUrl : undefined;
  const actions = message.actions ?? [];
  const textFallback = 'textFallback' in message ? message.textFallback : undefined;
  const lines = [(message.text ?? textFallback ?? '').trim()];
  if (!isShown && mediaUrl !== undefined) lines.push(mediaUrl);
  lines.push(...actions.filter((action) => !shows(traits, action)).flatMap(toLine));
  return {
    _id,
    role,
    ...(typeof message.name === 'string' ? { name: message.name } : {}),
    received,
    type: isShown ? type : 'text',
    text: lines.filter((line) => line !== '').join('\n'),
    ...(isShown && mediaUrl !== undefined ? { mediaUrl } : {}),
    items: isShown ? (message.items ?? []).map((item) => showItem(traits, item)) : [],
    buttons: actions.filter((action) => shows(traits, action)),
    message,
  };
}

function shows(traits: ChannelTraits, { type }: Action): boolean {
  return traits.buttons.includes(type as ShownButton);
}

function toLine(action: Action): string[] {
  const uri = 'uri' in action ? action.uri : undefined;
  return uri ? [`${action.text ?? ''} ${uri}`.trim()] : [];
}

function showItem(traits: ChannelTraits, { title, description, mediaUrl, actions }: Item): ShownItem {
  return {
    title: title ?? '',
    ...(description === undefined ? {} : { description }),
    ...(mediaUrl === undefined ? {} : { mediaUrl }),
    buttons: (actions ?? []).filter((action) => shows(traits, action)),
  };
}
