import fc from 'fast-check';
import {
  addClient,
  announceClients,
  blockClient,
  createUser,
  makePrimary,
  removeClients,
  touchClient,
} from '../../../src/emulator/users/index.ts';
import { toIsoTime } from '../../../src/emulator/world/index.ts';
import { createTestWorld } from '../support/test-world.ts';

function setUp() {
  const world = createTestWorld();
  const user = createUser(world, world.app, {});
  const add = (platform = 'telegram', primary = true) =>
    addClient(world, world.app, user, { platform, integrationId: 'i1', externalId: '1', primary });
  return { world, app: world.app, user, add };
}

describe('a new client', () => {
  it('is active, primary, and without the fields that nobody told', () => {
    const { world, user, add } = setUp();
    const client = add();
    const now = toIsoTime(world.clock.now());
    expect(client).toStrictEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      platform: 'telegram',
      status: 'active',
      active: true,
      blocked: false,
      primary: true,
      integrationId: 'i1',
      externalId: '1',
      lastSeen: now,
      linkedAt: now,
    });
    expect(user.clients).toEqual([client]);
    expect(world.happenings).toEqual([]);
  });

  it.each([
    ['web', /^[0-9a-f]{32}$/],
    ['ios', /^[0-9A-F]{8}-[0-9A-F-]{27}$/],
    ['android', /^[0-9a-f]{8}-[0-9a-f-]{27}$/],
  ])('of %s goes by its device, in the form of its platform', (platform, form) => {
    const { world, app, user } = setUp();
    const client = addClient(world, app, user, { platform });
    expect(client.deviceId).toMatch(form);
    expect(client.id).toBe(client.deviceId);
    expect(addClient(world, app, user, { platform, deviceId: 'mine' })).toMatchObject({
      id: 'mine',
      deviceId: 'mine',
    });
  });

  it('leaves the preferred client as it is when told so, unless there is none', async () => {
    const { world, add } = setUp();
    const first = add('telegram', false);
    await world.clock.advance(1_000);
    const second = add('viber', false);
    expect([first.primary, second.primary]).toEqual([true, false]);
    const third = add('line');
    expect([first.primary, second.primary, third.primary]).toEqual([false, false, true]);
  });

  it('is told of by announceClients, and none is not', () => {
    const { world, app, user, add } = setUp();
    const client = add();
    announceClients(world, app, user, []);
    announceClients(world, app, user, [client]);
    expect(world.happenings).toEqual([{ type: 'clientAdd', user, clients: [client] }]);
  });
});

describe('clients that go', () => {
  it('are removed with one event, and the one seen last is preferred', async () => {
    const { world, app, user, add } = setUp();
    const [old, recent, gone, gone2] = [add(), add('viber'), add('line'), add('messenger')];
    await world.clock.advance(1_000);
    touchClient(world, user, recent);
    await world.clock.advance(1_000);
    touchClient(world, user, gone);
    removeClients(world, app, user, [gone, gone2]);
    expect(user.clients).toEqual([old, recent]);
    expect([old.primary, recent.primary]).toEqual([false, true]);
    expect(gone).toMatchObject({ status: 'inactive', active: false, primary: false });
    expect(world.happenings).toEqual([{ type: 'clientRemove', user, clients: [gone, gone2] }]);
  });

  it('are told of once, and clients that are not there not at all', () => {
    const { world, app, user, add } = setUp();
    const client = add();
    removeClients(world, app, user, [client]);
    removeClients(world, app, user, [client]);
    removeClients(world, app, user, []);
    expect(world.happenings).toHaveLength(1);
  });
});

describe('a client that is blocked', () => {
  it('is told of once, and another one is preferred', () => {
    const { world, app, user, add } = setUp();
    const other = add('viber');
    const client = add();
    blockClient(world, app, user, client);
    blockClient(world, app, user, client);
    expect(client).toMatchObject({ status: 'blocked', active: false, blocked: true, primary: false });
    expect(other.primary).toBe(true);
    expect(world.happenings).toEqual([{ type: 'clientBlock', user, clients: [client] }]);
  });

  it('is not told of when the user does not have it', () => {
    const { world, app, user, add } = setUp();
    const client = add();
    removeClients(world, app, user, [client]);
    world.happenings.length = 0;
    blockClient(world, app, user, client);
    expect(client.status).toBe('inactive');
    expect(world.happenings).toEqual([]);
  });

  it('is back when the user acts through it', async () => {
    const { world, app, user, add } = setUp();
    const client = add();
    blockClient(world, app, user, client);
    await world.clock.advance(5_000);
    touchClient(world, user, client);
    expect(client).toMatchObject({
      status: 'active',
      active: true,
      blocked: false,
      primary: true,
      lastSeen: toIsoTime(world.clock.now()),
    });
  });
});

it('keeps a pending client pending when the user acts through it', () => {
  const { world, user, add } = setUp();
  const active = add();
  const pending = { ...active, _id: 'p', status: 'pending' as const, active: false, primary: false };
  user.pendingClients.push(pending);
  touchClient(world, user, pending);
  expect(pending).toMatchObject({ status: 'pending', primary: false });
  expect(active.primary).toBe(true);
});

it('has exactly one primary client among the active ones, whatever happens', () => {
  const acts = fc.array(
    fc.tuple(fc.constantFrom('add', 'addSecondary', 'remove', 'block', 'touch', 'choose'), fc.nat(5)),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(acts, (all) => {
      const { world, app, user, add } = setUp();
      for (const [act, index] of all) {
        const client = user.clients[index];
        if (act === 'add') add();
        else if (act === 'addSecondary') add('viber', false);
        else if (client === undefined) continue;
        else if (act === 'remove') removeClients(world, app, user, [client]);
        else if (act === 'block') blockClient(world, app, user, client);
        else if (act === 'touch') touchClient(world, user, client);
        else makePrimary(user, client);
        const active = user.clients.filter(({ status }) => status === 'active');
        const primary = user.clients.filter((one) => one.primary);
        expect(primary).toHaveLength(Math.min(active.length, 1));
        expect(primary.every(({ status }) => status === 'active')).toBe(true);
      }
    }),
  );
});
