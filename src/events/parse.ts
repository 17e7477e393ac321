import { BodyError } from '../errors/index.ts';
import { type PayloadIssue, toPayloadIssues } from './issue.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { isProcessorCall } from './processor-call.ts';
import { runOnBody } from './run-schema.ts';
import { runOf, type WebhookEvent } from './schemas.ts';
import { isTrigger, type Trigger, type Version } from './triggers.ts';
import { isV2Body, readVersion } from './version.ts';

/** An event that has no schema here, with the body as received. */
export interface UnknownEvent {
  /** The trigger as sent, or `null` when the body has none. */
  readonly trigger: string | null;
  /** The version by the reading rule, the text that was sent for an unknown one, or `null` when that was no text. */
  readonly version: string | null;
  /**
   * What is not known: the trigger (also a known one in a version that does not send it, such as delivery:success in v1.1),
   * the version, or a body of another kind that bears a known trigger.
   */
  readonly reason: 'trigger' | 'version' | 'shape';
  readonly payload: JsonObject;
}

/** What a body turned out to be. */
export type ParsedEvent =
  | { readonly kind: 'known'; readonly event: WebhookEvent; readonly payload: JsonObject }
  | { readonly kind: 'unknown'; readonly event: UnknownEvent; readonly payload: JsonObject }
  | {
      readonly kind: 'refused';
      readonly trigger: Trigger;
      readonly version: Version;
      readonly issues: readonly PayloadIssue[];
      readonly payload: JsonObject;
    };

/** Options of `parseEvent`. */
export interface ParseOptions {
  /** The version that a body without `version` is read as. Default: `v1`. */
  readonly defaultVersion?: Version;
}

/**
 * Reads a body: by its version and trigger, then by the schema of both. It never changes `payload`.
 * Throws a `BodyError` with the code `body_malformed` when it is no JSON object, or has neither a trigger nor a list of events.
 */
export function parseEvent(payload: unknown, options: ParseOptions = {}): ParsedEvent {
  if (!isJsonObject(payload)) throw new BodyError('body_malformed', 'The body is not a JSON object.');
  const trigger = readTrigger(payload);
  const version = readVersion(payload, options.defaultVersion);
  if (version === null) return unknown(payload, trigger, sentVersion(payload), 'version');
  const run = isTrigger(trigger) ? runOf(trigger, version) : undefined;
  if (!isTrigger(trigger) || run === undefined) return unknown(payload, trigger, version, 'trigger');
  if (isProcessorCall(trigger, payload)) return unknown(payload, trigger, version, 'shape');
  const { value, issues } = runOnBody(run, payload);
  if (issues.length === 0) return { kind: 'known', event: value, payload };
  return { kind: 'refused', trigger, version, issues: toPayloadIssues(issues), payload };
}

function readTrigger(payload: JsonObject): string | null {
  const trigger = payload['trigger'];
  if (typeof trigger === 'string') return trigger;
  if (isV2Body(payload)) return null;
  throw new BodyError('body_malformed', 'The body has no trigger.');
}

/** The text of a version that we do not know; a v2 body has it in `webhook`. */
function sentVersion(payload: JsonObject): string | null {
  const { version, webhook } = payload;
  const sent = isV2Body(payload) && isJsonObject(webhook) ? webhook['version'] : version;
  return typeof sent === 'string' ? sent : null;
}

function unknown(
  payload: JsonObject,
  trigger: string | null,
  version: string | null,
  reason: UnknownEvent['reason'],
): ParsedEvent {
  return { kind: 'unknown', event: { trigger, version, reason, payload }, payload };
}
