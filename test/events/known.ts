import type { EventOf } from '../../src/events/index.ts';
import { type ParsedEvent, parseEvent } from '../../src/events/parse.ts';
import type { Trigger } from '../../src/events/triggers.ts';

/** The event in a body that must be known; fails the test with the issues when it is not. */
export function known<T extends Trigger>(trigger: T, body: unknown): EventOf<T> {
  const parsed = parseEvent(body);
  if (parsed.kind !== 'known') throw new Error(`not known: ${JSON.stringify(describeParsed(parsed))}`);
  expect(parsed.event.trigger).toBe(trigger);
  return parsed.event as EventOf<T>;
}

/** The paths of the issues of a body that must be refused. */
export function refusedAt(body: unknown): string[] {
  const parsed = parseEvent(body);
  if (parsed.kind !== 'refused') throw new Error(`not refused: ${parsed.kind}`);
  return parsed.issues.map((issue) => issue.path);
}

function describeParsed(parsed: ParsedEvent): unknown {
  return parsed.kind === 'refused' ? parsed.issues : parsed.kind;
}
