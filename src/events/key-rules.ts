import { isJsonObject, type JsonObject } from './json.ts';
import type { Trigger } from './triggers.ts';

/**
 * Whether a key comes from ids in the event or from its content. An event with a strong key is handled once in the whole
 * window. One with a weak key may happen twice with equal content, so the key is given back once the call was acknowledged.
 */
export type KeyStrength = 'strong' | 'weak';

/** A part of a key. An empty list stands for an optional part that is absent. */
export type KeyPart = string | number | readonly KeyPart[];

/** What tells an event of a trigger from others of that trigger and app. */
export interface KeyRule {
  readonly strength: KeyStrength;
  /** The parts, with `undefined` for one that is missing or not what it should be. */
  readonly parts: (payload: JsonObject) => readonly (KeyPart | undefined)[];
}

function strong(parts: KeyRule['parts']): KeyRule {
  return { strength: 'strong', parts };
}

const messages = strong((payload) => [idsAt(payload['messages'], '_id')]);

const messageDelivery = strong((payload) => [
  idAt(payload, 'message', '_id'),
  idAt(payload, 'destination', 'type'),
]);

const v1Delivery = strong((payload) => [
  idsAt(payload['messages'], '_id'),
  idAt(payload, 'destination', 'type'),
]);

const notificationDelivery = strong((payload) => [
  idAt(payload, 'notification', '_id'),
  idAt(payload, 'destination', 'type'),
  optionalIdAt(payload, 'destination', 'destinationId'),
]);

const userAtTime = strong((payload) => [idAt(payload, 'appUser', '_id'), timestampOf(payload)]);

const typing = strong((payload) => [
  idAt(payload, 'appUser', '_id'),
  timestampOf(payload),
  idAt(payload, 'activity', 'type'),
]);

const payments = strong((payload) => [idsAt(payload['payments'], 'charge', 'id')]);

const merge = strong((payload) => [idAt(payload, 'surviving', '_id'), idsAt(payload['discarded'], '_id')]);

const appUser = strong((payload) => [idAt(payload, 'appUser', '_id')]);

/** Weak: a second tap equals a repeated call byte for byte. */
const postback: KeyRule = {
  strength: 'weak',
  parts: (payload) => [idAt(payload, 'appUser', '_id'), listAt(payload['postbacks'], tapOf)],
};

/**
 * The rule of each trigger; `null` where an event has no natural id. A delivery event is sent at most once for a message and
 * a destination type, and the trigger keeps channel and user apart. Source: Part A, "Delivery policy"; the rest is inferred.
 */
export const keyRules: Readonly<Record<Trigger, KeyRule | null>> = {
  'message:appUser': messages,
  'message:appMaker': messages,
  'message:delivery:channel': messageDelivery,
  'message:delivery:user': messageDelivery,
  'message:delivery:failure': messageDelivery,
  'notification:delivery:channel': notificationDelivery,
  'notification:delivery:user': notificationDelivery,
  'notification:delivery:failure': notificationDelivery,
  'delivery:success': v1Delivery,
  'delivery:failure': v1Delivery,
  'conversation:start': userAtTime,
  'conversation:read': userAtTime,
  'conversation:referral': userAtTime,
  postback,
  'typing:appUser': typing,
  'appUser:delete': appUser,
  'merge:appUser': merge,
  'payment:success': payments,
  'link:success': null,
  'link:match': null,
  'link:failure': null,
  'client:add': null,
  'client:remove': null,
  'client:block': null,
};

/** The id of the app, an empty list when the body names none, or `undefined` when it is no proper id. */
export function readAppId(payload: JsonObject): KeyPart | undefined {
  return payload['app'] === undefined ? [] : idAt(payload, 'app', '_id');
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((parent, key) => (isJsonObject(parent) ? parent[key] : undefined), value);
}

/** A text that is not empty and has no lone surrogate, of which different ones become the same bytes. */
function idAt(value: unknown, ...path: string[]): string | undefined {
  const id = valueAt(value, path);
  return typeof id === 'string' && id !== '' && !/\p{Surrogate}/u.test(id) ? id : undefined;
}

function optionalIdAt(value: unknown, ...path: string[]): KeyPart | undefined {
  return valueAt(value, path) === undefined ? [] : idAt(value, ...path);
}

function timestampOf(payload: JsonObject): number | undefined {
  const timestamp = payload['timestamp'];
  return typeof timestamp === 'number' && Number.isFinite(timestamp) ? timestamp : undefined;
}

/** The parts of all members of a list that is not empty, or `undefined` when one has none. */
function listAt<Part extends KeyPart>(
  list: unknown,
  read: (member: unknown) => Part | undefined,
): Part[] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const parts: Part[] = [];
  for (const member of list) {
    const part = read(member);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts;
}

/** The ids in a list, sorted: the order of a list says nothing. */
function idsAt(list: unknown, ...path: string[]): string[] | undefined {
  return listAt(list, (member) => idAt(member, ...path))?.sort();
}

function tapOf(tap: unknown): KeyPart | undefined {
  const action = idAt(tap, 'action', '_id');
  const message = valueAt(tap, ['message']) === undefined ? [] : idAt(tap, 'message', '_id');
  return action === undefined || message === undefined ? undefined : [action, message];
}
