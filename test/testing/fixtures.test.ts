import { readdirSync, readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { OptionsError } from '../../src/errors/index.ts';
import { identifyEvent, parseEvent, triggers, triggerVersions } from '../../src/events/index.ts';
import { type FixtureName, fixture, fixtureNames, fixtures } from '../../src/testing/index.ts';

const folder = resolve(__dirname, '../../fixtures');

function filesInFolder(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length).split(sep).join('/'));
}

describe('fixtureNames', () => {
  it('lists exactly the files in the folder', () => {
    const files = new Set(filesInFolder());
    const listed = new Set<string>(fixtureNames);
    const missing = [...files].filter((file) => !listed.has(file));
    const gone = [...listed].filter((name) => !files.has(name));
    if (missing.length + gone.length > 0) {
      throw new Error(
        `src/testing/fixture-names.ts is not up to date; run: node test/tools/list-fixtures.mjs\n` +
          `without an entry: ${missing.join(', ') || 'none'}\nwithout a file: ${gone.join(', ') || 'none'}`,
      );
    }
    expect(fixtureNames).toHaveLength(listed.size);
  });

  it('has one spelling: lower-case words and hyphens below the folder of a trigger', () => {
    for (const name of fixtureNames) {
      expect(name).toMatch(
        /^(v1|v1\.1)\/[A-Za-z]+(\.[A-Za-z]+)*\/[a-z0-9-]+$|^(unknown|refused)\/[a-z0-9-]+$/,
      );
    }
  });
});

describe('fixture', () => {
  it('gives the content of the file', () => {
    const content: unknown = JSON.parse(
      readFileSync(resolve(folder, 'v1.1/message.appUser/text.json'), 'utf8'),
    );
    expect(fixture('v1.1/message.appUser/text')).toEqual(content);
  });

  it('gives a fresh copy on each call, down to the last object', () => {
    const first = fixture('v1.1/message.delivery.channel/text');
    Object.assign(first.destination, { type: 'changed' });
    const second = fixture('v1.1/message.delivery.channel/text');
    expect(second.destination.type).toBe('whatsapp');
    expect(second).not.toBe(first);
  });

  it('reads what is unknown or refused by name', () => {
    expect(fixture('unknown/passthrough-apple-interactive')).toMatchObject({
      trigger: 'passthrough:apple:interactive',
    });
    expect(fixture('refused/delivery-without-destination')).not.toHaveProperty('destination');
  });

  it.each([
    ['v1.1/message.appUser/txt', 'v1.1/message.appUser/text'],
    ['v1.1/message:appUser/image', 'v1.1/message.appUser/image'],
    ['v1.1/conversation.read/web.json', 'v1.1/conversation.read/web'],
    ['unknown/version-v4', 'unknown/version-v3'],
  ])('names the nearest fixture when there is no %s', (wrong, nearest) => {
    const call = () => fixture(wrong as FixtureName);
    expect(call).toThrow(OptionsError);
    expect(call).toThrow(`There is no fixture '${wrong}'. The nearest is '${nearest}'.`);
  });

  it.each(['', '../package', 'toString'])('reads no file that is not in the table: "%s"', (name) => {
    expect(() => fixture(name as FixtureName)).toThrow(
      expect.objectContaining({ code: 'invalid_options' }) as Error,
    );
  });
});

describe('the overrides of fixture', () => {
  it('are merged into objects, and leave the rest', () => {
    const plain = fixture('v1.1/message.appUser/text');
    const changed = fixture('v1.1/message.appUser/text', {
      appUser: { userId: 'customer-7', properties: { vip: true } },
    });
    expect(changed).toEqual({
      ...plain,
      appUser: { ...plain.appUser, userId: 'customer-7', properties: { vip: true } },
    });
  });

  it('replace lists and other values, and remove what is undefined', () => {
    const changed = fixture('v1.1/message.appUser/text', { messages: [], conversation: undefined });
    expect(changed.messages).toEqual([]);
    expect(Object.keys(changed)).not.toContain('conversation');
    expect(Object.keys(changed)).toContain('appUser');
  });

  it('remove what is undefined in what they add, and in the members of lists', () => {
    const overrides = { client: { info: { a: undefined, b: 1 } }, list: [{ a: undefined, b: [null] }] };
    const { client, list } = fixture('unknown/trigger', overrides);
    expect(JSON.stringify([client, list])).toBe('[{"info":{"b":1}},[{"b":[null]}]]');
    expect(Object.keys((list as object[])[0] ?? {})).toEqual(['b']);
  });

  it('may put an object where a text was, and the other way around', () => {
    const overrides = { appUser: 'gone', trigger: { name: 'x' } } as never;
    expect(fixture('v1.1/message.appUser/text', overrides)).toMatchObject({
      appUser: 'gone',
      trigger: { name: 'x' },
    });
  });

  it('take keys that the service may add tomorrow', () => {
    expect(fixture('v1.1/postback/carousel-button', { region: 'eu' } as object)).toHaveProperty(
      'region',
      'eu',
    );
  });

  it('stay as they were when the payload is changed', () => {
    const overrides = { appUser: { properties: { tags: ['a'] } } };
    const { properties } = fixture('v1.1/message.appUser/text', overrides).appUser;
    Object.assign(properties?.['tags'] as string[], ['b']);
    expect(properties).toEqual({ tags: ['b'] });
    expect(overrides).toEqual({ appUser: { properties: { tags: ['a'] } } });
  });

  it.each(['__proto__', 'constructor', 'prototype'])('take %s as a key like any other', (key) => {
    const overrides = JSON.parse(`{"appUser": {"${key}": {"polluted": true}}}`) as object;
    const { appUser } = fixture('v1.1/message.appUser/text', overrides);
    expect(Object.getOwnPropertyDescriptor(appUser, key)?.value).toEqual({ polluted: true });
    expect(Object.getPrototypeOf(appUser)).toBe(Object.prototype);
    expect('polluted' in {} || 'polluted' in Object).toBe(false);
  });

  it.each([null, [], 'text', new Map()])('must be an object: %p', (wrong) => {
    const call = () => fixture('v1.1/message.appUser/text', wrong as never);
    expect(call).toThrow(OptionsError);
    expect(call).toThrow('The overrides of a fixture must be an object with the fields to change.');
  });
});

