import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { identifyEvent, type KeyOf } from '../../src/events/identity.ts';
import { parseEvent } from '../../src/events/parse.ts';
import { type Trigger, triggers, triggerVersions } from '../../src/events/triggers.ts';
import { changedAt, messageBody, pairs, sampleBody } from './samples.ts';

const identify = (body: unknown, keyOf?: KeyOf) => identifyEvent(parseEvent(body), keyOf);
const keyOfBody = (body: unknown) => identify(body).key;

type Path = readonly (string | number)[];

/** Where the rule of each trigger finds its parts. */
const partPaths: Record<Trigger, readonly Path[]> = {
  'message:appUser': [
    ['messages', 0, '_id'],
    ['messages', 1, '_id'],
  ],
  'message:appMaker': [
    ['messages', 0, '_id'],
    ['messages', 1, '_id'],
  ],
  'message:delivery:channel': [
    ['message', '_id'],
    ['destination', 'type'],
  ],
  'message:delivery:user': [
    ['message', '_id'],
    ['destination', 'type'],
  ],
  'message:delivery:failure': [
    ['message', '_id'],
    ['destination', 'type'],
  ],
  'notification:delivery:channel': [
    ['notification', '_id'],
    ['destination', 'type'],
    ['destination', 'destinationId'],
  ],
  'notification:delivery:user': [
    ['notification', '_id'],
    ['destination', 'type'],
    ['destination', 'destinationId'],
  ],
  'notification:delivery:failure': [
    ['notification', '_id'],
    ['destination', 'type'],
    ['destination', 'destinationId'],
  ],
  'delivery:success': [
    ['messages', 0, '_id'],
    ['destination', 'type'],
  ],
  'delivery:failure': [
    ['messages', 0, '_id'],
    ['destination', 'type'],
  ],
  'conversation:start': [['appUser', '_id'], ['timestamp']],
  'conversation:read': [['appUser', '_id'], ['timestamp']],
  'conversation:referral': [['appUser', '_id'], ['timestamp']],
  postback: [
    ['appUser', '_id'],
    ['postbacks', 0, 'action', '_id'],
    ['postbacks', 0, 'message', '_id'],
  ],
  'typing:appUser': [['appUser', '_id'], ['timestamp'], ['activity', 'type']],
  'appUser:delete': [['appUser', '_id']],
  'merge:appUser': [
    ['surviving', '_id'],
    ['discarded', 0, '_id'],
  ],
  'payment:success': [['payments', 0, 'charge', 'id']],
  'link:success': [['channel'], ['criteria', 'phoneNumber']],
  'link:match': [['channel'], ['criteria', 'phoneNumber']],
  'link:failure': [['channel'], ['error', 'code']],
  'client:add': [
    ['clients', 0, '_id'],
    ['appUser', '_id'],
  ],
  'client:remove': [
    ['clients', 0, 'id'],
    ['appUser', '_id'],
  ],
  'client:block': [['client', '_id'], ['reason']],
};

const weakTriggers = [
  'postback',
  'link:success',
  'link:match',
  'link:failure',
  'client:add',
  'client:remove',
  'client:block',
];

/** Where a wrong value makes the schema refuse the body and is no part of the key, if not in `appUser`. */
const refusedPlaces: Partial<Record<Trigger, Path>> = {
  'notification:delivery:channel': ['isFinalEvent'],
  'notification:delivery:user': ['isFinalEvent'],
  'notification:delivery:failure': ['isFinalEvent'],
  'merge:appUser': ['surviving', 'email'],
};

/** Ids made to collide: syntax of JSON and of common separators, blanks, and text that looks like another part. */
const adversarialId = fc.oneof(
  fc.string({
    minLength: 1,
    unit: fc.constantFrom('"', ',', '[', ']', ':', '{', '}', '\\', ' ', '\0', 'a', '1'),
  }),
  fc.constantFrom(
    '[]',
    '""',
    'null',
    'undefined',
    ' ',
    '\u0000',
    '__proto__',
    '{"body":"{}"}',
    'web',
    'é',
    'e\u0301',
  ),
  fc.string({ minLength: 1, unit: 'binary' }),
);

function valueFor(path: Path) {
  return path[0] === 'timestamp'
    ? fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)
    : adversarialId;
}

