import { parseEvent } from '../../src/events/parse.ts';
import { runOf, schemas } from '../../src/events/schemas.ts';
import { triggers, triggerVersions } from '../../src/events/triggers.ts';
import { type Body, pairs, sampleBody } from './samples.ts';

function withUnknownKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownKeys);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, withUnknownKeys(member)]);
  return { ...Object.fromEntries(members), 'x-new': { nested: [1, null, { a: '' }] } };
}

test('the table has a schema for each trigger and version, and no other', () => {
  const table = Object.entries(schemas).map(([trigger, row]) => [trigger, Object.keys(row)]);
  expect(Object.fromEntries(table)).toEqual(triggerVersions);
  expect(table.map(([trigger]) => trigger)).toEqual(triggers);
});

test('a version that does not send a trigger has no schema for it', () => {
  expect(runOf('typing:appUser', 'v1')).toBeUndefined();
  expect(runOf('delivery:success', 'v1.1')).toBeUndefined();
});

describe.each(pairs)('%s %s', (trigger, version) => {
  test('is known with every documented field, unchanged', () => {
    const body = sampleBody(trigger, { version });
    expect(parseEvent(body)).toEqual({ kind: 'known', event: body, payload: body });
  });

  test('keeps unknown keys at every level', () => {
    const body = withUnknownKeys(sampleBody(trigger, { version })) as Body;
    const parsed = parseEvent(body);
    expect(parsed).toEqual({ kind: 'known', event: body, payload: body });
  });

  test('leaves the payload as it was', () => {
    const body = sampleBody(trigger, { version: version.slice(1) });
    const before = structuredClone(body);
    const parsed = parseEvent(body);
    expect(parsed.payload).toBe(body);
    expect(body).toEqual(before);
    expect(parsed.kind === 'known' && parsed.event.version).toBe(version);
  });

  test('needs its app in v1.1 alone', () => {
    const parsed = parseEvent(sampleBody(trigger, { version, app: undefined }));
    expect(parsed.kind).toBe(version === 'v1' ? 'known' : 'refused');
  });

  test('is a schema that fills in the version by itself', () => {
    const body = sampleBody(trigger, { version: undefined });
    expect(runOf(trigger, version)?.(body)).toEqual({ value: { ...body, version }, issues: [] });
  });
});