describe('the option fresh of fixture', () => {
  const keyOf = (payload: object) => identifyEvent(parseEvent(payload)).key;

  it('makes each call a new event', () => {
    const fresh = () => fixture('v1.1/message.appUser/text', {}, { fresh: true });
    const keys = [fixture('v1.1/message.appUser/text'), fresh(), fresh()].map(keyOf);
    expect(new Set(keys).size).toBe(3);
  });

  it('gives the ids of the file when it is false or left out', () => {
    const plain = fixture('v1.1/message.appUser/text');
    expect(fixture('v1.1/message.appUser/text', undefined, { fresh: false })).toEqual(plain);
    expect(fixture('v1.1/message.appUser/text', undefined, {})).toEqual(plain);
  });

  it('leaves an id that an override pins, and pins it nowhere else', () => {
    const overrides = { appUser: { _id: 'pinned' } };
    const { appUser, messages } = fixture('v1.1/message.appUser/text', overrides, { fresh: true });
    expect(appUser._id).toBe('pinned');
    expect(messages[0]?.authorId).toMatch(/^[\da-f]{24}$/);
  });

  it.each([
    [{ fresh: 'message' }, 'fresh must be true or false.'],
    [{ frsh: true }, "fixture has no option 'frsh'; it has fresh."],
    [null, 'The options of fixture must be an object.'],
  ])('refuses wrong options: %j', (options, message) => {
    const call = () => fixture('v1.1/message.appUser/text', {}, options as never);
    expect(call).toThrow(OptionsError);
    expect(call).toThrow(message);
  });
});

describe('fixtures', () => {
  it('lists all fixtures of the versions, and neither unknown nor refused ones', () => {
    const names = fixtures().map(({ name }) => name);
    const known = fixtureNames.filter((name) => name.startsWith('v1'));
    expect(names).toEqual(known);
    expect(known.length).toBeLessThan(fixtureNames.length);
  });

  it('tells the version and the trigger of each, and gives its payload', () => {
    const found = fixtures().find(({ name }) => name === 'v1/delivery.failure/errors-list');
    expect(found).toEqual({
      name: 'v1/delivery.failure/errors-list',
      version: 'v1',
      trigger: 'delivery:failure',
      payload: fixture('v1/delivery.failure/errors-list'),
    });
  });

  it('keeps those of one trigger, in both versions', () => {
    const found = fixtures({ trigger: 'postback' });
    expect(new Set(found.map(({ trigger }) => trigger))).toEqual(new Set(['postback']));
    expect(new Set(found.map(({ version }) => version))).toEqual(new Set(['v1', 'v1.1']));
  });

  it('keeps those of one version', () => {
    const found = fixtures({ version: 'v1' });
    expect(found.every(({ name, version }) => version === 'v1' && name.startsWith('v1/'))).toBe(true);
    expect(fixtures({ version: 'v1.1' }).length + found.length).toBe(fixtures().length);
  });

  it('keeps those of one trigger in one version', () => {
    const names = fixtures({ trigger: 'message:appUser', version: 'v1' }).map(({ name }) => name);
    expect(names).toContain('v1/message.appUser/text');
    expect(names.every((name) => name.startsWith('v1/message.appUser/'))).toBe(true);
  });

  it('is empty for a trigger that the version does not have', () => {
    expect(fixtures({ trigger: 'client:block', version: 'v1' })).toEqual([]);
  });

  it.each([
    [
      { trigger: 'message:appuser' },
      "There is no trigger 'message:appuser'. The nearest is 'message:appUser'.",
    ],
    [{ version: 'v1.2' }, "There is no version 'v1.2'. The nearest is 'v1.1'."],
  ])('throws for a filter that can match nothing: %j', (filter, message) => {
    const call = () => fixtures(filter as object);
    expect(call).toThrow(OptionsError);
    expect(call).toThrow(message);
  });

  it.each(triggers)('has each version of %s', (trigger) => {
    const found = fixtures({ trigger }).map(({ version }) => version);
    expect(new Set<string>(found)).toEqual(new Set<string>(triggerVersions[trigger]));
  });
});