/** A body whose parts are `values`, for a generated trigger, with those values. */
const bodyWithParts = fc.constantFrom(...triggers).chain((trigger) => {
  const paths = partPaths[trigger];
  const values = fc.tuple(...paths.map(valueFor));
  return fc.record({ trigger: fc.constant(trigger), a: values, b: values });
});

function bodyOf(trigger: Trigger, values: readonly unknown[]) {
  return partPaths[trigger].reduce(
    (body, path, index) => changedAt(body, path, values[index]),
    sampleBody(trigger),
  );
}

/** The same body with the keys of every object in the reverse order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reordered(member)]),
  );
}

const asParts = (values: readonly unknown[], trigger: Trigger) =>
  trigger.startsWith('message:app')
    ? JSON.stringify(values.map(String).sort((x, y) => (x < y ? -1 : 1)))
    : JSON.stringify(values);

describe('keys of generated events', () => {
  test('differ when any part differs, and only then', () => {
    fc.assert(
      fc.property(bodyWithParts, ({ trigger, a, b }) => {
        const same = asParts(a, trigger) === asParts(b, trigger);
        expect(keyOfBody(bodyOf(trigger, a)) === keyOfBody(bodyOf(trigger, b))).toBe(same);
      }),
      { numRuns: 200 },
    );
  });

  test('differ when one part alone differs', () => {
    fc.assert(
      fc.property(bodyWithParts, fc.nat(), ({ trigger, a, b }, nat) => {
        const index = nat % a.length;
        const changed = a.with(index, b[index] as never);
        const same = asParts(a, trigger) === asParts(changed, trigger);
        expect(keyOfBody(bodyOf(trigger, a)) === keyOfBody(bodyOf(trigger, changed))).toBe(same);
      }),
      { numRuns: 200 },
    );
  });

  test('are the same for another order of keys', () => {
    fc.assert(
      fc.property(bodyWithParts, ({ trigger, a }) => {
        const body = bodyOf(trigger, a);
        expect(identify(reordered(body))).toEqual(identify(body));
      }),
    );
  });

  test('never are shared by two triggers', () => {
    fc.assert(
      fc.property(adversarialId, fc.double({ noNaN: true, noDefaultInfinity: true }), (id, timestamp) => {
        const keys = triggers.map((trigger) =>
          keyOfBody(
            bodyOf(
              trigger,
              partPaths[trigger].map((path) => (path[0] === 'timestamp' ? timestamp : id)),
            ),
          ),
        );
        expect(new Set(keys).size).toBe(triggers.length);
      }),
    );
  });

  test('never are shared by two apps', () => {
    fc.assert(
      fc.property(bodyWithParts, adversarialId, adversarialId, ({ trigger, a }, appA, appB) => {
        const body = bodyOf(trigger, a);
        const [first, second] = [appA, appB].map((_id) => keyOfBody({ ...body, app: { _id } }));
        expect(first === second).toBe(appA === appB);
      }),
    );
  });

  test('are w1- and 32 characters, with no colon', () => {
    fc.assert(
      fc.property(bodyWithParts, ({ trigger, a }) => {
        expect(keyOfBody(bodyOf(trigger, a))).toMatch(/^w1-[A-Za-z0-9_-]{32}$/);
      }),
    );
  });
});

describe.each(pairs)('%s %s', (trigger, version) => {
  const body = sampleBody(trigger, { version });

  test('has the strength of its trigger', () => {
    expect(identify(body).strength).toBe(weakTriggers.includes(trigger) ? 'weak' : 'strong');
  });

  test('has the same key while its schema refuses it, if that is by ids', () => {
    const place = refusedPlaces[trigger] ?? ['appUser', 'email'];
    const refused = changedAt(body, place, 1);
    expect(parseEvent(refused).kind).toBe('refused');
    const byIds = trigger === 'postback' || !weakTriggers.includes(trigger);
    expect(keyOfBody(refused) === keyOfBody(body)).toBe(byIds);
  });
});

describe('a strong key', () => {
  const strong = pairs.filter(([trigger]) => !weakTriggers.includes(trigger));

  test.each(strong)('of %s %s ignores whatever is no part of it', (trigger, version) => {
    const body = sampleBody(trigger, { version });
    expect(identify({ ...body, extra: 1, conversation: { _id: 'other' }, isFinalEvent: true })).toEqual(
      identify(body),
    );
  });

  test('is the same for the v1 and the v1.1 copy of one event', () => {
    const both = strong.filter(([trigger, version]) => version === 'v1' && !trigger.startsWith('delivery:'));
    expect(both.length).toBeGreaterThan(5);
    for (const [trigger] of both) {
      const copies = ['v1', '1', undefined, 'v1.1', '1.1'].map((version) =>
        keyOfBody(sampleBody(trigger, { version })),
      );
      expect(new Set(copies).size).toBe(1);
    }
  });

  test.each(strong)('of %s %s does not depend on the app being there, but counts it', (trigger, version) => {
    const body = sampleBody(trigger, { version });
    const without = identify({ ...body, app: undefined });
    expect(without.strength).toBe('strong');
    expect(without.key).not.toBe(keyOfBody(body));
  });
});

const app = { _id: 'a' };
const appUser = { _id: 'u' };
const message = { _id: 'm' };
const destination = { type: 'web', destinationId: 'd' };
const twoMessages = [{ _id: 'm2' }, { _id: 'm1' }];
const notification = { _id: 'n' };

/** What the digest of each trigger is made of, and the fields that it is read from. A change here lets repeats through an upgrade. */
const rows: [Trigger, object, unknown[]][] = [
  ['message:appUser', { messages: twoMessages }, [['m1', 'm2']]],
  ['message:appMaker', { messages: twoMessages }, [['m1', 'm2']]],
  ['message:delivery:channel', { message, destination }, ['m', 'web']],
  ['message:delivery:user', { message, destination }, ['m', 'web']],
  ['message:delivery:failure', { message, destination }, ['m', 'web']],
  ['delivery:success', { messages: twoMessages, destination }, [['m1', 'm2'], 'web']],
  ['delivery:failure', { messages: twoMessages, destination }, [['m1', 'm2'], 'web']],
  ['notification:delivery:channel', { notification, destination }, ['n', 'web', 'd']],
  ['notification:delivery:user', { notification, destination }, ['n', 'web', 'd']],
  ['notification:delivery:failure', { notification, destination: { type: 'web' } }, ['n', 'web', []]],
  ['conversation:start', { appUser, timestamp: 1.5 }, ['u', 1.5]],
  ['conversation:read', { appUser, timestamp: 1.5 }, ['u', 1.5]],
  ['conversation:referral', { appUser, timestamp: 1.5 }, ['u', 1.5]],
  ['typing:appUser', { appUser, timestamp: 1.5, activity: { type: 't' } }, ['u', 1.5, 't']],
  ['payment:success', { payments: [{ charge: { id: 'c2' } }, { charge: { id: 'c1' } }] }, [['c1', 'c2']]],
  ['merge:appUser', { surviving: appUser, discarded: [{ _id: 'y' }, { _id: 'x' }] }, ['u', ['x', 'y']]],
  ['appUser:delete', { appUser }, ['u']],
  [
    'postback',
    { appUser, postbacks: [{ action: { _id: 'p' }, message }, { action: { _id: 'o' } }] },
    [
      'u',
      [
        ['p', 'm'],
        ['o', []],
      ],
    ],
  ],
];

