import type { Channel, OpenSet } from '../../events/index.ts';

/**
 * A user's address on a channel. Which id it has depends on the channel: `userId` (social and chat), `phoneNumber` (SMS), `chatId` (chat bot)
 * or `username` (business messaging). Source: Part A, "Channel entities and business systems".
 */
export interface ChannelEntity {
  readonly type: OpenSet<Channel>;
  readonly integrationId?: string;
  readonly userId?: string;
  readonly phoneNumber?: string;
  readonly chatId?: string;
  readonly username?: string;
}

/** Where a conversation is shown to the business, with one id. Source: Part A, "Channel entities and business systems". */
export interface BusinessSystem {
  readonly type: OpenSet<'slack' | 'zendesk' | 'hipchat' | 'helpscout'>;
  readonly channelId?: string;
  readonly ticketId?: string;
  /** A whole number. */
  readonly roomId?: number;
  readonly conversationId?: string;
}

/** A way for the user to link a channel on their own. Source: Part A, "Auth code and link requests". */
export interface LinkRequest {
  readonly integrationId: string;
  readonly type: OpenSet<Channel>;
  /** Good for one use; part of `url`. */
  readonly code: string;
  readonly url: string;
  /** A data URI; the business messaging channel alone has it. */
  readonly qrCode?: string;
}

/** Which channels link requests are for. Source: Part A, "Auth code and link requests". */
export interface LinkRequestQuery {
  /** At least one. */
  readonly integrationIds: readonly string[];
}
