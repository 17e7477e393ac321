import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import { type KeyPart, type KeyStrength, keyRules, readAppId } from './key-rules.ts';
import type { ParsedEvent } from './parse.ts';
import type { WebhookEvent } from './schemas.ts';
import type { Trigger } from './triggers.ts';

export type { KeyStrength };

/** What tells an event from others. */
export interface EventIdentity {
  /** `w1-` and 32 characters of a digest, base64url. */
  readonly key: string;
  readonly strength: KeyStrength;
}

/** Gives the key of an event, or `undefined` for the built-in one. An empty text or another value is an error. */
export type KeyOf = (event: WebhookEvent) => string | undefined;

/**
 * Gives the key of an event: by the rule of its trigger, read from the body as received, so that an event which a schema
 * refuses has the key it will have once the schema is right. An unknown event, and one in which a part of its rule is missing
 * or is no proper id, is known by its whole content. The version is no part of a rule: the v1 and the v1.1 copy of one
 * message have one key. `keyOf` is asked for known events only; throws a `TypeError` when it gives anything but a text or
 * `undefined`.
 */
export function identifyEvent(parsed: ParsedEvent, keyOf?: KeyOf): EventIdentity {
  const own = parsed.kind === 'known' ? keyOf?.(parsed.event) : undefined;
  if (own !== undefined) return { key: digest({ key: checkOwnKey(own) }), strength: 'strong' };
  if (parsed.kind === 'unknown') return identifyByContent(parsed.event.trigger, parsed);
  return identifyByRule(parsed.kind === 'known' ? parsed.event.trigger : parsed.trigger, parsed);
}

function identifyByRule(trigger: Trigger, parsed: ParsedEvent): EventIdentity {
  const rule = keyRules[trigger];
  const parts: readonly (KeyPart | undefined)[] = [
    readAppId(parsed.payload),
    ...(rule?.parts(parsed.payload) ?? [undefined]),
  ];
  if (rule === null || parts.includes(undefined)) return identifyByContent(trigger, parsed);
  return { key: digest([trigger, ...parts]), strength: rule.strength };
}

/** The content is wrapped in an object, which no rule has: content never looks like ids. */
function identifyByContent(trigger: string | null, { payload }: ParsedEvent): EventIdentity {
  const parts = [trigger ?? [], readAppId(payload) ?? [], { body: canonicalJson(payload) }];
  return { key: digest(parts), strength: 'weak' };
}

function digest(parts: object): string {
  return `w1-${hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 32)}`;
}

function checkOwnKey(key: unknown): string {
  if (typeof key !== 'string')
    throw new TypeError(`keyOf must return a string or undefined, not a value of type ${typeof key}.`);
  if (key === '') throw new TypeError('keyOf must not return an empty string.');
  return key;
}
