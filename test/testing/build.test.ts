import { OptionsError } from '../../src/errors/index.ts';
import {
  hasVersion,
  identifyEvent,
  type Message,
  parseEvent,
  type Trigger,
  triggers,
  type Version,
  versions,
} from '../../src/events/index.ts';
import { type BuildOptions, build } from '../../src/testing/index.ts';

const kinds = triggers.flatMap((trigger) =>
  versions
    .filter((version) => hasVersion(trigger, version))
    .map((version): [Trigger, Version] => [trigger, version]),
);

const withoutNaturalId = new Set<Trigger>([
  'postback',
  'link:success',
  'link:match',
  'link:failure',
  'client:add',
  'client:remove',
  'client:block',
]);

/** The types of build are checked in test/types/build.ts; here triggers and versions come from a list. */
function buildAny(trigger: Trigger, options: object = {}): Record<string, unknown> {
  return build(trigger, options as BuildOptions<Trigger, Version>) as unknown as Record<string, unknown>;
}

function firstMessage(payload: { readonly messages: readonly Message[] }): Message {
  const [message] = payload.messages;
  if (message === undefined) throw new Error('The payload has no message');
  return message;
}

describe('build', () => {
  it.each(kinds)('makes a %s of %s that its schema accepts', (trigger, version) => {
    const payload = buildAny(trigger, { version });
    const parsed = parseEvent(payload);
    expect(parsed).toMatchObject({ kind: 'known', event: { trigger, version } });
    expect(payload['version']).toBe(version);
    expect(JSON.parse(JSON.stringify(payload))).toEqual(payload);
  });

  it.each(kinds)(
    'makes a new %s of %s with each call, with a key of ids where it has them',
    (trigger, version) => {
      const identities = [1, 2, 3].map(() => identifyEvent(parseEvent(buildAny(trigger, { version }))));
      expect(new Set(identities.map(({ key }) => key)).size).toBe(3);
      const strength = withoutNaturalId.has(trigger) ? 'weak' : 'strong';
      expect(identities.map((identity) => identity.strength)).toEqual([strength, strength, strength]);
    },
  );

  it.each(kinds)('makes a %s of %s about the app of the fixtures', (trigger, version) => {
    expect(buildAny(trigger, { version })['app']).toEqual({ _id: '5cd978601b9d2e4c7a004a10' });
  });

  it.each(triggers)('makes the newest version of %s when none is asked for', (trigger) => {
    expect(buildAny(trigger)['version']).toBe(hasVersion(trigger, 'v1.1') ? 'v1.1' : 'v1');
    expect(buildAny(trigger, { version: undefined })).toHaveProperty('trigger', trigger);
  });

  it.each(kinds)('makes one %s of %s for one seed, and another for another', (trigger, version) => {
    const first = buildAny(trigger, { version, seed: 7 });
    expect(buildAny(trigger, { version, seed: 7 })).toEqual(first);
    expect(buildAny(trigger, { version, seed: 8 })).not.toEqual(first);
  });

  it('makes events of one seed about one user, conversation and message', () => {
    const [posted, reported, old] = [
      build('message:appMaker', { seed: 1 }),
      build('message:delivery:channel', { seed: 1 }),
      build('message:appMaker', { seed: 1, version: 'v1' }),
    ];
    expect(reported.message._id).toBe(firstMessage(posted)._id);
    expect(reported.appUser).toEqual(posted.appUser);
    expect(reported.conversation).toEqual(posted.conversation);
    expect(identifyEvent(parseEvent(old)).key).toBe(identifyEvent(parseEvent(posted)).key);
  });

  it('has one author and user', () => {
    const payload = build('message:appUser', { version: 'v1' });
    expect(firstMessage(payload).authorId).toBe(payload.appUser._id);
  });

  it('has the time of the call, in unix seconds', () => {
    const startMs = Date.now();
    const { timestamp } = build('conversation:read');
    expect(timestamp * 1000).toBeGreaterThanOrEqual(startMs);
    expect(timestamp * 1000).toBeLessThan(startMs + 60_000);
  });

  it('shares nothing between calls', () => {
    const first = build('message:delivery:channel', { seed: 1 });
    Object.assign(first.destination, { type: 'changed' });
    Object.assign(first.app, { _id: 'changed' });
    const second = build('message:delivery:channel', { seed: 1 });
    expect(second.destination.type).toBe('whatsapp');
    expect(second.app._id).toBe('5cd978601b9d2e4c7a004a10');
  });

  it.each(triggers)('gives %s no object that a later call gives again', (trigger) => {
    const objectsIn = (value: unknown): object[] =>
      typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
    const [first, second] = [objectsIn(buildAny(trigger)), new Set(objectsIn(buildAny(trigger)))];
    expect(first.filter((object) => second.has(object))).toEqual([]);
  });
});

