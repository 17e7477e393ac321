import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { triggers } from '../../src/index.ts';
import { fixtureNames, scrub } from '../../src/testing/index.ts';
import { extensions, mediaTypes, schemaKeys, schemaWords } from '../../src/testing/scrub/words.ts';

/**
 * What may be left although a private value has it too: the words of the service and of JSON, which stand there for themselves, and the
 * scheme and the domain that every scrubbed URL has.
 */
const vocabulary = [
  ...schemaKeys,
  ...['events', 'webhook', 'nonce', 'postback', 'phoneNumber', 'https', 'http', 'example'],
  ...['true', 'false', 'null'],
  ...Object.values(schemaWords).flat(),
  ...triggers,
  ...mediaTypes,
  ...extensions,
].map((word) => word.toLowerCase());

function isOfService(token: string, payload: unknown): boolean {
  const bodies = (Array.isArray(payload) ? payload : [payload]) as ({ trigger?: unknown } | null)[];
  const sent = bodies.map((body) => String(body?.trigger).toLowerCase());
  return [...vocabulary, ...sent].some((word) => word.includes(token));
}

/** Everything that is written in a value: texts, numbers and the names of fields, whether they are private or not. */
function writingsOf(value: unknown): string[] {
  if (typeof value === 'string')
    return [/^\d{4}-\d\d-\d\d/.test(value) ? value.replace(/[TZ]/g, ' ') : value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(writingsOf);
  return Object.entries(value).flatMap(([key, inner]) => [key, ...writingsOf(inner)]);
}

/** The runs of four letters or digits and more, in lower case. */
function tokensOf(payload: unknown): Set<string> {
  const runs = writingsOf(payload).flatMap((text) => text.match(/[\p{L}\p{N}]+/gu) ?? []);
  return new Set(runs.filter((run) => run.length >= 4).map((run) => run.toLowerCase()));
}

/** The tokens of `payload` that are still there after scrubbing. */
function leftOvers(payload: unknown, salt: string): string[] {
  const written = JSON.stringify(scrub(payload, { salt })).toLowerCase();
  return [...tokensOf(payload)].filter((token) => written.includes(token) && !isOfService(token, payload));
}

function read(name: string): Record<string, unknown> {
  const file = join(resolve(__dirname, '../../fixtures'), `${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

/** Texts as people and machines write them, and some that nobody does. */
const privateText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.lorem({ maxCount: 8 }),
  fc.emailAddress(),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.uuid(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.bigInt({ min: 1_000n, max: 10n ** 15n }).map((digits) => `+${digits}`),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 4, maxLength: 24 }),
  fc.string({ unit: fc.constantFrom(...'bcdfgBCD1234 \n'), minLength: 4, maxLength: 60 }),
);

/** What makes the private texts of a payload: at each place the next one. */
const privateTexts = fc.array(privateText, { minLength: 1, maxLength: 20 });

/** `payload` with private texts for all texts but the trigger and the version, and under a name of its own in each object. */
function fillIn(payload: unknown, texts: readonly string[]): unknown {
  let used = 0;
  const next = () => texts[used++ % texts.length] ?? '';
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return next();
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, inner]) =>
      value === payload && ['trigger', 'version'].includes(key) ? [key, inner] : [key, fill(inner)],
    );
    return Object.fromEntries([...entries, [next(), next()]]) as unknown;
  };
  return fill(payload);
}

const anyFixture = fc.constantFrom(...fixtureNames).map(read);
const anySalt = fc.string({ minLength: 8, maxLength: 12 });

describe('what scrub leaves of a payload', () => {
  it.each(fixtureNames)('has no private token of %s', (name) => {
    expect(leftOvers(read(name), 'a salt for tests')).toEqual([]);
  });

  it('has no private token of a list of all fixtures', () => {
    expect(leftOvers(fixtureNames.map(read), 'a salt for tests')).toEqual([]);
  });

  it('has no private token, whatever stands in the places for texts and in unknown names', () => {
    void fc.assert(
      fc.property(anyFixture, privateTexts, anySalt, (payload, texts, salt) => {
        expect(leftOvers(fillIn(payload, texts), salt)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('has no private token of any JSON value', () => {
    const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' });
    void fc.assert(
      fc.property(json, privateTexts, anySalt, (payload, texts, salt) => {
        expect(leftOvers([payload, texts], salt)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('has no private token even when the private values are the very pseudonyms of the others', () => {
    void fc.assert(
      fc.property(anyFixture, privateTexts, anySalt, (payload, texts, salt) => {
        const first = scrub({ ...payload, raw: texts }, { salt });
        // As JSON writes it, so that also what an escape makes with its neighbour is among them.
        const pseudonyms = (JSON.stringify(first).match(/[\p{L}\p{N}]+/gu) ?? []).filter(
          (run) => run.length >= 4,
        );
        expect(leftOvers({ ...payload, raw: texts, properties: pseudonyms }, salt)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('has no private token when every number of four digits is one', () => {
    const numbers = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'));
    const payload = {
      text: numbers.join(' '),
      phoneNumber: '+15555550142',
      raw: [15_555_550_142, 184_213, 0.123456],
      timestamp: 1_592_326_375.907,
      signedUpAt: '2020-06-16T14:01:01.204Z',
      coordinates: { lat: 44.0462, long: -123.022 },
    };
    expect(leftOvers(payload, 'a salt for tests')).toEqual([]);
  });

  it('has no private token that JSON makes of a NUL or a line break', () => {
    const payload = { text: 'a\0b\nkey', raw: ['u0000', 'nkey', '0000'], name: '\0', title: '\0\0' };
    expect(leftOvers(payload, 'a salt for tests')).toEqual([]);
  });

  it('is the same for the same payload and salt', () => {
    void fc.assert(
      fc.property(anyFixture, privateTexts, anySalt, (payload, texts, salt) => {
        const filled = fillIn(payload, texts);
        expect(scrub(structuredClone(filled), { salt })).toEqual(scrub(filled, { salt }));
      }),
      { numRuns: 50 },
    );
  });

  it('has the shape of the payload', () => {
    void fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), anySalt, (payload, salt) => {
        expect(shapeOf(scrub(payload, { salt }))).toEqual(shapeOf(payload));
      }),
    );
  });
});

/** A value without what its leaves and names say; a text and a name by whether they are empty. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'object' && value !== null)
    return Object.values(value).map(shapeOf).map(String).sort();
  return typeof value === 'string' ? `text ${value === ''}` : typeof value;
}