describe('the digest', () => {
  const digest = (parts: unknown) =>
    `w1-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32)}`;

  test.each(rows)('of %s is made of trigger, app and the parts of its rule', (trigger, fields, parts) => {
    const version = triggerVersions[trigger][0];
    expect(keyOfBody({ trigger, version, app, ...fields })).toBe(digest([trigger, 'a', ...parts]));
    expect(keyOfBody({ trigger, version, ...fields })).toBe(digest([trigger, [], ...parts]));
  });

  test('of any other event is made of trigger, app and canonical content', () => {
    const content = { version: 'v1.1', trigger: 'link:match', app };
    const body = '{"app":{"_id":"a"},"trigger":"link:match","version":"v1.1"}';
    expect(keyOfBody(content)).toBe(digest(['link:match', 'a', { body }]));
  });

  test('of a body without a trigger has an empty list in its place', () => {
    expect(keyOfBody({ events: [], webhook: {} })).toBe(
      digest([[], [], { body: '{"events":[],"webhook":{}}' }]),
    );
  });

  test('covers every trigger that has ids', () => {
    const byContent = triggers.filter((trigger) => !rows.some(([name]) => name === trigger));
    expect(byContent).toEqual(weakTriggers.filter((trigger) => trigger !== 'postback'));
  });
});

