import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { OptionsError } from '../../src/errors/index.ts';
import {
  hasVersion,
  identifyEvent,
  parseEvent,
  type Trigger,
  triggers,
  type Version,
  versions,
} from '../../src/events/index.ts';
import { arbitraryEvent } from '../../src/testing/fast-check/index.ts';
import { type BuildOptions, build, freshen } from '../../src/testing/index.ts';

type Body = { readonly [key: string]: unknown };

const kinds = triggers.flatMap((trigger) =>
  versions
    .filter((version) => hasVersion(trigger, version))
    .map((version): [Trigger, Version] => [trigger, version]),
);

/** The types are checked in test/types/build.ts; here triggers and versions come from a list. */
function bodiesOf(trigger: Trigger, version?: Version): fc.Arbitrary<Body> {
  return arbitraryEvent(trigger, version as 'v1.1') as unknown as fc.Arbitrary<Body>;
}

function builtBody(trigger: Trigger, version: Version): Body {
  return build(trigger, { version } as BuildOptions<Trigger, Version>) as unknown as Body;
}

function has(body: Body, ...keys: string[]): boolean {
  return keys.every((key) => body[key] !== undefined);
}

/** When an event has a strong key, written down here once more: README, "What is a duplicate". */
function hasNaturalId(trigger: Trigger, body: Body): boolean {
  if (/^(postback|link:|client:)/.test(trigger)) return false;
  if (trigger.startsWith('delivery:')) return has(body, 'destination');
  return trigger !== 'typing:appUser' || has(body, 'timestamp');
}

interface Place {
  /** Where in any body: lists without an index, objects with their type if a schema is chosen by it. */
  readonly path: string;
  readonly parent: Body;
}

/** Lists whose members have a schema of their own for each type. */
const toldApart = /(^|\.)(messages|recentNotifications|message|content|actions|fields|quotedMessage)$/;

/** What no schema looks into. */
const freeKeys = new Set([
  ...['raw', 'info', 'metadata', 'properties', 'discardedProperties', 'criteria'],
  ...['underlyingError', 'extraChannelOptions', 'group', 'intent'],
]);

function isUnknownKey(key: string): boolean {
  return key.startsWith('x-') || ['constructor', 'toString', 'hasOwnProperty', 'a.b:c'].includes(key);
}

/** Every object of a body, but those that no schema looks into. */
function objectsIn(value: unknown, path = ''): Place[] {
  if (Array.isArray(value)) return value.flatMap((member) => objectsIn(member, path));
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Body;
  const name = toldApart.test(path) ? `${path}(${listedType(parent['type'])})` : path;
  const below = Object.entries(parent).flatMap(([key, member]) =>
    freeKeys.has(key) || isUnknownKey(key) ? [] : objectsIn(member, `${name}.${key}`),
  );
  return [{ path: name, parent }, ...below];
}

function listedType(type: unknown): string {
  return typeof type === 'string' && !type.startsWith('new-') ? type : 'other';
}

/** The kind of a body once `key` is gone from `parent`, which is put back. */
function kindWithout(body: Body, parent: Body, key: string): string {
  const before = { ...parent };
  Reflect.deleteProperty(parent, key);
  try {
    return parseEvent(body, { defaultVersion: versionOf(before, body) }).kind;
  } finally {
    for (const name of Object.keys(parent)) Reflect.deleteProperty(parent, name);
    Object.assign(parent, before);
  }
}

/** A body of v1.1 without a version is one of v1; that is another matter. */
function versionOf(before: Body, body: Body): Version {
  return (before['version'] ?? body['version']) === 'v1.1' ? 'v1.1' : 'v1';
}

