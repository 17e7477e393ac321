import type { DeliveryFilter, DeliveryRecord } from '../../../src/emulator/deliveries/index.ts';
import { OptionsError } from '../../../src/errors/index.ts';
import { closeServers } from '../../receiver/support.ts';
import { createScene, createTarget, SECRET } from './support.ts';

afterEach(closeServers);

describe('the list of deliveries', () => {
  it('is filtered by trigger, version, webhook, state and whatever else', async () => {
    const { app, addWebhook, webhook, machine, makeEvent, deliveries, clock, target } = await createScene();
    const older = addWebhook({ version: 'v1' });
    machine.send(app, webhook, makeEvent());
    machine.send(app, older, { trigger: 'delivery:failure', body: { trigger: 'delivery:failure' } });
    await clock.advance(0);
    target.answer(503);
    machine.send(app, webhook, makeEvent({ late: true }));
    await clock.advance(0);
    const ids = (list: readonly DeliveryRecord[]) => list.map(({ id }) => id);
    expect(ids(deliveries.list())).toEqual(['delivery-1', 'delivery-2', 'delivery-3']);
    expect(ids(deliveries.list({ trigger: 'message:*' }))).toEqual(['delivery-1', 'delivery-3']);
    expect(ids(deliveries.list({ trigger: 'delivery:failure' }))).toEqual(['delivery-2']);
    expect(ids(deliveries.list({ version: 'v1' }))).toEqual(['delivery-2']);
    expect(ids(deliveries.list({ webhookId: webhook._id, state: 'pending' }))).toEqual(['delivery-3']);
    expect(ids(deliveries.list({ where: ({ body }) => body['late'] === true }))).toEqual(['delivery-3']);
    expect(ids(deliveries.list({ appId: 'another' }))).toEqual([]);
  });

  it('refuses a filter that could never be right', async () => {
    const { deliveries } = await createScene();
    expect(() => deliveries.list({ trigger: 'message:appuser' })).toThrow(
      new OptionsError(
        "There is no trigger for the trigger 'message:appuser'. The nearest is 'message:appUser'.",
      ),
    );
    expect(() => deliveries.list({ status: 200 } as DeliveryFilter)).toThrow(OptionsError);
    await expect(deliveries.waitFor({ trigger: 'nothing:*' })).rejects.toThrow(OptionsError);
  });

  it('gives records that do not change any more', async () => {
    const { app, webhook, machine, makeEvent, deliveries, clock } = await createScene();
    const before = machine.send(app, webhook, makeEvent());
    await clock.advance(0);
    expect(before).toMatchObject({ state: 'pending', attempts: [] });
    expect(deliveries.get(before.id)).toMatchObject({ state: 'acknowledged', attempts: [{ outcome: 200 }] });
  });

  it('tells of each change until that is ended', async () => {
    const { deliveries, sendAndAdvance } = await createScene([503, 200]);
    const seen: unknown[] = [];
    const stop = deliveries.onChange(({ state, attempts, nextAtMs }) =>
      seen.push([state, attempts.length, nextAtMs !== undefined]),
    );
    await sendAndAdvance(60_000);
    expect(seen).toEqual([
      ['pending', 0, false],
      ['pending', 1, true],
      ['pending', 1, false],
      ['acknowledged', 2, false],
    ]);
    stop();
    await sendAndAdvance(0);
    expect(seen).toHaveLength(4);
  });

  it('forgets the oldest that are over, and none that is pending', async () => {
    const { app, webhook, machine, makeEvent, deliveries, clock, target } = await createScene([503], {
      logSize: 3,
    });
    machine.send(app, webhook, makeEvent());
    await clock.advance(0);
    target.answer(200);
    for (let index = 2; index <= 6; index++) {
      machine.send(app, webhook, makeEvent());
      await clock.advance(0);
    }
    expect(deliveries.list().map(({ id }) => id)).toEqual(['delivery-1', 'delivery-5', 'delivery-6']);
    await clock.advance(60_000);
    machine.send(app, webhook, makeEvent());
    expect(deliveries.list().map(({ id }) => id)).toEqual(['delivery-1', 'delivery-6', 'delivery-7']);
  });

  it('stays bounded over 1,000 deliveries, and sends each of them', async () => {
    const { app, webhook, machine, makeEvent, deliveries, clock, target } = await createScene([200], {
      logSize: 50,
    });
    for (let index = 0; index < 1_000; index++) machine.send(app, webhook, makeEvent({ index }));
    await deliveries.idle();
    await clock.advance(0);
    expect(new Set(target.calls.map(({ body }) => body)).size).toBe(1_000);
    expect(deliveries.list()).toHaveLength(50);
    expect(machine.underWay()).toBe(0);
    expect(clock.pending()).toBe(0);
  }, 20_000);
});

