import { identifyEvent, parseEvent, type Trigger } from '../../src/events/index.ts';
import { createDealer, createDraw } from '../../src/testing/fresh-ids.ts';
import { build, type FixtureName, fixture, fixtureNames, freshen } from '../../src/testing/index.ts';

const appId = '5cd978601b9d2e4c7a004a10';

function keyOf(payload: object): string {
  return identifyEvent(parseEvent(payload)).key;
}

/** Each id of the payload as a number: what tells which of them are equal. */
function patternOf(payload: object): string {
  const seen = new Map<unknown, number>();
  return JSON.stringify(payload, (key, value: unknown) => {
    if (typeof value !== 'string' || !/id$/i.test(key)) return typeof value === 'number' ? 0 : value;
    if (!seen.has(value)) seen.set(value, seen.size);
    return seen.get(value);
  });
}

function formOf(text: string): string {
  if (/^\d+$/.test(text)) return `${text.length} digits`;
  if (/^[\da-f]{8,}$/i.test(text)) return `${text.length} hex digits, upper: ${/[A-F]/.test(text)}`;
  if (/^[\da-f]{8}-/i.test(text)) return `uuid of version ${text.charAt(14)}${text.charAt(19)}`;
  return text.replaceAll(/[a-z]/g, 'a').replaceAll(/[A-Z]/g, 'A').replaceAll(/\d/g, '0');
}

function idsIn(payload: object): string[] {
  const ids: string[] = [];
  JSON.stringify(payload, (key, value: unknown) => {
    if (typeof value === 'string' && /id$/i.test(key)) ids.push(value);
    return value;
  });
  return ids;
}

describe('an id of hex digits', () => {
  it('has a letter, though the draw gives digits alone at first', () => {
    let drawn = 0;
    const deal = createDealer((limit) => (drawn++ < 24 ? 1 : limit - 1));
    expect(deal('5f3a6c1e9b1d4a0012ab34c1')).toBe('f'.repeat(24));
  });
});

