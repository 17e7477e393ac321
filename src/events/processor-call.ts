import type { JsonObject } from './json.ts';
import type { Trigger } from './triggers.ts';

const listOf: Partial<Record<Trigger, string>> = {
  'message:appUser': 'messages',
  'message:appMaker': 'messages',
  postback: 'postbacks',
};

/**
 * True for the call of a message pipeline, which comes to the same URL with the same triggers: a singular `message` or
 * `postback` and a `nonce`, and not the list of an event. Source: seen on the wire, and shipped receivers.
 */
export function isProcessorCall(trigger: Trigger, payload: JsonObject): boolean {
  const list = listOf[trigger];
  if (list === undefined || payload['nonce'] === undefined || payload[list] !== undefined) return false;
  return payload['message'] !== undefined || payload['postback'] !== undefined;
}
