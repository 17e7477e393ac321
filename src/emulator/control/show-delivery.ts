import type { DeliveryRecord } from '../deliveries/index.ts';

/** A delivery as a list shows it: without its body and its attempts. */
export interface DeliveryLine {
  readonly id: string;
  readonly trigger: string;
  readonly version: string;
  readonly webhookId: string;
  readonly target: string;
  readonly state: string;
  readonly createdAtMs: number;
  readonly nextAtMs?: number | undefined;
  /** How many there were, without duplicates. */
  readonly attempts: number;
  /** How many calls there were, with duplicates. */
  readonly calls: number;
  /** A status, or what became of the last call. */
  readonly lastOutcome?: string | number | undefined;
  readonly faults: readonly string[];
  readonly resendOf?: string | undefined;
  readonly edited?: boolean | undefined;
  /** What it is about, in a few words. */
  readonly gist: string;
}

const MAX_GIST_LENGTH = 120;

/** The line of a delivery. */
export function listDelivery(delivery: DeliveryRecord): DeliveryLine {
  const { id, trigger, version, webhookId, target, state, createdAtMs, nextAtMs } = delivery;
  const { attempts, resendOf, edited, body } = delivery;
  const own = attempts.filter(({ duplicate }) => !duplicate);
  const faults = new Set([...delivery.faults, ...attempts.flatMap((attempt) => attempt.faults)]);
  return {
    id,
    trigger,
    version,
    webhookId,
    target,
    state,
    createdAtMs,
    nextAtMs,
    attempts: own.length,
    calls: attempts.length,
    lastOutcome: own.at(-1)?.outcome,
    faults: [...faults],
    resendOf,
    edited,
    gist: describeBody(body).slice(0, MAX_GIST_LENGTH),
  };
}

/** A few words on a body of any kind: it may have been edited. */
function describeBody(body: unknown): string {
  const message = read(body, 'messages', '0') ?? read(body, 'message');
  const action = read(body, 'postbacks', '0', 'action') ?? read(body, 'payment', 'action');
  const candidates = [
    read(message, 'text'),
    read(message, 'textFallback'),
    read(message, 'type'),
    read(action, 'text'),
    read(action, 'payload'),
    read(body, 'activity', 'type'),
    read(body, 'referral', 'code'),
    read(body, 'error', 'code'),
    read(body, 'destination', 'type'),
    read(body, 'clients', '0', 'platform'),
    read(body, 'client', 'platform'),
    read(body, 'channel'),
    read(body, 'source', 'type'),
    read(body, 'appUser', 'userId') ?? read(body, 'surviving', 'userId'),
  ];
  return candidates.find((one): one is string => typeof one === 'string' && one.trim() !== '') ?? '';
}

function read(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  return found;
}