describe('freshen', () => {
  it.each(fixtureNames)('makes a new event of %s with each call, of the same kind and form', (name) => {
    const payload: object = fixture(name as FixtureName);
    const before = structuredClone(payload);
    const [first, second] = [freshen(payload), freshen(payload)];

    expect(payload).toEqual(before);
    const parsed = parseEvent(payload);
    for (const copy of [first, second]) {
      const again = parseEvent(copy);
      expect(again.kind).toBe(parsed.kind);
      expect(identifyEvent(again).strength).toBe(identifyEvent(parsed).strength);
      expect(patternOf(copy)).toBe(patternOf(payload));
      expect(idsIn(copy).map(formOf)).toEqual(idsIn(payload).map(formOf));
    }
    expect(new Set([payload, first, second].map(keyOf)).size).toBe(3);
  });

  it('keeps the author of a message and the user one', () => {
    const { appUser, messages } = freshen(fixture('v1.1/message.appUser/text'));
    expect(messages[0]?.authorId).toBe(appUser._id);
    expect(appUser._id).not.toBe(fixture('v1.1/message.appUser/text').appUser._id);
  });

  it('keeps what is of the app: its id, its integrations and its agents', () => {
    const { app, messages } = freshen(fixture('v1.1/message.appMaker/text'));
    expect(app._id).toBe(appId);
    expect(messages[0]?.authorId).toBe('4Gk2vXo8mTz0QeLrB7nYsd');
    const { destination } = freshen(fixture('v1.1/message.delivery.channel/text'));
    expect(destination.integrationId).toBe('5ce94a601b9d2e4c7a004a13');
  });

  it('keeps an id that is that of the app wherever it stands', () => {
    const { conversation } = freshen({ app: { _id: 'one-app-id' }, conversation: { _id: 'one-app-id' } });
    expect(conversation._id).toBe('one-app-id');
  });

  it('keeps the phone number of the user, which is made up', () => {
    const { destination } = freshen(fixture('v1.1/notification.delivery.channel/match-with-client'));
    expect(destination.destinationId).toBe('15555550142');
  });

  it('keeps ids in objects whose keys the service does not fix, unless they are ids of the event', () => {
    const payload = { appUser: { _id: 'user-1', properties: { id: 'shelf-7', friendId: 'user-1' } } };
    const { appUser } = freshen(payload);
    expect(appUser.properties.id).toBe('shelf-7');
    expect(appUser.properties.friendId).toBe(appUser._id);
    expect(appUser._id).not.toBe('user-1');
  });

  it('changes a text that equals an id only where an id stands', () => {
    const { messages } = freshen({ messages: [{ _id: 'text', type: 'text', text: 'text' }] });
    expect(messages[0]).toMatchObject({ type: 'text', text: 'text' });
    expect(messages[0]?._id).not.toBe('text');
  });

  it('moves all times forward, together, and keeps milliseconds', () => {
    const payload = {
      timestamp: 1_592_325_877.3,
      messages: [{ received: 1_592_325_870 }],
      source: { originalMessageTimestamp: '2020-06-16T16:44:37Z' },
      client: { raw: { timestamp: 7 } },
    };
    const startMs = Date.now();
    const copy = freshen(payload);
    expect(copy.timestamp * 1000).toBeGreaterThanOrEqual(startMs);
    expect(copy.timestamp - (copy.messages[0]?.received ?? 0)).toBeCloseTo(7.3, 3);
    expect(String(copy.timestamp)).toMatch(/^\d+(\.\d{1,3})?$/);
    expect(copy.source).toEqual(payload.source);
    expect(copy.client).toEqual(payload.client);
  });

  it('moves the time of an event that is in the future too, and with a clock that stands still', () => {
    jest.useFakeTimers({ now: 0 });
    try {
      let { timestamp } = freshen({ timestamp: 4_000_000_000.5 });
      expect(timestamp).toBeGreaterThan(4_000_000_000.5);
      for (let calls = 0; calls < 5; calls++) {
        const next = freshen({ timestamp: 4_000_000_000.5 }).timestamp;
        expect(next).toBeGreaterThan(timestamp);
        timestamp = next;
      }
    } finally {
      jest.useRealTimers();
    }
  });

  it('leaves alone what is no time: negative, beyond 1e11, a text, not a number', () => {
    const payload = {
      a: { timestamp: -1 },
      b: { timestamp: 1e11 },
      c: { timestamp: '1' },
      d: { timestamp: Number.NaN },
    };
    expect(freshen(payload)).toEqual(payload);
  });

  it('gives the same as before when there is neither an id nor a time', () => {
    const payload = { trigger: 'x', list: [1, 'a', null, [true]], empty: { _id: '' }, number: { id: 7 } };
    expect(freshen(payload)).toEqual(payload);
  });

  it('keeps a key called __proto__ as a key', () => {
    const copy = freshen(JSON.parse('{"__proto__": {"polluted": true}, "_id": "abc"}') as object);
    expect(Object.keys(copy)).toEqual(['__proto__', '_id']);
    expect('polluted' in copy).toBe(false);
    expect('polluted' in {}).toBe(false);
  });

  it('gives different ids when Math.random does not', () => {
    const spy = jest.spyOn(Math, 'random').mockReturnValue(0.5);
    try {
      const payload = build('message:appUser');
      expect(new Set([freshen(payload), freshen(payload)].map(keyOf)).size).toBe(2);
    } finally {
      spy.mockRestore();
    }
  });

  it.each<Trigger>(['conversation:read', 'conversation:start', 'typing:appUser'])(
    'gives %s of one user a new key by its time',
    (trigger) => {
      const payload = build(trigger);
      const appUser = { _id: 'pinned' };
      const keys = [payload, freshen(payload), freshen(payload)].map((copy) => keyOf({ ...copy, appUser }));
      expect(new Set(keys).size).toBe(3);
    },
  );
});

describe('createDealer', () => {
  it('never gives an id twice, nor one that is taken: a short id grows', () => {
    const taken = ['1', '2', '3'];
    const deal = createDealer(createDraw(), taken);
    const dealt = Array.from({ length: 50 }, () => deal('7'));
    expect(new Set([...taken, ...dealt]).size).toBe(53);
    expect(dealt.every((id) => /^[1-9]\d*$/.test(id))).toBe(true);
  });

  it('grows an id that has nothing to change', () => {
    expect(createDealer(createDraw(), ['--'])('--')).toMatch(/^--\d$/);
  });

  it('gives the same ids for one seed and others for another, beyond 32 bits too', () => {
    const first = (seed: number) => createDealer(createDraw(seed))(appId);
    expect(first(7)).toBe(first(7));
    expect(new Set([0, 1, 2 ** 32, 2 ** 40, Number.MAX_SAFE_INTEGER].map(first)).size).toBe(5);
  });

  it('draws every digit and no other', () => {
    const deal = createDealer(createDraw(1));
    const drawn = new Set(Array.from({ length: 40 }, () => deal('0000000000')).join(''));
    expect(drawn).toEqual(new Set('0123456789'));
  });
});
