import type { Trigger } from '../../events/index.ts';

/** What `message`, the default subscription, stands for. Source: the service's public documentation. */
const messageTriggers: readonly Trigger[] = ['message:appUser', 'message:appMaker'];

/**
 * Whether a webhook with these `triggers` is told of `trigger`. Names are exact and case sensitive; `*` stands for all but typing:appUser, which must be named.
 * Source: Part A, "Webhook" and "Triggers".
 */
export function isSubscribed(subscribed: readonly string[], trigger: Trigger): boolean {
  if (subscribed.includes(trigger)) return true;
  if (subscribed.includes('*')) return trigger !== 'typing:appUser';
  return subscribed.includes('message') && messageTriggers.includes(trigger);
}