describe('content decides', () => {
  const strong = pairs.filter(([trigger]) => !weakTriggers.includes(trigger));
  const wrongIds = ['', undefined, null, 1, {}, [], '\ud800', 'a\udc00', true];

  test.each(strong)('when a part of %s %s is missing or wrong', (trigger, version) => {
    for (const path of partPaths[trigger]) {
      for (const wrong of path.at(-1) === 'timestamp'
        ? [undefined, null, '1', Number.NaN, Number.POSITIVE_INFINITY]
        : wrongIds) {
        const optional = path.at(-1) === 'destinationId' && wrong === undefined;
        const body = changedAt(sampleBody(trigger, { version }), path, wrong);
        expect([path, wrong, identify(body).strength]).toEqual([path, wrong, optional ? 'strong' : 'weak']);
      }
    }
  });

  test.each([['messages'], ['discarded'], ['payments']])('when the list %s is empty or missing', (list) => {
    const trigger = { messages: 'message:appUser', discarded: 'merge:appUser', payments: 'payment:success' }[
      list
    ] as Trigger;
    expect(identify(sampleBody(trigger, { [list]: [] })).strength).toBe('weak');
    expect(identify(sampleBody(trigger, { [list]: undefined })).strength).toBe('weak');
    expect(identify(sampleBody(trigger, { [list]: {} })).strength).toBe('weak');
  });

  test.each([null, 'a', {}, { _id: '' }, { _id: 1 }, { _id: '\ud800' }])('when the app is %j', (app) => {
    expect(identify(sampleBody('message:appUser', { app })).strength).toBe('weak');
  });

  test('and tells two bodies apart by any value in them', () => {
    const body = sampleBody('message:appUser', { messages: [] });
    expect(keyOfBody(body)).toBe(keyOfBody(reordered(body)));
    expect(keyOfBody(body)).not.toBe(keyOfBody({ ...body, extra: 1 }));
  });

  test('for unknown triggers, unknown versions and look-alikes of known ones', () => {
    const known = sampleBody('message:appUser');
    const bodies = [
      { ...known, trigger: 'message' },
      { ...known, version: 'v3' },
      { trigger: 'message:appUser', message: {}, nonce: 'n' },
      { events: [], webhook: {} },
    ];
    const identities = bodies.map((body) => identify(body));
    expect(identities.map(({ strength }) => strength)).toEqual(['weak', 'weak', 'weak', 'weak']);
    expect(new Set(identities.map(({ key }) => key)).size).toBe(4);
  });

  test('and never looks like ids', () => {
    const content = sampleBody('message:appUser', { messages: [] });
    const forged = messageBody({ type: 'text', text: '', _id: '{"body":1}' });
    expect(keyOfBody(content)).not.toBe(keyOfBody(forged));
  });
});

describe('message:delivery events', () => {
  test('of one message: the device after the channel is a new event', () => {
    const parts = { message: { _id: 'm' }, destination: { type: 'whatsapp' }, app: { _id: 'a' } };
    const channel = sampleBody('message:delivery:channel', parts);
    const user = sampleBody('message:delivery:user', { ...parts, isFinalEvent: true });
    expect(keyOfBody(user)).not.toBe(keyOfBody(channel));
  });

  test('to one message on two channels are two events', () => {
    const [web, ios] = ['web', 'ios'].map((type) =>
      sampleBody('message:delivery:user', { destination: { type } }),
    );
    expect(keyOfBody(web)).not.toBe(keyOfBody(ios));
  });
});

describe('notification:delivery events', () => {
  test('without an address have a strong key of their own', () => {
    const [without, empty] = [undefined, '[]'].map((destinationId) =>
      identify(sampleBody('notification:delivery:user', { destination: { type: 'sms', destinationId } })),
    );
    expect(without?.strength).toBe('strong');
    expect(without?.key).not.toBe(empty?.key);
  });
});

