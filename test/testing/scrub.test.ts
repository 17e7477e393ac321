import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OptionsError } from '../../src/errors/index.ts';
import { identifyEvent, parseEvent } from '../../src/index.ts';
import { fixtureNames, scrub } from '../../src/testing/index.ts';

const salt = 'a salt for tests';

/** The body of a fixture, which a test may change. */
function read(name: string): Record<string, unknown> {
  const file = join(resolve(__dirname, '../../fixtures'), `${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

/** A body around one field of the app user's. */
function withUser(fields: object) {
  return {
    trigger: 'appUser:delete',
    version: 'v1.1',
    app: { _id: 'a1' },
    appUser: { _id: 'u1', ...fields },
  };
}

function scrubUser(fields: Record<string, unknown>): Record<string, unknown> {
  return scrub(withUser(fields), { salt }).appUser;
}

/** What a fixture is parsed as: everything that scrubbing must not change. */
function reading(payload: unknown) {
  const parsed = parseEvent(payload);
  if (parsed.kind === 'refused') {
    const issues = parsed.issues.map(({ path, code }) => `${path} ${code}`);
    return { kind: parsed.kind, trigger: parsed.trigger, version: parsed.version, issues };
  }
  const { trigger, version } = parsed.event;
  return { kind: parsed.kind, trigger, version };
}

const keyOf = (payload: unknown) => identifyEvent(parseEvent(payload)).key;

/** Which of the payloads have the same key: the index of the first of them, for each. */
function groupsOf(payloads: readonly unknown[]): number[] {
  const keys = payloads.map(keyOf);
  return keys.map((key) => keys.indexOf(key));
}

describe('scrub', () => {
  it.each(fixtureNames)('gives a payload that is read as %s is', (name) => {
    const payload = read(name);
    expect(reading(scrub(payload, { salt }))).toEqual(reading(payload));
  });

  it('does not change the payload', () => {
    const payload = read('v1.1/message.appUser/text');
    scrub(payload, { salt });
    expect(payload).toEqual(read('v1.1/message.appUser/text'));
  });

  it('gives the same under one salt, and another result under another', () => {
    const payload = read('v1.1/message.appUser/text');
    expect(scrub(payload, { salt })).toEqual(scrub(payload, { salt: Buffer.from(salt) }));
    expect(scrub(payload, { salt })).not.toEqual(scrub(payload, { salt: 'another salt' }));
  });

  it('keeps one random salt for the process when none is given', () => {
    const payload = read('v1.1/message.appUser/text');
    expect(scrub(payload)).toEqual(scrub(payload));
    expect(scrub(payload)).not.toEqual(scrub(payload, { salt }));
  });

  it('leaves equal delivery keys equal and different ones different in payloads scrubbed one by one', () => {
    const payloads = fixtureNames.map(read);
    expect(groupsOf(payloads)).not.toEqual(payloads.map((_, index) => index));
    expect(groupsOf(payloads.map((payload) => scrub(payload, { salt })))).toEqual(groupsOf(payloads));
  });

  it('leaves them so in payloads scrubbed as one list, under any salt', () => {
    const payloads = fixtureNames.map(read);
    for (const one of ['first salt', 'second salt', 'third salt']) {
      expect(groupsOf(scrub(payloads, { salt: one }))).toEqual(groupsOf(payloads));
    }
  });

  it('keeps the words of the service', () => {
    const scrubbed = scrub(read('v1.1/message.delivery.failure/after-channel'), { salt });
    expect(scrubbed).toMatchObject({
      trigger: 'message:delivery:failure',
      version: 'v1.1',
      isFinalEvent: true,
      error: { code: 'delivery_timeout' },
    });
  });

  it('scrubs a value that is not listed where listed ones stay', () => {
    const { clients } = scrubUser({ clients: [{ platform: 'whatsapp' }, { platform: 'john@doe.org' }] });
    expect(clients).toEqual([
      { platform: 'whatsapp' },
      { platform: expect.stringMatching(/^[a-z]{4}@[a-z]{7}\.example$/) },
    ]);
  });

  it('scrubs unknown keys, their names included, and drops none', () => {
    const scrubbed = scrubUser({
      properties: { '+15555550117': 'gold', loyaltyTier: 'gold', a: 1, b: 2, c: 3 },
    });
    const properties = scrubbed['properties'] as Record<string, unknown>;
    const [phone, word, ...rest] = Object.entries(properties);
    expect(phone).toEqual([expect.stringMatching(/^\+[1-9]\d{10}$/), expect.stringMatching(/^[a-z]{4}$/)]);
    expect(word).toEqual([expect.stringMatching(/^[a-z]{7}[A-Z][a-z]{3}$/), phone?.[1]]);
    expect(rest).toHaveLength(3);
    expect(Object.keys(properties)).not.toContain('+15555550117');
  });

  it('keeps a member that is called __proto__', () => {
    const payload: unknown = JSON.parse('{"__proto__":{"text":"hello"},"text":"hello"}');
    expect(Object.keys(scrub(payload, { salt }) as object)).toHaveLength(2);
  });

  it.each([
    ['24 hex digits', '5e4a9c601b9d2e4c7a004a24', /^[0-9a-f]{24}$/],
    [
      'a UUID',
      '07d94ea3-8b5f-4c12-9d60-e8a2f7c1b534',
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/,
    ],
    [
      'a UUID in capitals',
      '8F1D2C64-5B0E-4A39-9C77-E2D41B6F0A58',
      /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-9[0-9A-F]{3}-[0-9A-F]{12}$/,
    ],
    ['digits', '6842950173846209157', /^[1-9]\d{18}$/],
    ['base64', 'kT4+pYwZ9q/0eXAMPLEz7A==', /^[A-Za-z]{2}\d\+[A-Za-z]{4}\d[A-Za-z]\/[A-Za-z0-9]{11}==$/],
    ['a mix', 'U2b7f90c4d1e85a63', /^[A-Za-z0-9]{17}$/],
    ['a phone number', '+15555550142', /^\+[1-9]\d{10}$/],
    [
      'words',
      'Hello, Priya here!\n(12 of 345)',
      /^[A-Z][a-z]{4}, [A-Z][a-z]{4} [a-z]{4}!\n\([1-9]\d [a-z]{2} [1-9]\d\d\)$/,
    ],
    ['another alphabet', '田中 芽衣 ☕', /^[α-ω]{2} [α-ω]{2} ☕$/],
    ['an e-mail address', 'imani.okafor@example.com', /^[a-z]{5}\.[a-z]{6}@[a-z]{11}\.example$/],
    [
      'a URL',
      'https://shop.example.com/ja/tide%20s.JPG?a=b#c',
      /^https:\/\/[a-z]{16}\.example\/[a-z]{2}\/[a-z]{4}-[a-z]\.jpg\?[a-z]=[a-z]#[a-z]$/,
    ],
    [
      'a URL with an ending of its own',
      'http://a.io/x.smith',
      /^http:\/\/[a-z]{6}\.example\/[a-z]\.[a-z]{5}$/,
    ],
    ['a date', '2020-02-17', /^\d{4}-\d\d-\d\d$/],
    ['a moment', '2020-02-17T14:00:00.357Z', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
    ['a moment in a zone', '2020-02-17T14:00+02:00', /^\d{4}-\d\d-\d\dT\d\d:\d\d\+02:00$/],
    ['no date', '2020-13-45', /^\d{4}-\d\d-\d\d$/],
    ['one letter', 'a', /^[b-z]$/],
    ['nothing', '', /^$/],
    ['punctuation', '…!? 👍', /^…!\? 👍$/],
  ])('keeps the form of %s', (_, text, form) => {
    const { userId } = scrubUser({ userId: text });
    expect(userId).toMatch(form);
    if (/[\p{L}\p{N}]/u.test(text)) expect(userId).not.toBe(text);
  });

  it('gives ids, phone numbers, addresses and URLs one pseudonym wherever they stand', () => {
    const id = '5e4a9c601b9d2e4c7a004a24';
    const email = 'imani@mail.org';
    const url = `https://files.org/${id}/a.png`;
    const scrubbed = scrubUser({
      userId: id,
      email,
      avatarUrl: url,
      displayName: '+15555550142',
      externalId: '15555550142',
    });
    const { text } = scrub(
      { text: `See ${url}, write to <${email}> or call 15555550142 about ${id}.` },
      { salt },
    );
    const { userId, externalId } = scrubbed;
    expect(text).toContain(` <${scrubbed['email']}> `);
    expect(text).toContain(` ${externalId} `);
    expect(text.endsWith(` ${userId}.`)).toBe(true);
    expect(scrubbed['displayName']).toBe(`+${externalId}`);
    expect(scrubbed['avatarUrl']).toContain(`.example/${userId}/`);
    expect(text).toContain(String(scrubbed['avatarUrl']).split('/').slice(0, 4).join('/'));
  });

  it('gives one pseudonym to digits in a text and as a number', () => {
    const { externalId, raw } = scrubUser({ externalId: '418205533', raw: { total: 418_205_533 } });
    expect(Object.values(raw as object)).toEqual([Number(externalId)]);
  });

  it('gives different short values different pseudonyms as long as there are enough', () => {
    const ids = Array.from({ length: 40 }, (_, index) => ({ id: String(index + 10) }));
    const scrubbed = scrub(ids, { salt });
    expect(new Set(scrubbed.map(({ id }) => id)).size).toBe(40);
  });

  it('moves moments by one time into the past and keeps their order, differences and decimals', () => {
    const moments = [1_592_326_375.907, 1_592_326_376, 1_592_326_377.5];
    const scrubbed = scrub(
      moments.map((timestamp) => ({ timestamp })),
      { salt },
    ).map(({ timestamp }) => timestamp);
    const shift = 1_592_326_376 - (scrubbed[1] ?? 0);
    expect(scrubbed).toEqual(moments.map((moment) => Number((moment - shift).toFixed(3))));
    expect(shift).toBeGreaterThanOrEqual(20 * 31_557_600);
    expect(shift).toBeLessThanOrEqual(30 * 31_557_600);
    const { source } = scrub({ source: { originalMessageTimestamp: '1592326376' } }, { salt });
    expect(source.originalMessageTimestamp).toBe(String(1_592_326_376 - shift));
  });

  it('leaves a zero in the field of a moment, which would show how far the others are moved', () => {
    const zeros = { received: 0, originalMessageTimestamp: '0', nested: { timestamp: '0.000' } };
    const { timestamp, metadata } = scrub({ timestamp: 1_700_000_000.5, metadata: zeros }, { salt });
    expect(timestamp).not.toBe(1_700_000_000.5);
    expect(Object.values(metadata)).toEqual([0, '0', { timestamp: '0.000' }]);
  });

  it('moves ISO dates as it moves unix seconds', () => {
    const at = (iso: unknown) => Date.parse(String(iso)) / 1_000;
    const whole = scrubUser({ signedUpAt: '2020-06-16T14:01:01Z' })['signedUpAt'];
    const { timestamp } = scrub({ timestamp: at('2020-06-16T14:01:01Z') }, { salt });
    expect(at(whole)).toBe(timestamp);
    const { signedUpAt, lastSeen } = scrubUser({
      signedUpAt: '2020-06-16T14:01:01.000Z',
      lastSeen: '2020-06-16T14:01:05.250Z',
    });
    expect(at(lastSeen) - at(signedUpAt)).toBeCloseTo(4.25, 6);
  });

  it('keeps milliseconds milliseconds', () => {
    const [seconds, milliseconds] = scrub([{ timestamp: 1_592_326_376 }, { timestamp: 1_592_326_376_000 }], {
      salt,
    });
    expect(milliseconds?.timestamp).toBe((seconds?.timestamp ?? 0) * 1_000);
  });

  it('gives other numbers of the same size, and coordinates on the globe', () => {
    const place = { coordinates: { lat: 44.0462, long: -123.022 } };
    const numbers = { amount: 4250, mediaSize: 184_213, properties: [-12.5, 0.0071, 2 ** 60, 1e300, 0] };
    const scrubbed = scrub({ ...place, ...numbers }, { salt });
    expect(String(scrubbed.amount)).toMatch(/^[1-9]\d{3}$/);
    expect(String(scrubbed.mediaSize)).toMatch(/^[1-9]\d{5}$/);
    expect(scrubbed.properties.map(String)).toEqual([
      expect.stringMatching(/^-[1-9]\d(\.\d)?$/),
      expect.stringMatching(/^0\.00[1-9]\d?$/),
      expect.stringMatching(/^[1-9]\d{18}$/),
      expect.stringMatching(/e\+300$/),
      '0',
    ]);
    expect(scrubbed.coordinates).not.toEqual(place.coordinates);
    expect(Math.abs(scrubbed.coordinates.lat)).toBeLessThanOrEqual(90);
    expect(Math.abs(scrubbed.coordinates.long)).toBeLessThanOrEqual(180);
    expect(String(scrubbed.coordinates.lat)).toMatch(/^-?\d+(\.\d{1,4})?$/);
  });

  it('keeps true, false, null, empty lists and the sizes of a form', () => {
    const payload = {
      primary: true,
      blocked: false,
      name: null,
      items: [],
      raw: {},
      messages: [{ fields: [{ minSize: 0, maxSize: 999 }, { selectSize: 1 }] }],
    };
    expect(scrub(payload, { salt })).toEqual(payload);
  });

  it('keeps no size that is long, and none where no form is', () => {
    const number = 491_511_234;
    const scrubbed = scrub(
      {
        messages: [{ fields: [{ minSize: number, maxSize: 1_000, selectSize: -1 }] }],
        minSize: 64,
        metadata: { maxSize: 64, selectSize: number },
      },
      { salt },
    );
    expect(JSON.stringify(scrubbed)).not.toMatch(/491511234|:1000\b|:64\b|:-1\b/);
  });

  it('keeps the version of a body alone, and only a short one', () => {
    expect(scrub({ version: 1.1 }, { salt })).toEqual({ version: 1.1 });
    const phone = 4_915_112_345_678;
    const scrubbed = scrub([{ version: phone, metadata: { version: 11 } }], { salt });
    expect(scrubbed[0]?.version).not.toBe(phone);
    expect(scrubbed[0]?.metadata.version).not.toBe(11);
  });

  it('takes a value as deep as can be written, and refuses deeper ones and cycles', () => {
    const nest = (depth: number) => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 'deep');
    const tooDeep = 'scrub takes JSON values of at most 10000 levels.';
    expect(() => scrub(nest(10_001), { salt })).not.toThrow();
    expect(() => scrub(nest(10_002), { salt })).toThrow(new OptionsError(tooDeep));
    const cycle: Record<string, unknown> = {};
    cycle['raw'] = cycle;
    expect(() => scrub(cycle, { salt })).toThrow(new OptionsError(tooDeep));
  });

  it.each([
    ['a function', { raw: () => 1 }, 'function'],
    ['a big integer', [1n], 'bigint'],
    ['nothing at all', undefined, 'undefined'],
  ])('refuses %s', (_, value, type) => {
    const message = `scrub takes JSON values, and there is a value of type ${type} in it.`;
    expect(() => scrub<unknown>(value, { salt })).toThrow(new OptionsError(message));
  });

  it.each([[''], ['7 chars'], [new Uint8Array(7)], [42], [null]])('refuses the salt %p', (wrong) => {
    const options = { salt: wrong as string };
    expect(() => scrub({}, options)).toThrow(
      new OptionsError('salt must be a text or bytes, at least 8 of them.'),
    );
  });

  it('takes a salt of eight characters, and no option that it does not have', () => {
    expect(() => scrub({}, { salt: '8 chars.' })).not.toThrow();
    const wrong = { seed: 'eight characters' } as object;
    expect(() => scrub({}, wrong)).toThrow(new OptionsError("scrub has no option 'seed'; it has salt."));
  });

  it('spells nothing that could be taken for a known key or word', async () => {
    const { schemaKeys, schemaWords } = await import('../../src/testing/scrub/words.ts');
    const words = [...schemaKeys, ...Object.values(schemaWords).flat()];
    expect(words.filter((word) => !/[aeiouy]/i.test(word))).toEqual([]);
  });
});
