import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { identifyEvent, parseEvent } from '../../src/events/index.ts';
import { type FixtureName, fixture, fixtureNames, fixtures } from '../../src/testing/index.ts';

const folder = resolve(__dirname, '../../fixtures');
const known = fixtures();
const deliveries = [
  ...fixtures({ trigger: 'message:delivery:channel' }),
  ...fixtures({ trigger: 'message:delivery:user' }),
  ...fixtures({ trigger: 'message:delivery:failure' }),
  ...fixtures({ trigger: 'delivery:success' }),
  ...fixtures({ trigger: 'delivery:failure' }),
];

/** The list below "Pairs" in the README: a v1 and a v1.1 copy of one event, named without the version. */
function pairsInReadme(): string[] {
  const [, pairs = ''] = readFileSync(resolve(folder, 'README.md'), 'utf8').split('\n## Pairs\n');
  return [...pairs.matchAll(/^- `([^`]+)`/gm)].map(([, name = '']) => name);
}

function entries<Name extends FixtureName, Value>(table: Record<Name, Value>): [Name, Value][] {
  return Object.entries(table) as [Name, Value][];
}

/** Every string in a JSON value. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

describe('fixtures of the versions', () => {
  it.each(known)('$name parses as an event of its folder', ({ version, trigger, payload }) => {
    const parsed = parseEvent(payload);
    expect(parsed).toMatchObject({ kind: 'known', event: { trigger, version } });
  });

  it('are an event of their own each, but for the pairs in the README', () => {
    const namesByKey = new Map<string, string[]>();
    for (const { name, payload } of known) {
      const { key } = identifyEvent(parseEvent(payload));
      namesByKey.set(key, [...(namesByKey.get(key) ?? []), name]);
    }
    const shared = [...namesByKey.values()].filter((names) => names.length > 1).map(String);
    const pairs = pairsInReadme().map((name) => `v1/${name},v1.1/${name}`);
    expect(pairs).not.toEqual([]);
    expect(new Set(shared)).toEqual(new Set(pairs));
  });

  it.each(deliveries)('$name names a message that message.appMaker has', ({ version, payload }) => {
    const sent = fixtures({ trigger: 'message:appMaker', version }).flatMap(
      (entry) => entry.payload.messages,
    );
    const delivered = 'message' in payload ? [payload.message] : payload.messages;
    for (const { _id } of delivered) expect(sent.map((message) => message._id)).toContain(_id);
  });

  it.each(fixtures({ trigger: 'postback' }))('$name taps an action of a message that was sent', (entry) => {
    const sent = texts(
      fixtures({ trigger: 'message:appMaker', version: entry.version }).map((f) => f.payload),
    );
    for (const { message, action } of entry.payload.postbacks) {
      if (message) expect(sent).toEqual(expect.arrayContaining([message._id, action._id]));
    }
  });

  it.each(fixtures({ trigger: 'payment:success' }))(
    '$name pays an action of a message that was sent',
    (entry) => {
      const sent = texts(
        fixtures({ trigger: 'message:appMaker', version: entry.version }).map((f) => f.payload),
      );
      for (const { message, action } of entry.payload.payments) {
        expect(sent).toEqual(expect.arrayContaining([message._id, action._id]));
      }
    },
  );

  it('are about one app and three people', () => {
    const apps = known.map(({ payload }) => payload.app?._id);
    expect(new Set(apps).size).toBe(1);
    const people = known.flatMap(({ payload }) => ('appUser' in payload ? [payload.appUser?._id] : []));
    expect(new Set(people.filter(Boolean)).size).toBe(3);
  });
});

/** The one thing that is wrong with each: where its schema finds it. */
const faults = {
  'refused/carousel-without-items': 'messages.0.items',
  'refused/client-add-with-client-for-clients': 'clients',
  'refused/delivery-without-destination': 'destination',
  'refused/delivery-without-message': 'message',
  'refused/file-without-media-url': 'messages.0.mediaUrl',
  'refused/form-response-without-fields': 'messages.0.fields',
  'refused/form-without-fields': 'messages.0.fields',
  'refused/image-without-media-url': 'messages.0.mediaUrl',
  'refused/list-without-items': 'messages.0.items',
  'refused/location-without-coordinates': 'messages.0.coordinates',
  'refused/merge-without-surviving': 'surviving',
  'refused/message-without-id': 'messages.0._id',
  'refused/message-without-messages': 'messages',
  'refused/notification-without-id': 'notification',
  'refused/postback-without-action': 'postbacks.0.action',
  'refused/text-without-text': 'messages.0.text',
  'refused/typing-without-activity': 'activity',
  'refused/v1-image-without-media-url': 'messages.0.mediaUrl',
} as const satisfies Record<Extract<FixtureName, `refused/${string}`>, string>;

/** What is not known of each. */
const reasons = {
  'unknown/bare-message': 'trigger',
  'unknown/notification-match-failure': 'trigger',
  'unknown/passthrough-apple-interactive': 'trigger',
  'unknown/processor-call': 'shape',
  'unknown/processor-postback-call': 'shape',
  'unknown/trigger': 'trigger',
  'unknown/typing-in-v1': 'trigger',
  'unknown/v2-body': 'version',
  'unknown/version-number': 'version',
  'unknown/version-v3': 'version',
} as const satisfies Record<Extract<FixtureName, `unknown/${string}`>, string>;

describe('fixtures of what is not handled', () => {
  it.each(entries(faults))('%s is refused for its %s alone', (name, path) => {
    expect(parseEvent(fixture(name))).toMatchObject({ kind: 'refused', issues: [{ path }] });
  });

  it.each(entries(reasons))('%s is unknown by its %s', (name, reason) => {
    expect(parseEvent(fixture(name))).toMatchObject({ kind: 'unknown', event: { reason } });
  });

  it('are an event of their own each', () => {
    const names = [...entries(faults), ...entries(reasons)];
    const keys = names.map(([name]) => identifyEvent(parseEvent(fixture(name))).key);
    expect(new Set(keys).size).toBe(names.length);
  });
});

describe('all fixtures', () => {
  it('are formatted by JSON.stringify with two spaces and end with a new line', () => {
    for (const name of fixtureNames) {
      const content = readFileSync(resolve(folder, `${name}.json`), 'utf8');
      // An integer above 2^53 is there on purpose; a parser rounds it.
      const written = `${JSON.stringify(JSON.parse(content), null, 2)}\n`;
      const rounded = content.replace(/\b\d{17,}(?=[,\n])/g, (digits) => String(Number(digits)));
      expect({ name, content: rounded }).toEqual({ name, content: written });
    }
  });

  it('hold no address and no phone number that a person could have', () => {
    for (const name of fixtureNames) {
      for (const text of texts(fixture(name))) {
        for (const [address] of text.matchAll(/\S+@\S+/g)) expect(address).toMatch(/@example\.(com|org)$/);
        for (const [phone] of text.matchAll(/\+1\d+/g)) expect(phone).toMatch(/^\+155555501\d\d$/);
        for (const [, host] of text.matchAll(/https?:\/\/([^/]+)/g)) expect(host).toMatch(/\.example\.com$/);
      }
    }
  });
});
