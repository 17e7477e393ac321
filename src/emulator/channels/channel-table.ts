import type { ChannelTraits, ShownButton, ShownType } from './traits.ts';

const everything: readonly ShownType[] = ['image', 'file', 'carousel', 'list', 'location', 'form'];
const sdkButtons: readonly ShownButton[] = ['link', 'webview', 'postback', 'reply', 'locationRequest', 'buy'];

const sdk: Partial<ChannelTraits> = {
  kind: 'sdk',
  shows: everything,
  buttons: sdkButtons,
  reportsDelivery: true,
  reportsReads: true,
  reportsTyping: true,
  payments: true,
  starts: true,
  address: undefined,
};

const sms: Partial<ChannelTraits> = {
  shows: ['image'],
  reportsDelivery: true,
  messageIds: true,
  confirmations: ['immediate', 'userActivity', 'prompt'],
  address: 'phone',
};

const push: Partial<ChannelTraits> = { kind: 'push', address: undefined };

/**
 * What the known channels can do, beyond what every channel can.
 *
 * Stated: `confirmations`, `linkRequests` (Part A, "Link a channel", "Auth code and link requests"), `starts` and
 * `referrals` (Part A, "Event rules" and "Payload shapes"), `menus` and which show a list (Part B, "Persistent menus", "Messages"), that SDKs give
 * delivery events (Part A, "Versioning"). Seen on the wire: `sourceId`, the addresses of web, ios, viber, wechat and line.
 * Inferred, to be changed here when more is known: all else, above all `reportsDelivery`, `reportsReads`, `reportsTyping`, `payments`, `shows` and
 * `buttons`, that anything can be linked with `messenger` or `mailgun` beyond `immediate`, and the start and referral of `instagram`.
 */
export const channelTable: Readonly<Record<string, Partial<ChannelTraits>>> = {
  web: { ...sdk, pushes: false, sourceId: 'device' },
  ios: { ...sdk, sourceId: 'device' },
  android: sdk,
  messenger: {
    shows: ['image', 'file', 'carousel', 'list'],
    buttons: [...sdkButtons, 'share'],
    reportsDelivery: true,
    reportsReads: true,
    messageIds: true,
    payments: true,
    menus: true,
    starts: true,
    referrals: true,
    linkRequests: true,
    confirmations: ['immediate'],
    address: 'digits',
  },
  instagram: {
    shows: ['image', 'carousel'],
    buttons: ['link', 'postback', 'reply'],
    reportsReads: true,
    messageIds: true,
    referrals: true,
    address: 'digits',
  },
  telegram: {
    shows: ['image', 'file', 'carousel', 'list', 'location'],
    buttons: ['link', 'postback', 'reply', 'locationRequest', 'buy'],
    messageIds: true,
    payments: true,
    starts: true,
    referrals: true,
    linkRequests: true,
    address: 'digits',
  },
  viber: {
    shows: ['image', 'file', 'carousel', 'location'],
    buttons: ['link', 'postback', 'reply', 'locationRequest', 'buy'],
    reportsDelivery: true,
    reportsReads: true,
    messageIds: true,
    payments: true,
    starts: true,
    referrals: true,
    linkRequests: true,
    address: 'base64',
    sourceId: 'address',
  },
  line: {
    shows: ['image', 'carousel', 'list', 'location'],
    buttons: ['link', 'postback', 'reply', 'locationRequest', 'buy'],
    payments: true,
    starts: true,
    address: 'longDigits',
    sourceId: 'address',
  },
  wechat: {
    shows: ['image'],
    menus: true,
    starts: true,
    referrals: true,
    address: 'longDigits',
    sourceId: 'address',
  },
  whatsapp: {
    shows: ['image', 'file', 'location'],
    buttons: ['reply'],
    reportsDelivery: true,
    reportsReads: true,
    messageIds: true,
    linkRequests: true,
    confirmations: ['immediate', 'userActivity'],
    address: 'plainPhone',
  },
  twitter: { shows: ['image'], buttons: ['link', 'reply'], messageIds: true, address: 'longDigits' },
  apple: {
    shows: ['image', 'file', 'list'],
    buttons: ['reply'],
    reportsDelivery: true,
    messageIds: true,
    address: 'uuid',
  },
  twilio: sms,
  messagebird: sms,
  mailgun: {
    shows: ['image', 'file'],
    messageIds: true,
    confirmations: ['immediate'],
    address: 'email',
  },
  api: { kind: 'thirdParty' },
  apn: push,
  fcm: push,
};
