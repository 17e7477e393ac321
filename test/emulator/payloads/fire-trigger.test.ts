import { type EventBody, type FireOptions, fireTrigger } from '../../../src/emulator/payloads/index.ts';
import { createUser } from '../../../src/emulator/users/index.ts';
import type { WebhookRecord } from '../../../src/emulator/world/index.ts';
import type { Message } from '../../../src/events/index.ts';
import {
  parseEvent,
  type Trigger,
  triggers,
  triggerVersions,
  type Version,
} from '../../../src/events/index.ts';
import { createTestWorld, type TestWorld } from '../support/test-world.ts';
import { findUnknownKeys } from '../support/unknown-keys.ts';
import { webhook } from './samples.ts';

interface Sent {
  readonly to: string;
  readonly event: EventBody;
}

const v11: WebhookRecord = { ...webhook, _id: 'new', includeClient: true, includeFullAppUser: true };
const v1: WebhookRecord = { ...webhook, _id: 'old', version: 'v1' };

function setUp(...webhooks: WebhookRecord[]): TestWorld {
  const world = createTestWorld();
  world.app.webhooks = webhooks.length === 0 ? [v1, v11] : webhooks;
  return world;
}

function fire<T extends Trigger>(world: TestWorld, trigger: T, options?: FireOptions<T>): readonly Sent[] {
  return fireTrigger(world, world.app, trigger, ({ _id: to }, event) => ({ to, event }), options);
}

/** The body that the newer webhook is sent. */
function bodyOf(world: TestWorld, trigger: Trigger, options?: FireOptions): Record<string, unknown> {
  const sent = fire(world, trigger, options).find(({ to }) => to === 'new');
  return (sent?.event.body ?? {}) as Record<string, unknown>;
}

/** Every `_id` and `integrationId` in `value`. */
function idsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) =>
    (key === '_id' || key === 'integrationId') && typeof member === 'string' ? [member] : idsIn(member),
  );
}

const ids: Record<Version, string> = { v1: 'old', 'v1.1': 'new' };

describe.each(triggers)('fireTrigger %s', (trigger) => {
  it('sends it to the webhooks whose version has it, as bodies that the receiver knows', () => {
    const sent = fire(setUp(), trigger);
    expect(sent.map(({ to }) => to)).toEqual(triggerVersions[trigger].map((version) => ids[version]));
    for (const { event } of sent) {
      expect(event.trigger).toBe(trigger);
      expect(parseEvent(event.body)).toMatchObject({ kind: 'known', event: { trigger } });
      expect(findUnknownKeys(event.body)).toEqual([]);
    }
  });

  it('names what is in the store', () => {
    const world = setUp();
    const bodies = fire(world, trigger).map(({ event }) => event.body);
    const { conversation, ...rest } = [...world.app.users.values()][0] ?? {};
    const stored = new Set([world.app._id, ...idsIn([rest, conversation, world.app.integrations])]);
    const { notification, discarded } = Object.assign({}, ...bodies) as Record<string, unknown>;
    // A notification is not stored, and who was discarded is gone.
    const gone = new Set(idsIn([notification, discarded]));
    expect(idsIn(bodies).filter((id) => !stored.has(id) && !gone.has(id))).toEqual([]);
  });

  it('tells nobody of what it has to make', () => {
    const world = setUp();
    fire(world, trigger);
    expect(world.happenings).toEqual([]);
    expect(world.app.users.size).toBe(1);
  });

  it('is another event when it is fired again', () => {
    const world = setUp(v11, v1);
    const first = fire(world, trigger)[0]?.event.body;
    const second = fire(world, trigger)[0]?.event.body;
    // A user can be deleted once; who was linked, added or removed is the same, at no time.
    const timeless = ['appUser:delete', 'client:add', 'client:remove', 'postback'].includes(trigger);
    if (timeless) expect(second).toEqual(first);
    else expect(second).not.toEqual(first);
  });
});

