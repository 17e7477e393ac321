/** The conversation of a user. Source: Part B, "Conversation"; `appUserLastRead`: seen on the wire. */
export interface Conversation {
  readonly _id: string;
  /** Messages that the user has not read. */
  readonly unreadCount?: number;
  /** Unix seconds. */
  readonly appMakerLastRead?: number;
  /** Unix seconds. */
  readonly appUserLastRead?: number;
}

/** What the business does in a conversation. Source: Part B, "Messages", `conversation/activity`. */
export type NewActivity =
  | {
      /** Only the business may tell of itself. Default: `appMaker`. */
      readonly role?: 'appMaker';
      readonly type: 'typing:start' | 'typing:stop';
      readonly name?: string;
      readonly avatarUrl?: string;
    }
  | {
      readonly role?: 'appMaker';
      /** The business has read all up to the last message. */
      readonly type: 'conversation:read';
    };
