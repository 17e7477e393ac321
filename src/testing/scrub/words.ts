import { isTrigger } from '../../index.ts';
import type { Place } from './walk.ts';

/**
 * Names of fields that say nothing about anybody: those of the schemas (a type test holds this list against them), and a few
 * of the service's own that no schema has. A field of another name gets a pseudonym for its name too.
 */
export const schemaKeys = [
  ...['_id', 'id', 'trigger', 'version', 'app', 'appUser', 'conversation', 'client', 'clients', 'timestamp'],
  ...['messages', 'message', 'recentNotifications', 'source', 'type', 'integrationId', 'group', 'intent'],
  ...['originalMessageId', 'originalMessageTimestamp', 'role', 'authorId', 'received', 'text', 'name'],
  ...['avatarUrl', 'email', 'payload', 'actions', 'items', 'metadata', 'quotedMessage', 'deleted', 'content'],
  ...['externalMessageId', 'mediaUrl', 'mediaType', 'mediaSize', 'altText', 'coordinates', 'lat', 'long'],
  ...['location', 'address', 'displaySettings', 'imageAspectRatio', 'fields', 'blockChatInput', 'submitted'],
  ...['textFallback', 'label', 'placeholder', 'minSize', 'maxSize', 'selectSize', 'options', 'select'],
  ...['title', 'description', 'size', 'uri', 'default', 'fallback', 'openOnReceive', 'iconUrl', 'amount'],
  ...['currency', 'state', 'extraChannelOptions', 'userId', 'conversationStarted', 'givenName', 'surname'],
  ...['signedUpAt', 'properties', 'devices', 'pendingClients', 'credentialRequired', 'hasPaymentInfo'],
  ...['toBeRetained', 'platform', 'status', 'pushNotificationToken', 'externalId', 'primary', 'deviceId'],
  ...['displayName', 'info', 'raw', 'appVersion', 'lastSeen', 'linkedAt', 'active', 'blocked', 'destination'],
  ...['destinationId', 'isFinalEvent', 'externalMessages', 'notification', 'matchResult', 'error', 'code'],
  ...['underlyingError', 'channel', 'criteria', 'referral', 'details', 'adId', 'ad_id', 'activity'],
  ...['surviving', 'discarded', 'discardedProperties', 'discardedConversationId', 'payments', 'action'],
  ...['charge', 'postbacks', 'reason'],
] as const;

/** What `parseEvent` goes by, and what Part A names in `criteria`. */
const otherKeys = ['events', 'webhook', 'nonce', 'postback', 'phoneNumber'];

const channels = [
  ...['web', 'ios', 'android', 'messenger', 'viber', 'telegram', 'wechat', 'line', 'twilio', 'messagebird'],
  ...['twitter', 'whatsapp', 'instagram', 'mailgun', 'frontendEmail', 'slack', 'api', 'notification'],
] as const;

/** The words of the schemas' open and closed sets, by the name of the field (a type test holds this table against them). */
export const schemaWords = {
  type: [
    ...channels,
    ...['text', 'image', 'file', 'location', 'carousel', 'list', 'form', 'formResponse', 'audio', 'video'],
    ...['interactive', 'link', 'webview', 'postback', 'reply', 'buy', 'share', 'locationRequest', 'email'],
    ...['select', 'typing:start', 'typing:stop', 'message', 'externalMessageId', 'OPEN_THREAD'],
  ],
  platform: channels,
  channel: channels,
  role: ['appUser', 'appMaker', 'whisper'],
  status: ['active', 'blocked', 'inactive', 'pending'],
  size: ['compact', 'tall', 'full', 'large'],
  state: ['offered', 'paid'],
  source: ['MESSENGER_CODE', 'ADS'],
  imageAspectRatio: ['horizontal', 'square'],
  code: [
    ...['aborted', 'blocked', 'bad_request', 'delivery_timeout', 'forbidden', 'not_found', 'rate_limited'],
    ...['service_internal_error', 'service_unavailable', 'template_unavailable', 'too_many_errors'],
    ...['unauthorized', 'uncategorized_error'],
  ],
} as const;

/** Media types in common use; the part behind the slash of any other one could be anything. */
export const mediaTypes = [
  ...['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/heic', 'image/bmp', 'image/svg+xml'],
  ...['audio/ogg', 'audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/amr', 'audio/wav', 'audio/webm'],
  ...['video/mp4', 'video/webm', 'video/quicktime', 'video/3gpp', 'video/mpeg', 'text/plain', 'text/html'],
  ...['text/csv', 'text/vcard', 'application/pdf', 'application/json', 'application/zip'],
  ...['application/octet-stream', 'application/msword', 'application/vnd.ms-excel'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];

/** Endings of file names that a scrubbed URL keeps. */
export const extensions = [
  ...['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'bmp', 'svg', 'ogg', 'oga', 'mp3', 'm4a', 'aac', 'amr'],
  ...['wav', 'mp4', 'webm', 'mov', '3gp', 'mpeg', 'txt', 'html', 'csv', 'vcf', 'pdf', 'json', 'zip', 'doc'],
  ...['docx', 'xls', 'xlsx'],
];

const keys: ReadonlySet<string> = new Set([...schemaKeys, ...otherKeys]);

const words: ReadonlyMap<string, ReadonlySet<string>> = new Map<string, ReadonlySet<string>>([
  ...Object.entries(schemaWords).map(([key, list]) => [key, new Set<string>(list)] as const),
  ['mediaType', new Set(mediaTypes)],
  ['currency', new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))],
]);

/** Numbers that the app's own forms define, in the fields of a form. */
const formSizes: ReadonlySet<string> = new Set(['minSize', 'maxSize', 'selectSize']);

/** A larger size might be anything. */
const MAX_FORM_SIZE = 999;

/** Up to four words with colons between them, as all triggers but two have. */
const TRIGGER_FORM = /^[A-Za-z]{1,24}(?::[A-Za-z]{1,24}){1,3}$/;

/** `v1`, `1.1`: too short to say anything. */
const VERSION_FORM = /^v?\d{1,2}(?:\.\d{1,2})?$/;

/** True for the name of a field that stays. */
export function isKnownKey(key: string): boolean {
  return keys.has(key);
}

/**
 * True for a value that stays because it is a word of the service. The trigger of a body (`ofBody`) is known by its form: one
 * that is new to us must survive too.
 */
export function isKnownWord(key: string, value: string, ofBody: boolean): boolean {
  if (key === 'version') return VERSION_FORM.test(value);
  if (key === 'trigger')
    return isTrigger(value) || (ofBody && (value === 'message' || TRIGGER_FORM.test(value)));
  return words.get(key)?.has(value) ?? false;
}

/** True for a number that stays: a size in a form, and the version of a body that is no text. */
export function isPlainNumber({ key, parent, ofBody }: Place, value: number): boolean {
  if (key === 'version') return ofBody && VERSION_FORM.test(String(value));
  return formSizes.has(key) && parent === 'fields' && value >= 0 && value <= MAX_FORM_SIZE;
}
