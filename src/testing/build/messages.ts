import type { BuyAction, Item, Message, OpenSet, OtherMessage, PostbackAction } from '../../index.ts';
import { agentId, appId, type Cast } from './cast.ts';
import { applyOverrides, type Overrides } from './overrides.ts';
import { channelSource, webSource } from './people.ts';

/** Fields of a message, told apart by `type`; the builder adds what the type needs besides. */
export type MessageFields =
  | Overrides<ListedMessage>
  | (Omit<Overrides<OtherMessage>, 'type'> & {
      readonly type?: OpenSet<ListedMessage['type'] | 'audio' | 'video' | 'interactive'>;
    });

type ListedMessage = Exclude<Message, OtherMessage>;

/** What the builder is told of a message. */
export interface MessageWish {
  /** Text of the message. Default: a text that suits the type. */
  readonly text?: string;
  /** Fields of the message. Default: `{ type: 'text' }`. */
  readonly message?: MessageFields;
}

/** A message that the user wrote. */
export function messageOfUser(cast: Cast, wish: MessageWish = {}): Message {
  const type = typeOf(wish);
  return messageOf(cast, wish, {
    _id: cast.userMessageId,
    role: 'appUser',
    authorId: cast.appUserId,
    // A file of a third-party channel comes as a text in v1. Source: Part A, "Versioning".
    source: type === 'file' ? webSource(cast) : channelSource(),
  });
}

/** A message that an agent posted. */
export function messageOfApp(cast: Cast, wish: MessageWish = {}): Message {
  return messageOf(cast, wish, {
    _id: cast.appMessageId,
    role: 'appMaker',
    authorId: agentId,
    name: 'Priya',
    source: { type: 'api' },
  });
}

/** The carousel of which `action` is the button. */
export function carouselWith(cast: Cast, action: PostbackAction | BuyAction): Message {
  return messageOfApp(cast, { message: { type: 'carousel', items: [itemWith(cast, action)] } });
}

export function postbackAction({ actionId }: Cast, payload = 'RESERVE_BOOK'): PostbackAction {
  return { _id: actionId, type: 'postback', text: 'Reserve', payload };
}

export function paidAction({ actionId }: Cast): BuyAction {
  return { _id: actionId, type: 'buy', text: 'Buy', amount: 1890, currency: 'eur', uri: '', state: 'paid' };
}

function messageOf(cast: Cast, { text, message }: MessageWish, author: Omit<Message, 'type' | 'received'>) {
  const type = typeOf({ message });
  const own = (fieldsOf.get(type) ?? withText)(cast);
  const body = { ...author, received: cast.at, type, ...own, ...(text === undefined ? {} : { text }) };
  return applyOverrides(body as Message, message ?? {});
}

function typeOf({ message }: { readonly message?: MessageFields | undefined }): string {
  return message?.type ?? 'text';
}

function itemWith({ itemId }: Cast, action: PostbackAction | BuyAction): Item {
  return { _id: itemId, title: 'Salt', description: 'Paperback, 240 pages', actions: [action] };
}

function withText(): Partial<Message> {
  return { text: 'Is the bookshop open on Sunday?' };
}

/** What a message of each type has besides the common fields. A type that is not here has a text. */
const fieldsOf: ReadonlyMap<string, (cast: Cast) => Partial<Message>> = new Map([
  ['image', () => media('front-door.jpg', 'image/jpeg')],
  ['file', () => media('receipt.pdf', 'application/pdf')],
  ['audio', () => media('voice.ogg', 'audio/ogg')],
  ['video', () => media('tour.mp4', 'video/mp4')],
  ['location', place],
  ['carousel', cards],
  ['list', cards],
  ['form', form],
  ['formResponse', formResponse],
]);

function place(): Partial<Message> {
  return {
    text: 'https://maps.example.com/?q=53.5413,9.9841',
    coordinates: { lat: 53.5413, long: 9.9841 },
  };
}

function cards(cast: Cast): Partial<Message> {
  return { text: '1. Salt', items: [itemWith(cast, postbackAction(cast))] };
}

function form({ itemId }: Cast): Partial<Message> {
  return {
    fields: [{ _id: itemId, type: 'text', name: 'full_name', label: 'Your name?' }],
    blockChatInput: true,
    submitted: false,
  };
}

function formResponse({ itemId }: Cast): Partial<Message> {
  return {
    fields: [{ _id: itemId, type: 'text', name: 'full_name', label: 'Your name?', text: 'Imani' }],
    textFallback: 'Your name?: Imani',
  };
}

function media(file: string, mediaType: string): Partial<Message> {
  return { mediaUrl: `https://media.example.com/${appId}/${file}`, mediaType, mediaSize: 184_213 };
}