describe('waiting for a delivery', () => {
  it('gives one that is there already, or the first to come', async () => {
    const { app, webhook, machine, makeEvent, deliveries } = await createScene();
    const acknowledged = deliveries.waitFor({ trigger: 'message:appUser', state: 'acknowledged' });
    const { id } = machine.send(app, webhook, makeEvent());
    expect((await deliveries.waitFor({ id })).state).toBe('pending');
    expect(await acknowledged).toMatchObject({ id, attempts: [{ outcome: 200 }] });
  });

  it('rejects after its time with what was seen', async () => {
    const { deliveries, sendAndAdvance } = await createScene([404]);
    await expect(deliveries.waitFor({ state: 'ended' }, { timeoutMs: 1 })).rejects.toThrow(
      'No such delivery within 1 ms. There was none at all.',
    );
    await sendAndAdvance(0);
    await expect(deliveries.waitFor({ trigger: 'postback' }, { timeoutMs: 1 })).rejects.toThrow(
      'No such delivery within 1 ms. All that were seen:\ndelivery-1: message:appUser (v1.1), ended after 404',
    );
  });

  it('rejects with what the question throws', async () => {
    const { deliveries, sendAndAdvance } = await createScene();
    const waiting = deliveries.waitFor({
      where: () => {
        throw new Error('a mistake in the test');
      },
    });
    const failed = expect(waiting).rejects.toThrow('a mistake in the test');
    expect((await sendAndAdvance(0)).state).toBe('acknowledged');
    await failed;
  });
});

describe('sending again', () => {
  it('resends the same bytes as a delivery of its own, to where the webhook is now', async () => {
    const { deliveries, sendAndAdvance, webhook, clock, target } = await createScene([404]);
    const first = await sendAndAdvance(0);
    const other = await createTarget(200);
    webhook.target = other.url;
    const again = deliveries.resend(first.id);
    expect(again).toMatchObject({
      id: 'delivery-2',
      resendOf: first.id,
      target: other.url,
      state: 'pending',
    });
    expect(again).not.toHaveProperty('edited');
    await clock.advance(0);
    expect(other.calls[0]).toMatchObject({ body: target.calls[0]?.body, headers: { 'x-api-key': SECRET } });
    expect(deliveries.get(first.id)?.state).toBe('ended');
  });

  it('resends to the old target when the webhook is gone', async () => {
    const { app, deliveries, sendAndAdvance, clock, target } = await createScene();
    const { id } = await sendAndAdvance(0);
    app.webhooks = [];
    deliveries.resend(id);
    await clock.advance(0);
    expect(target.calls).toHaveLength(2);
  });

  it('resends an edited body, and says so', async () => {
    const { deliveries, sendAndAdvance, clock, target } = await createScene();
    const { id } = await sendAndAdvance(0);
    const byFunction = deliveries.resend(id, { edit: (body) => ({ ...body, extra: 1 }) });
    const byObject = deliveries.resend(id, { edit: { trigger: 'postback' } });
    await clock.advance(0);
    expect(byFunction).toMatchObject({ edited: true, trigger: 'message:appUser' });
    expect(byObject).toMatchObject({ edited: true, trigger: 'postback', resendOf: id });
    expect(target.calls.slice(1).map(({ body }) => JSON.parse(body))).toEqual([
      { ...deliveries.get(id)?.body, extra: 1 },
      { trigger: 'postback' },
    ]);
    expect(() => deliveries.resend(id, { edit: () => [] })).toThrow(OptionsError);
    expect(() => deliveries.resend('delivery-99')).toThrow(OptionsError);
  });

  it('makes one more call beside the attempts, which decides nothing', async () => {
    const { deliveries, sendAndAdvance, clock, target } = await createScene([503, 200]);
    const { id, nextAtMs } = await sendAndAdvance(1_000);
    const call = deliveries.duplicate(id);
    await clock.advance(0);
    expect(await call).toMatchObject({ number: 1, afterMs: 1_000, duplicate: true, outcome: 200 });
    expect(deliveries.get(id)).toMatchObject({
      state: 'pending',
      nextAtMs,
      attempts: [{}, { duplicate: true }],
    });
    await clock.advance(59_000);
    expect(deliveries.get(id)).toMatchObject({ state: 'acknowledged', attempts: [{}, {}, { number: 2 }] });
    expect(new Set(target.calls.map(({ body }) => body)).size).toBe(1);
    await expect(deliveries.duplicate('delivery-99')).rejects.toThrow(OptionsError);
  });
});

describe('the end of all deliveries', () => {
  it('cancels what is under way and what is due', async () => {
    const { app, webhook, machine, makeEvent, deliveries, clock, target } = await createScene([
      503,
      undefined,
    ]);
    machine.send(app, webhook, makeEvent());
    await clock.advance(0);
    machine.send(app, webhook, makeEvent());
    await new Promise<void>((resolve) => {
      const look = () => (target.calls.length === 2 ? resolve() : void setImmediate(look));
      look();
    });
    machine.cancelAll();
    await deliveries.idle();
    await target.hungUp[1];
    expect(deliveries.list()).toMatchObject([
      { state: 'cancelled', attempts: [{ outcome: 503 }] },
      {
        state: 'cancelled',
        attempts: [{ outcome: 'reset', decision: expect.stringContaining('cancelled') }],
      },
    ]);
    expect(clock.pending()).toBe(0);
    await clock.advance(900_000);
    expect(target.calls).toHaveLength(2);
  });

  it('is silent about what was forgotten', async () => {
    const { app, webhook, machine, makeEvent, deliveries } = await createScene([undefined]);
    machine.send(app, webhook, makeEvent());
    machine.forget();
    const told: unknown[] = [];
    deliveries.onChange((delivery) => told.push(delivery));
    await deliveries.idle();
    expect([told, deliveries.list()]).toEqual([[], []]);
  });

  it('can be a new beginning', async () => {
    const { machine, deliveries, sendAndAdvance, clock } = await createScene([503, 200]);
    await sendAndAdvance(0);
    machine.forget();
    expect(deliveries.list()).toEqual([]);
    expect(clock.pending()).toBe(0);
    expect(await sendAndAdvance(0)).toMatchObject({ id: 'delivery-2', state: 'acknowledged' });
  });
});