describe('lists of ids', () => {
  const keyOfIds = (ids: string[]) =>
    keyOfBody(sampleBody('message:appUser', { messages: ids.map((_id) => ({ _id })) }));

  test('are the same in another order', () => {
    expect(keyOfIds(['a', 'b', 'c'])).toBe(keyOfIds(['c', 'a', 'b']));
    expect(keyOfIds(['a', 'b'])).not.toBe(keyOfIds(['a']));
  });

  test('are not joined into one text', () => {
    expect(keyOfIds(['a,b'])).not.toBe(keyOfIds(['a', 'b']));
    expect(keyOfIds(['a","b'])).not.toBe(keyOfIds(['a', 'b']));
  });

  test('count in merges and payments in any order', () => {
    const merge = (ids: string[]) =>
      keyOfBody(sampleBody('merge:appUser', { discarded: ids.map((_id) => ({ _id })) }));
    const pay = (ids: string[]) =>
      keyOfBody(sampleBody('payment:success', { payments: ids.map((id) => ({ charge: { id } })) }));
    expect(merge(['a', 'b'])).toBe(merge(['b', 'a']));
    expect(pay(['a', 'b'])).toBe(pay(['b', 'a']));
  });
});

describe('a postback', () => {
  const tap = (message?: object) => ({
    action: { _id: 'a', type: 'postback', payload: 'P' },
    ...(message && { message }),
  });

  test('is known by user, action and message alone', () => {
    const body = sampleBody('postback', { postbacks: [tap({ _id: 'm' })] });
    expect(identify({ ...body, extra: 1 })).toEqual(identify(body));
    expect(identify(body).strength).toBe('weak');
  });

  test('from a menu differs from one in a message', () => {
    const inMenu = sampleBody('postback', { postbacks: [tap()] });
    const inMessage = sampleBody('postback', { postbacks: [tap({ _id: 'm' })] });
    expect(keyOfBody(inMenu)).toBe(keyOfBody({ ...inMenu, extra: 1 }));
    expect(keyOfBody(inMenu)).not.toBe(keyOfBody(inMessage));
  });

  test('whose message or action has no id is known by its content', () => {
    for (const wrong of [tap({}), { action: {} }, null]) {
      const body = sampleBody('postback', { postbacks: [wrong] });
      expect(keyOfBody({ ...body, extra: 1 })).not.toBe(keyOfBody(body));
    }
  });
});

describe('keyOf', () => {
  const body = sampleBody('message:appUser');

  test('gives a strong key of its own, whatever the trigger', () => {
    const identities = [body, sampleBody('link:success')].map((each) => identify(each, () => 'mine'));
    expect(identities[0]).toEqual(identities[1]);
    expect(identities[0]?.strength).toBe('strong');
    expect(identities[0]?.key).toMatch(/^w1-[A-Za-z0-9_-]{32}$/);
    expect(identify(body, () => 'other')).not.toEqual(identities[0]);
  });

  test('is given the event', () => {
    const seen: string[] = [];
    identify({ ...body, version: '1' }, (event) => void seen.push(event.version) as undefined);
    expect(seen).toEqual(['v1']);
  });

  test('leaves the built-in key with undefined', () => {
    expect(identify(body, () => undefined)).toEqual(identify(body));
  });

  test('is not asked for unknown and refused events', () => {
    const keyOf = jest.fn(() => 'mine');
    const bodies = [
      { ...body, trigger: 'new' },
      { ...body, version: 'v9' },
      { ...body, messages: 1 },
    ];
    expect(bodies.map((each) => identify(each, keyOf))).toEqual(bodies.map((each) => identify(each)));
    expect(keyOf).not.toHaveBeenCalled();
  });

  test('must not give an empty string', () => {
    expect(() => identify(body, () => '')).toThrow(new TypeError('keyOf must not return an empty string.'));
  });

  test.each([null, 1, {}, ['a'], Promise.resolve('a')])('must not give %p', (wrong) => {
    expect(() => identify(body, (() => wrong) as unknown as KeyOf)).toThrow(
      new TypeError(`keyOf must return a string or undefined, not a value of type ${typeof wrong}.`),
    );
  });
});
