import { channelTable } from './channel-table.ts';

/** What may be shown as it is, or else as its text. */
export type ShownType = 'image' | 'file' | 'carousel' | 'list' | 'location' | 'form';

/** A button as a channel may show it. */
export type ShownButton = 'link' | 'webview' | 'postback' | 'reply' | 'locationRequest' | 'buy' | 'share';

/** How a linked channel is confirmed. Source: Part A, "Link a channel". */
export type LinkConfirmation = 'immediate' | 'userActivity' | 'prompt';

/** What a channel can do. */
export interface ChannelTraits {
  /** `sdk`: our messenger inside a page or an app. `push`: carries push notices alone, no conversation. */
  readonly kind: 'sdk' | 'thirdParty' | 'push';
  /** What it shows as it is; the rest arrives as text. */
  readonly shows: readonly ShownType[];
  readonly buttons: readonly ShownButton[];
  /** Whether it tells when a message has reached the device, which gives message:delivery:user. */
  readonly reportsDelivery: boolean;
  /** Whether it tells when the user has read, which gives conversation:read. */
  readonly reportsReads: boolean;
  /** Whether it tells that the user types. */
  readonly reportsTyping: boolean;
  /** Whether it has ids of its own for messages. */
  readonly messageIds: boolean;
  /** Whether a message gets the user's attention while nothing is open. */
  readonly pushes: boolean;
  readonly payments: boolean;
  readonly menus: boolean;
  /** Whether users can begin a conversation without a message. */
  readonly starts: boolean;
  readonly referrals: boolean;
  /** Whether links and codes are made by which users add it to their other channels. */
  readonly linkRequests: boolean;
  /** How it can be linked by the API; without any it cannot. */
  readonly confirmations: readonly LinkConfirmation[];
  /** What the addresses of users look like. */
  readonly address:
    | 'digits'
    | 'longDigits'
    | 'phone'
    | 'plainPhone'
    | 'base64'
    | 'email'
    | 'uuid'
    | undefined;
  /** What stands in `source.id`. */
  readonly sourceId: 'device' | 'address' | undefined;
}

/** A channel of a type that nobody knows: it takes texts and tells of nothing. */
const unknownChannel: ChannelTraits = {
  kind: 'thirdParty',
  shows: [],
  buttons: [],
  reportsDelivery: false,
  reportsReads: false,
  reportsTyping: false,
  messageIds: false,
  pushes: true,
  payments: false,
  menus: false,
  starts: false,
  referrals: false,
  linkRequests: false,
  confirmations: [],
  address: 'uuid',
  sourceId: undefined,
};

/** The names of the known channels. */
export const channelNames: readonly string[] = Object.keys(channelTable);

/** What the channel of that name can do. An unknown one takes texts and tells of nothing. Sources: in the table of channels. */
export function channelOf(platform: string): ChannelTraits {
  const own = Object.hasOwn(channelTable, platform) ? channelTable[platform] : undefined;
  return { ...unknownChannel, ...own };
}