describe('arbitraryEvent', () => {
  it.each(kinds)(
    'gives %s of %s that the schema accepts, as JSON, with the key of its rule',
    (trigger, version) => {
      fc.assert(
        fc.property(bodiesOf(trigger, version), (body) => {
          const received: unknown = JSON.parse(JSON.stringify(body));
          expect(received).toEqual(body);
          const parsed = parseEvent(received);
          expect(parsed).toMatchObject({ kind: 'known', event: { trigger, version } });
          const { key, strength } = identifyEvent(parsed);
          expect(key).toMatch(/^w1-[\w-]{32}$/);
          expect(strength).toBe(hasNaturalId(trigger, body) ? 'strong' : 'weak');
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each(kinds)('gives %s of %s of which freshen makes a new event', (trigger, version) => {
    fc.assert(
      fc.property(bodiesOf(trigger, version), (body) => {
        const [before, after] = [parseEvent(body), parseEvent(freshen(body))];
        expect(after.kind).toBe('known');
        const [old, fresh] = [identifyEvent(before), identifyEvent(after)];
        expect(fresh.strength).toBe(old.strength);
        // client:block may have neither an id nor a time: it stays as it is.
        if (trigger !== 'client:block') expect(fresh.key).not.toBe(old.key);
      }),
      { numRuns: 20 },
    );
  });

  it('gives every kind of message, action and value that handlers must be ready for', () => {
    const bodies = fc.sample(bodiesOf('message:appUser', 'v1.1'), { numRuns: 250, seed: 1 });
    const text = JSON.stringify(bodies);
    const messages = bodies.flatMap(({ messages: list }) => list as Body[]);
    const types = messages.map(({ type }) => (type === undefined ? 'none' : listedType(type)));
    expect(new Set(types)).toEqual(
      new Set([
        ...['text', 'image', 'file', 'location', 'carousel', 'list', 'form', 'formResponse'],
        ...['audio', 'video', 'interactive', 'other', 'none'],
      ]),
    );
    for (const type of ['link', 'webview', 'postback', 'reply', 'buy', 'share', 'locationRequest']) {
      expect(text).toContain(`"type":"${type}"`);
    }
    expect(new Set(bodies.map((body) => (body['messages'] as Body[]).length))).toEqual(new Set([1, 2, 3]));
    expect(new Set(bodies.map((body) => has(body, 'client')))).toEqual(new Set([true, false]));
    expect(bodies.some((body) => Object.keys(body).some(isUnknownKey))).toBe(true);
    expect(messages.some(({ name }) => name === null)).toBe(true);
    expect(messages.some(({ role }) => role !== 'appUser')).toBe(true);
    expect(text).toMatch(/\p{Extended_Pictographic}|\p{Script=Han}/u);
  });

  it('lets the user be the author of messages to message:appUser', () => {
    fc.assert(
      fc.property(arbitraryEvent('message:appUser', 'v1'), ({ messages, appUser }) => {
        expect(messages.map(({ authorId }) => authorId)).toEqual(messages.map(() => appUser._id));
      }),
      { numRuns: 30 },
    );
  });

  it.each(triggers)('gives the newest version of %s when none is asked for', (trigger) => {
    const newest = hasVersion(trigger, 'v1.1') ? 'v1.1' : 'v1';
    expect(bodiesOf(trigger)).toBe(bodiesOf(trigger, newest));
  });

  it.each([
    [
      'message:appuser',
      undefined,
      "There is no trigger 'message:appuser'. The nearest is 'message:appUser'.",
    ],
    ['client:block', 'v1', "There is no version 'v1' of client:block. The nearest is 'v1.1'."],
    ['toString', undefined, "There is no trigger 'toString'."],
  ])('throws for what does not exist: %s %s', (trigger, version, message) => {
    const call = () => bodiesOf(trigger as Trigger, version as Version);
    expect(call).toThrow(OptionsError);
    expect(call).toThrow(message);
  });

  it('is the only part of the testing kit that needs fast-check', () => {
    const folder = resolve(__dirname, '../../src/testing');
    const users = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.startsWith('fast-check'))
      .filter((file) => /'fast-check'|fast-check\//.test(readFileSync(join(folder, file), 'utf8')));
    expect(users).toEqual([]);
  });
});

describe.each(kinds)('the schema, the arbitrary and the builder of %s in %s', (trigger, version) => {
  /** For each object and key: in how many bodies the object has the key, and of how many lacks it. */
  const seen = new Map<string, { with: number; without: number; refused: number; accepted: number }>();
  const bodies = fc.sample(bodiesOf(trigger, version), { numRuns: 40, seed: 20_418 }) as Body[];

  beforeAll(() => {
    const keysAt = new Map<string, Set<string>>();
    const placesOf = bodies.map((body) => objectsIn(body));
    for (const { path, parent } of placesOf.flat()) {
      const keys = keysAt.get(path) ?? new Set();
      for (const key of Object.keys(parent).filter((name) => !isUnknownKey(name))) keys.add(key);
      keysAt.set(path, keys);
    }
    for (const [index, places] of placesOf.entries()) {
      for (const { path, parent } of places) {
        for (const key of keysAt.get(path) ?? []) {
          const name = `${path}.${key}`;
          const tally = seen.get(name) ?? { with: 0, without: 0, refused: 0, accepted: 0 };
          seen.set(name, tally);
          if (!Object.hasOwn(parent, key)) {
            tally.without++;
            continue;
          }
          tally.with++;
          if (key === 'trigger' || key === 'type' || tally.with > 3) continue;
          const kind = kindWithout(bodies[index] as Body, parent, key);
          if (kind === 'known') tally.accepted++;
          else tally.refused++;
        }
      }
    }
  });

  it('agree on what a body must have: without it the body is refused, and no body lacks it', () => {
    const required = [...seen].filter(([, { refused }]) => refused > 0);
    expect(required.length).toBeGreaterThan(0);
    expect(required.filter(([, { without, accepted }]) => without > 0 || accepted > 0)).toEqual([]);
  });

  it('agree on what a body may lack: some body lacks it', () => {
    const always = [...seen].filter(
      ([, tally]) => tally.accepted > 0 && tally.without === 0 && tally.with >= 30,
    );
    expect(always.map(([name]) => name)).toEqual(version === 'v1.1' ? ['.version'] : []);
  });

  it('agree on what is built: it has all that a body must have', () => {
    const required = new Set([...seen].filter(([, { refused }]) => refused > 0).map(([name]) => name));
    const keysOf = new Map<string, Set<string>>();
    for (const name of required) {
      const dot = name.lastIndexOf('.');
      const keys = keysOf.get(name.slice(0, dot)) ?? new Set();
      keysOf.set(name.slice(0, dot), keys.add(name.slice(dot + 1)));
    }
    const body = builtBody(trigger, version);
    const places = objectsIn(body);
    expect(places.map(({ path }) => path)).toContain('');
    for (const { path, parent } of places) {
      for (const key of keysOf.get(path) ?? []) {
        expect(Object.keys(parent)).toContain(key);
        expect([path, key, kindWithout(body, parent, key)]).toEqual([path, key, 'refused']);
      }
    }
  });
});
