import type { Channel, Message, OpenSet } from '../../events/index.ts';
import type { NewAction } from './action.ts';
import type { Conversation } from './conversation.ts';
import type { NewFormField } from './form-field.ts';
import type { NewItem } from './item.ts';
import type { Metadata } from './metadata.ts';

interface AnyAuthor {
  readonly name?: string;
  /** Finds the avatar. */
  readonly email?: string;
  /** Stands before the avatars of profile and e-mail. */
  readonly avatarUrl?: string;
  readonly metadata?: Metadata;
  /** Payload of the reply action that was tapped. */
  readonly payload?: string;
}

/** Written by the business. Source: Part B, "Messages". */
export interface AppMakerAuthor extends AnyAuthor {
  readonly role: 'appMaker';
  /** `AI`: the service tells the user so, on third-party channels. */
  readonly subroles?: readonly OpenSet<'AI'>[];
  /** Bypasses the automatic delivery. Without a client there the answer is 404 `client_not_found`. */
  readonly destination?: { readonly integrationId: string } | { readonly integrationType: OpenSet<Channel> };
}

/** Written in the name of the user. Source: Part B, "Messages". */
export interface AppUserAuthor extends AnyAuthor {
  readonly role: 'appUser';
  readonly subroles?: never;
  readonly destination?: never;
  /** The business alone has buttons. Source: the service's public documentation. */
  readonly actions?: never;
}

interface AnyContent {
  readonly actions?: readonly NewAction[];
  readonly messageSchema?: never;
  readonly message?: never;
}

/** Plain text; without text when it has actions. Source: Part B, "Messages"; the latter: the service's public documentation. */
export type TextContent = AnyContent & { readonly type: 'text' } & (
    | { readonly text: string }
    | { readonly text?: never; readonly actions: readonly NewAction[] }
  );

/** An image or a file at a URL, your own or that of an attachment. Source: Part B, "Messages". */
export interface MediaContent extends AnyContent {
  readonly type: 'image' | 'file';
  readonly mediaUrl: string;
  readonly mediaType?: string;
  readonly text?: string;
  /** For those who cannot see it. Source: the service's public documentation. */
  readonly altText?: string;
}

/** Cards side by side, or rows: 1 to 10. Source: Part B, "Messages". */
export interface ItemsContent extends AnyContent {
  readonly type: 'carousel' | 'list';
  readonly items: readonly NewItem[];
  /** Carousels only. Default of the service: horizontal. */
  readonly displaySettings?: { readonly imageAspectRatio?: 'horizontal' | 'square' };
  readonly text?: string;
}

/** A place. Source: Part B, "Messages"; `location`: the service's public documentation. */
export interface LocationContent extends AnyContent {
  readonly type: 'location';
  readonly coordinates: { readonly lat: number; readonly long: number };
  readonly location?: { readonly address?: string; readonly name?: string };
  readonly text?: string;
}

/** A form for the user to fill in. Source: Part B, "Message". */
export interface FormContent extends AnyContent {
  readonly type: 'form';
  readonly fields: readonly NewFormField[];
  readonly blockChatInput?: boolean;
  readonly text?: string;
}

/**
 * A message in the native form of the business messaging channel; where the other fields disagree with it, they are ignored.
 * Source: Part B, "Messages".
 */
export interface NativeContent {
  readonly type: NewMessageType;
  readonly messageSchema: OpenSet<'whatsapp'>;
  readonly message: Readonly<Record<string, unknown>>;
  readonly text?: string;
}

/** Source: Part B, "Messages". */
export type NewMessageType = 'text' | 'image' | 'file' | 'carousel' | 'list' | 'location' | 'form';

/** What a message says, told apart by `type`. */
export type NewMessageContent =
  | TextContent
  | MediaContent
  | ItemsContent
  | LocationContent
  | FormContent
  | NativeContent;

/** A message to post, told apart by `type` and `role`. Source: Part B, "Messages". */
export type NewMessage = (AppMakerAuthor | AppUserAuthor) & NewMessageContent;

/** A page of messages. Source: Part B, "Messages". */
export interface MessageList {
  readonly conversation?: Conversation;
  readonly messages: readonly Message[];
  /** URL of the following page. */
  readonly next?: string;
}

/** The answer to a posted message. Source: Part B, "Messages". */
export interface PostedMessage {
  readonly message: Message;
  /** The rest, when shorthand in the text made several messages. */
  readonly extraMessages?: readonly Message[];
  readonly conversation: Conversation;
}
