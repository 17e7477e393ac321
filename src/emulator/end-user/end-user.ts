import type { Action, Client, FullAppUser, Message, Referral } from '../../events/index.ts';
import type { ShownMessage } from '../channels/index.ts';

/** A button, by its `_id`, its text or its payload; the latest message that shows it counts. */
export type ButtonRef = string | { readonly _id: string };

/** What an end user says: a text, a picture or file at a URL, a place. */
export type SayContent =
  | { readonly type: 'text'; readonly text: string; readonly payload?: string }
  | {
      readonly type: 'image' | 'file';
      readonly mediaUrl: string;
      readonly mediaType?: string;
      readonly text?: string;
    }
  | { readonly type: 'location'; readonly coordinates: { readonly lat: number; readonly long: number } };

/**
 * A person at the other end of a channel. What they do takes effect at once; the webhooks that follow from it are on their way when a method
 * returns. A method that makes no sense, such as a tap on a button that is not there, throws an `OptionsError` that says what is there.
 */
export interface EndUser {
  readonly channel: string;
  /** Address on the channel. Web, ios and android have none. */
  readonly externalId: string | undefined;
  /** The user as the API answers it (v1.1); `undefined` before the first act, and after a deletion. */
  readonly user: FullAppUser | undefined;
  /** The client of this person; `undefined` as long as there is none. */
  readonly client: Client | undefined;
  /** What stands on the screen, oldest first, as the channel shows it: their own messages as well. */
  messages(): readonly ShownMessage[];
  /** The next message of the business: each is given once, those that came before the call as well. */
  waitForMessage(filter?: MessageFilter, options?: WaitOptions): Promise<ShownMessage>;
  /** Sends a message. The first one makes the user and the conversation. */
  say(content: string | SayContent): Message;
  /** Taps a postback button. */
  tap(button: ButtonRef): Action;
  /** Taps a reply button: its text is sent, with its payload. */
  reply(button: ButtonRef): Message;
  /** Taps an entry of the persistent menu, by its `_id`, text or payload. */
  tapMenu(item: ButtonRef): Action;
  /** Pays what a buy button offers. Default: the latest that is unpaid. Gives the message as it is then. */
  pay(button?: ButtonRef): Message;
  /**
   * Fills in the latest form that is open, by the names of its fields; of a select the names of what is chosen. Every field of the form needs
   * a value.
   */
  submitForm(values: Readonly<Record<string, string | readonly string[]>>): Message;
  /** Reads what is there. False when the channel does not tell of it, and so nothing happens. */
  read(): boolean;
  /** Begins to type, or stops. False when the channel does not tell of it, and so nothing happens. */
  typing(isTyping?: boolean): boolean;
  /** Begins the conversation without a message: start command, get started, follow, subscribe, by the channel. */
  start(referral?: string | Referral): void;
  /** Comes through a code or an ad. Who is not yet known begins the conversation with it, where the channel allows that. */
  refer(code: string, details?: NonNullable<Referral['details']>): void;
  /** Unsubscribes; not on web, ios and android. What is sent from now on fails. */
  block(): void;
  /** Subscribes again, as every message does. No event tells of it. */
  unblock(): void;
  /** Answers the question whether this channel may be linked. */
  answerPrompt(answer: 'accept' | 'deny'): void;
  /** Hands in a one-time code: an auth code (`ac_…`, on web, ios and android) or the code of a link request (`lr_…`, elsewhere). */
  redeem(code: string): void;
  /** Logs in with the customer's own id; web, ios and android alone. A nameless user is merged into that one. */
  login(userId: string): void;
  /** Logs out; web, ios and android alone. */
  logout(): void;
  /** Puts the phone away: messages reach the channel and wait there, so there is no message:delivery:user. */
  goOffline(): void;
  /** Takes the phone up again: what waited is there. */
  goOnline(): void;
}

/** Part of a text, or what a message has to be like. */
export type MessageFilter = string | ((message: ShownMessage) => boolean);

/** How long to wait. */
export interface WaitOptions {
  /** In milliseconds of real time. Default: 5,000. */
  readonly timeoutMs?: number | undefined;
}
