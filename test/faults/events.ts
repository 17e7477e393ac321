import { createHash } from 'node:crypto';
import { isJsonObject } from '../../src/events/index.ts';
import { identifyEvent, type JsonObject, type KeyStrength, parseEvent } from '../../src/index.ts';
import { type FixtureName, fixture, fixtureNames, type Random } from '../../src/testing/index.ts';

/** One event that the service is to deliver. */
export interface FaultEvent {
  /** Its name in the journal, `e1` and up. */
  readonly id: string;
  readonly trigger: string;
  /** `refused`: the schema refuses it, and it is to become a dead letter. */
  readonly kind: 'known' | 'unknown' | 'refused';
  readonly strength: KeyStrength;
  readonly key: string;
  /** The same bytes at every attempt. */
  readonly body: string;
}

/** What the handlers of the run are told, in the body's key `faultRun`. The service adds keys at will, so this one is kept. */
export interface FaultMarker {
  readonly id: string;
  /** How long the handler takes, in milliseconds. */
  readonly workMs: number;
  /** The handler throws at its first so many attempts. */
  readonly failures: number;
}

/** These folders hold no events with a schema. */
const wholeKinds = ['refused', 'unknown'];

/**
 * Makes `count` events from the fixtures: every trigger and version in turn, with 4 % refused and 4 % unknown ones. Each has ids of its
 * own, so that each is a delivery of its own.
 */
export function makeEvents(count: number, random: Random): FaultEvent[] {
  const names = new Map<string, FixtureName[]>();
  for (const name of fixtureNames) {
    const group = name.split('/').slice(0, -1).join('/');
    names.set(group, [...(names.get(group) ?? []), name]);
  }
  const groups = [...names.keys()].filter((group) => !wholeKinds.includes(group));
  let turn: string[] = [];
  return Array.from({ length: count }, (_, index) => {
    if (turn.length === 0) turn = random.shuffle(groups);
    const group = random.chance(0.08) ? random.pick(wholeKinds) : (turn.pop() as string);
    return makeEvent(random.pick(names.get(group) ?? []), index + 1, random);
  });
}

/** Makes event number `n` from a fixture. */
export function makeEvent(name: FixtureName, n: number, random: Random): FaultEvent {
  const id = `e${n}`;
  const failures = random.chance(0.02) ? 1 : 0;
  const marker: FaultMarker = { id, workMs: Math.round(pickWork(random)), failures };
  const payload: JsonObject = { ...(refresh(fixture(name), n) as JsonObject), faultRun: { ...marker } };
  const parsed = parseEvent(payload);
  const { key, strength } = identifyEvent(parsed);
  const trigger = String(payload['trigger'] ?? 'none');
  return { id, trigger, kind: parsed.kind, strength, key, body: JSON.stringify(payload) };
}

/** Reads the marker back. Throws for a body that has lost it. */
export function readMarker(payload: unknown): FaultMarker {
  const marker = isJsonObject(payload) ? payload['faultRun'] : undefined;
  if (!isJsonObject(marker) || typeof marker['id'] !== 'string')
    throw new Error('The body has lost its marker.');
  return marker as unknown as FaultMarker;
}

/** Most handlers are quick; some run long enough to be met by a fault. */
function pickWork(random: Random): number {
  const share = random.next();
  if (share < 0.75) return random.between(1, 20);
  return share < 0.95 ? random.between(50, 300) : random.between(500, 1_500);
}

/** A copy with other ids wherever an id is, the same for the same; the app stays the same. */
function refresh(value: unknown, n: number, path: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((member) => refresh(member, n, path));
  if (!isJsonObject(value)) return isId(path) ? freshId(value, n) : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, refresh(each, n, [...path, key])]),
  );
}

function isId(path: readonly string[]): boolean {
  const [parent, key] = path.slice(-2);
  if (path.length === 1) return false;
  return (key === '_id' && parent !== 'app') || (key === 'id' && parent === 'charge');
}

function freshId(value: unknown, n: number): unknown {
  if (typeof value !== 'string') return value;
  return createHash('sha256').update(`${n} ${value}`).digest('hex').slice(0, 24);
}