describe('the messages of build', () => {
  it('have the given text', () => {
    for (const trigger of ['message:appUser', 'message:appMaker'] as const) {
      for (const version of versions) {
        expect(firstMessage(build(trigger, { version, text: 'hi' }))).toMatchObject({
          type: 'text',
          text: 'hi',
        });
      }
    }
    expect(firstMessage(build('delivery:failure', { text: '' })).text).toBe('');
  });

  it.each([
    'text',
    'image',
    'file',
    'location',
    'carousel',
    'list',
    'form',
    'formResponse',
    'audio',
    'video',
    'hologram',
    'toString',
  ])('are valid as %s, with what the type needs', (type) => {
    for (const version of versions) {
      const payload = build('message:appUser', { version, message: { type } });
      const parsed = parseEvent(payload);
      expect(parsed.kind).toBe('known');
      expect(firstMessage(payload).type).toBe(type);
    }
  });

  it('have the fields that are given, and the others of the type', () => {
    const mediaUrl = 'https://example.com/a.png';
    const message = firstMessage(
      build('message:appMaker', { message: { type: 'image', mediaUrl, mediaSize: undefined } }),
    );
    expect(message).toMatchObject({ role: 'appMaker', type: 'image', mediaUrl, mediaType: 'image/jpeg' });
    expect(Object.keys(message)).not.toContain('mediaSize');
  });

  it('have no type when it is given as undefined', () => {
    const payload = build('message:appUser', { version: 'v1', message: { type: undefined } });
    expect(Object.keys(firstMessage(payload))).not.toContain('type');
    expect(parseEvent(payload).kind).toBe('known');
  });

  it('come from the web when they are files: v1 knows no others', () => {
    expect(firstMessage(build('message:appUser', { message: { type: 'file' } })).source?.type).toBe('web');
    expect(firstMessage(build('message:appUser')).source?.type).toBe('whatsapp');
  });
});

describe('the other options of build', () => {
  it('set the payload of a postback, in the action and in its message', () => {
    const [tap] = build('postback', { payload: 'ORDER_5521' }).postbacks;
    expect(tap?.action.payload).toBe('ORDER_5521');
    expect(tap?.message?.items?.[0]?.actions).toEqual([tap?.action]);
  });

  it('write overrides last', () => {
    const payload = build('message:delivery:failure', {
      overrides: { error: { code: 'rate_limited' }, conversation: undefined, isFinalEvent: false },
    });
    expect(payload.error).toMatchObject({ code: 'rate_limited', underlyingError: {} });
    expect(payload.isFinalEvent).toBe(false);
    expect(Object.keys(payload)).not.toContain('conversation');
    expect(build('message:appUser', { text: 'a', overrides: { messages: [] } }).messages).toEqual([]);
  });

  it('may make a body that its schema refuses', () => {
    const payload = build('message:delivery:channel', { overrides: { destination: undefined } });
    expect(parseEvent(payload)).toMatchObject({ kind: 'refused', trigger: 'message:delivery:channel' });
  });

  it.each([
    ['message:appuser', {}, "There is no trigger 'message:appuser'. The nearest is 'message:appUser'."],
    ['toString', {}, "There is no trigger 'toString'."],
    [undefined, {}, 'A trigger must be a string.'],
    [
      'delivery:success',
      { version: 'v1.1' },
      "There is no version 'v1.1' of delivery:success. The nearest is 'v1'.",
    ],
    ['postback', { version: 'v2' }, "There is no version 'v2' of postback. The nearest is 'v1'."],
    ['postback', { version: 1 }, 'A version of postback must be a string.'],
    [
      'postback',
      { text: 'hi' },
      "build('postback') has no option 'text'; it has version, seed, overrides, payload.",
    ],
    ['link:match', { payload: 'x' }, "build('link:match') has no option 'payload'"],
    ['postback', { payload: 1 }, 'payload must be a string.'],
    ['message:appUser', { text: null }, 'text must be a string.'],
    ['message:appUser', { message: 'hi' }, 'message must be an object with the fields to change.'],
    ['message:appUser', { overrides: [] }, 'overrides must be an object with the fields to change.'],
    ['message:appUser', { seed: -1 }, 'seed must be a whole number of at least 0.'],
    ['message:appUser', { seed: 0.5 }, 'seed must be a whole number of at least 0.'],
    ['message:appUser', null, "The options of build('message:appUser') must be an object."],
  ])('are checked: %p with %j', (trigger, options, message) => {
    const call = () => build(trigger as 'postback', options as object);
    expect(call).toThrow(OptionsError);
    expect(call).toThrow(message);
  });
});
