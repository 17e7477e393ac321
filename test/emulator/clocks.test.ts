import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/clock.ts';
import type { EmulatorOptions } from '../../src/emulator/index.ts';
import { systemClock } from '../../src/index.ts';
import { createManualClock } from '../../src/testing/index.ts';
import { closeServers, listen } from '../receiver/support.ts';
import { createTarget } from './deliveries/support.ts';
import { post } from './support/effects.ts';
import { closeEmulators, startEmulator } from './support/start-emulator.ts';
import { closeReceivers, startReceiver } from './support/start-receiver.ts';

afterEach(async () => {
  await closeEmulators();
  await closeReceivers();
  await closeServers();
});

/** An emulator with a webhook at a target that answers so. */
async function setUp(options: EmulatorOptions, ...answers: Parameters<typeof createTarget>) {
  const target = await createTarget(...answers);
  const started = await startEmulator({ probe: false, ...options });
  await started.client.webhooks.create({ target: target.url, triggers: ['message:appUser'] });
  return { ...started, target };
}

const schedule = [0, 60_000, 180_000, 420_000, 900_000];

describe('advance', () => {
  it.each<['manual' | 'own', () => EmulatorOptions]>([
    ['manual', () => ({ clock: 'manual' })],
    ['own', () => ({ clock: createManualClock() })],
  ])(
    'makes all attempts of a quarter of an hour at their times, on a clock that stands still: %s',
    async (_, makeOptions) => {
      const { emulator } = await setUp(makeOptions(), 503);
      emulator.user({ channel: 'web' }).say('hi');
      await emulator.advance('899s');
      expect(emulator.deliveries.list()).toMatchObject([{ state: 'pending' }]);
      await emulator.advance('1s');
      const [delivery] = emulator.deliveries.list();
      expect(delivery).toMatchObject({ state: 'exhausted' });
      expect(delivery?.attempts.map(({ afterMs }) => afterMs)).toEqual(schedule);
    },
  );

  it.each(['real', '60x'] as const)('makes them on a clock that goes on by itself: %s', async (clock) => {
    const { emulator } = await setUp({ clock }, 503);
    emulator.user({ channel: 'web' }).say('hi');
    await emulator.advance('16m');
    await emulator.idle();
    const [delivery] = emulator.deliveries.list();
    expect(delivery).toMatchObject({ state: 'exhausted' });
    for (const [index, { afterMs }] of delivery?.attempts.entries() ?? [])
      expect(afterMs).toBeGreaterThanOrEqual(schedule[index] ?? Number.NaN);
  });

  it('cannot turn a clock that has no such method', async () => {
    const clock: Clock = { now: () => 0, schedule: systemClock.schedule };
    const { emulator } = await setUp({ clock }, 200);
    await expect(emulator.advance('15m')).rejects.toMatchObject({ code: 'invalid_options' });
  });

  it.each(['15 minutes', -1, Number.NaN])('rejects %p, which is no time', async (time) => {
    const { emulator } = await setUp({ clock: 'manual' }, 200);
    await expect(emulator.advance(time as number)).rejects.toMatchObject({ code: 'invalid_options' });
  });

  it('ends a call to a receiver that is silent, and goes on', async () => {
    const { emulator, target } = await setUp({ clock: 'manual', scheduleMs: [0, 60_000] }, undefined, 200);
    emulator.user({ channel: 'web' }).say('hi');
    await emulator.advance('1m');
    const [delivery] = emulator.deliveries.list();
    expect(delivery).toMatchObject({
      state: 'acknowledged',
      attempts: [
        { afterMs: 0, outcome: 'silent', tookMs: 20_000 },
        { afterMs: 60_000, outcome: 200 },
      ],
    });
    await Promise.all(target.hungUp);
  });

  it('waits for what a receiver calls of the API before it goes on', async () => {
    const clock = createManualClock();
    const { emulator, client } = await startEmulator({ clock });
    const refused = new Set(['POST']);
    // a webhook is created when its target has answered, here after many turns of the event loop
    const slow = await listen(async (_request, response) => {
      for (let turn = 0; turn < 500; turn++) await setImmediate();
      response.end();
    });
    const createdAfterS: number[] = [];
    const receiver = await startReceiver(client, {
      clock,
      before: (request, response, next) => {
        if (refused.has(request.method)) response.status(503).end();
        else next();
      },
      async onEvent() {
        const { _id } = await client.webhooks.create({ target: slow, triggers: ['postback'] });
        // such an id begins with the time
        createdAfterS.push(Number.parseInt(_id.slice(0, 8), 16) - saidMs / 1_000);
      },
    });
    await client.webhooks.ensure({ target: receiver.target, triggers: ['message:appUser'] });
    await emulator.advance('1s');
    const saidMs = clock.now();
    emulator.user({ channel: 'web' }).say('hi');
    await emulator.idle();
    refused.clear();
    await emulator.advance('15m');
    await receiver.queue.drained();
    expect(createdAfterS).toEqual([60]);
  });

  it('brings what channels do in their time', async () => {
    const { emulator, client } = await startEmulator({ clock: 'manual' });
    const phone = emulator.user({ channel: 'telegram', userId: 'customer-7' });
    phone.say('hi');
    const web = emulator.user({ channel: 'web', userId: 'customer-7' });
    web.say('hi');
    web.goOffline();
    await post({ emulator, client }, web);
    const shown = () => phone.messages().filter(({ role }) => role === 'appMaker').length;
    await emulator.advance(299_999);
    expect(shown()).toBe(0);
    await emulator.advance(1);
    expect(shown()).toBe(1);
  });
});

describe('idle', () => {
  it('resolves when what follows a call is done and told', async () => {
    const { emulator, client } = await startEmulator({ probe: false });
    const target = await createTarget(200);
    await client.webhooks.create({ target: target.url, triggers: ['*'] });
    const person = emulator.user({ channel: 'telegram' });
    person.say('hi');
    await client.appUsers.delete(person.user?._id ?? '');
    await emulator.idle();
    expect(emulator.deliveries.list().map(({ trigger, state }) => [trigger, state])).toEqual([
      ['message:appUser', 'acknowledged'],
      ['client:remove', 'acknowledged'],
      ['appUser:delete', 'acknowledged'],
    ]);
  });

  it('waits for what a receiver sets off while it is called', async () => {
    const { emulator, client } = await startEmulator({ probe: false });
    const phone = emulator.user({ channel: 'whatsapp' });
    const target = await createTarget((response) => {
      // the answer goes out when the message is posted, and message:delivery:user follows later
      void post({ emulator: { ...emulator, idle: async () => {} }, client }, phone).then(() =>
        response.end(),
      );
    }, 200);
    await client.webhooks.create({
      target: target.url,
      triggers: ['message:appUser', 'message:delivery:user'],
    });
    phone.say('hi');
    await emulator.idle();
    expect(emulator.deliveries.list().map(({ trigger, state }) => [trigger, state])).toEqual([
      ['message:appUser', 'acknowledged'],
      ['message:delivery:user', 'acknowledged'],
    ]);
  });

  it('does not wait for attempts that are due later', async () => {
    const { emulator, target } = await setUp({}, 503);
    emulator.user({ channel: 'web' }).say('hi');
    await emulator.idle();
    expect(emulator.deliveries.list()).toMatchObject([{ state: 'pending', attempts: [{ outcome: 503 }] }]);
    expect(target.calls).toHaveLength(1);
  });
});
