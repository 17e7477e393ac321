import type { Metadata } from './metadata.ts';

/** Options of an action for one channel. Source: Part B, "Message action arguments". */
export interface ExtraChannelOptions {
  /** Keyed by the channel's name. */
  readonly [channel: string]: {
    /** Takes the share button away. */
    readonly webview_share_button?: 'hide';
    /** @deprecated Use `size`. */
    readonly webview_height_ratio?: 'compact' | 'tall' | 'full';
    /** @deprecated Use `fallback`. */
    readonly fallback_url?: string;
    /** Also `<channel>_extensions`, a boolean, for webviews. */
    readonly [option: string]: unknown;
  };
}

interface AnyAction {
  readonly metadata?: Metadata;
}

interface Button extends AnyAction {
  readonly text: string;
}

/** Opens a page. Source: Part B, "Message action arguments". */
export interface NewLinkAction extends Button {
  readonly type: 'link';
  readonly uri: string;
  /** Whether a tap on the item does this too; social messaging channel only. */
  readonly default?: boolean;
  readonly extraChannelOptions?: ExtraChannelOptions;
}

/** Opens a page inside the messenger. Source: Part B, "Message action arguments". */
export interface NewWebviewAction extends Button {
  readonly type: 'webview';
  readonly uri: string;
  /** Where a client goes that cannot show a webview. */
  readonly fallback: string;
  readonly size?: 'compact' | 'tall' | 'full';
  readonly default?: boolean;
  readonly extraChannelOptions?: ExtraChannelOptions;
  /** Opens without a tap; at most one in a message, web messenger only. */
  readonly openOnReceive?: boolean;
}

/** Takes a payment. Source: Part B, "Message action arguments". */
export interface NewBuyAction extends Button {
  readonly type: 'buy';
  /** Hundredths of the currency unit, a whole number. */
  readonly amount: number;
  /** Lowercase ISO 4217 code. Default: that of the account. */
  readonly currency?: string;
}

/** Sends a `postback` event when tapped. Source: Part B, "Message action arguments". */
export interface NewPostbackAction extends Button {
  readonly type: 'postback';
  readonly payload: string;
}

/** Sends its text as a message with `payload` when tapped. Source: Part B, "Message action arguments". */
export interface NewReplyAction extends Button {
  readonly type: 'reply';
  readonly payload: string;
  readonly iconUrl?: string;
}

/** Asks for the user's place. Source: Part B, "Message action arguments". */
export interface NewLocationRequestAction extends Button {
  readonly type: 'locationRequest';
}

/** Shares the item that it belongs to. Source: Part B, "Message action arguments". */
export interface NewShareAction extends AnyAction {
  readonly type: 'share';
}

/** A button of a message, told apart by `type`. Source: Part B, "Message action arguments". */
export type NewAction =
  | NewLinkAction
  | NewWebviewAction
  | NewBuyAction
  | NewPostbackAction
  | NewReplyAction
  | NewLocationRequestAction;

/** A button of an item, told apart by `type`. Source: Part B, "Message action arguments". */
export type NewItemAction = NewAction | NewShareAction;