describe('fireTrigger', () => {
  it('is about the user who was added last, with its conversation and clients', () => {
    const world = setUp();
    createUser(world, world.app, { userId: 'first' });
    const { _id } = createUser(world, world.app, { userId: 'second' });
    expect(bodyOf(world, 'message:appUser')).toMatchObject({
      appUser: { _id, userId: 'second' },
      messages: [{ authorId: _id }],
    });
  });

  it('is about the user whom the overrides name', () => {
    const world = setUp();
    const { _id } = createUser(world, world.app, { userId: 'first' });
    createUser(world, world.app, { userId: 'second' });
    const named = bodyOf(world, 'message:appUser', { overrides: { appUser: { _id } } });
    expect(named).toMatchObject({ appUser: { userId: 'first' }, messages: [{ authorId: _id }] });
    const merged = bodyOf(world, 'merge:appUser', { overrides: { surviving: { _id } } });
    expect(merged).toMatchObject({ surviving: { userId: 'first' } });
    const byUserId = bodyOf(world, 'message:appUser', { overrides: { appUser: { userId: 'first' } } });
    expect(byUserId).toMatchObject({ appUser: { _id }, messages: [{ authorId: _id }] });
  });

  it('leaves another user alone when the overrides name nobody', () => {
    const world = setUp();
    createUser(world, world.app, { userId: 'first' });
    const body = bodyOf(world, 'appUser:delete', { overrides: { appUser: { _id: 'nobody' } } });
    expect(body['appUser']).toMatchObject({ _id: 'nobody', userId: 'first' });
  });

  it('writes the overrides over the body: objects merged, lists replaced, undefined removed', () => {
    const overrides = {
      error: { message: 'Gone', underlyingError: undefined },
      externalMessages: [{ id: 'x' }],
      conversation: undefined,
    };
    const body = bodyOf(setUp(), 'message:delivery:failure', { overrides });
    expect(body['error']).toStrictEqual({ code: 'blocked', message: 'Gone' });
    expect(body['externalMessages']).toEqual([{ id: 'x' }]);
    expect(body).not.toHaveProperty('conversation');
  });

  it('tells only webhooks of the version that is wanted', () => {
    expect(fire(setUp(), 'postback').map(({ to }) => to)).toEqual(['old', 'new']);
    expect(fire(setUp(), 'postback', { version: 'v1' }).map(({ to }) => to)).toEqual(['old']);
    expect(fire(setUp(), 'postback', { version: 'v1.1' }).map(({ to }) => to)).toEqual(['new']);
  });

  it('tells only webhooks that are subscribed', () => {
    const world = setUp({ ...v11, triggers: ['*'] }, { ...v11, _id: 'typing', triggers: ['typing:appUser'] });
    expect(fire(world, 'typing:appUser').map(({ to }) => to)).toEqual(['typing']);
    expect(fire(world, 'postback').map(({ to }) => to)).toEqual(['new']);
  });

  it('tells no v1.1 webhook of what only v1 has, though that has another name for it', () => {
    expect(fire(setUp(), 'delivery:success').map(({ to, event }) => [to, event.trigger])).toEqual([
      ['old', 'delivery:success'],
    ]);
  });

  it('reports each message once, the newest first, and then a new one', () => {
    const world = setUp();
    const of = (trigger: Trigger) => (bodyOf(world, trigger)['message'] as Message | undefined)?._id;
    bodyOf(world, 'message:appMaker');
    const posted = (bodyOf(world, 'message:appMaker')['messages'] as Message[])[0]?._id;
    expect(of('message:delivery:channel')).toBe(posted);
    expect(of('message:delivery:user')).toBe(posted);
    const older = of('message:delivery:channel');
    expect(of('message:delivery:user')).toBe(older);
    const added = of('message:delivery:channel');
    const addedToo = of('message:delivery:channel');
    expect(new Set([posted, older, added, addedToo]).size).toBe(4);
  });

  it.each(['message', 'notification'] as const)(
    'expects another %s:delivery event after channel alone',
    (family) => {
      const finals = (['channel', 'user', 'failure'] as const).map(
        (stage) => bodyOf(setUp(), `${family}:delivery:${stage}`)['isFinalEvent'],
      );
      expect(finals).toEqual([false, true, true]);
    },
  );

  it.each(['conversation:start', 'conversation:read', 'conversation:referral', 'typing:appUser'] as const)(
    'begins the conversation of %s when there is none',
    (trigger) => {
      const world = setUp();
      const body = bodyOf(world, trigger);
      const [user] = world.app.users.values();
      expect(body['conversation']).toEqual({ _id: user?.conversation?._id });
      expect(user?.conversation?._id).toMatch(/^[0-9a-f]{24}$/);
    },
  );

  it('taps the button that there is', () => {
    const world = setUp();
    const first = bodyOf(world, 'postback')['postbacks'];
    bodyOf(world, 'message:appMaker');
    expect(bodyOf(world, 'postback')['postbacks']).toEqual(first);
  });

  it('pays what is offered, in the conversation too, and then another offer', () => {
    const world = setUp();
    const charges = [1, 2].map(() => bodyOf(world, 'payment:success')['payments']);
    expect(charges).toMatchObject([
      [{ action: { state: 'paid' }, message: { actions: [{ state: 'paid' }] } }],
      [{ action: { state: 'paid' }, message: { actions: [{ state: 'paid' }] } }],
    ]);
    const [user] = world.app.users.values();
    const stored = user?.conversation?.messages.flatMap(({ actions }) => actions ?? []);
    expect(stored).toMatchObject([{ state: 'paid' }, { state: 'paid' }]);
  });

  it('keeps the messages of a conversation in order', () => {
    const world = setUp();
    for (const trigger of ['message:appUser', 'message:appMaker', 'message:appUser'] as const)
      fire(world, trigger);
    const [user] = world.app.users.values();
    const times = user?.conversation?.messages.map(({ received }) => received);
    expect(times).toEqual([1_700_000_000, 1_700_000_000.001, 1_700_000_000.002]);
  });

  it('blocks nobody: only the event says so', () => {
    const world = setUp();
    expect(bodyOf(world, 'client:block')).toMatchObject({ client: { status: 'blocked', blocked: true } });
    const [user] = world.app.users.values();
    expect(user?.clients).toMatchObject([{ status: 'active', primary: true }]);
  });

  it('sends nothing when nobody listens', () => {
    expect(fire(setUp({ ...v11, triggers: ['postback'] }), 'link:match')).toEqual([]);
  });

  it.each([
    ['a trigger that does not exist', 'message:appuser', {}, "The nearest is 'message:appUser'"],
    ['a trigger that is no text', 7, {}, 'A trigger must be a string'],
    ['an alias', 'message', {}, 'There is no trigger'],
    ['a version that does not exist', 'postback', { version: 'v2' }, "There is no version 'v2' of postback"],
    ['a version that lacks the trigger', 'typing:appUser', { version: 'v1' }, "The nearest is 'v1.1'"],
    ['overrides that are no object', 'postback', { overrides: [] }, 'overrides must be an object'],
  ])('throws for %s, and makes nothing', (_, trigger, options, message) => {
    const world = setUp();
    const act = () => fire(world, trigger as Trigger, options as FireOptions);
    expect(act).toThrow(
      expect.objectContaining({ code: 'invalid_options', message: expect.stringContaining(message) }),
    );
    expect(world.app.users.size).toBe(0);
  });
});
