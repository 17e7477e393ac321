import { parseEvent } from '../../../src/events/index.ts';
import { closeServers } from '../../receiver/support.ts';
import { createScene, SECRET, storyOf } from './support.ts';

afterEach(closeServers);

/** A scene whose faults act for the first attempt, or delivery, alone. */
async function createSpoilt(action: Parameters<typeof addOnce>[1]) {
  const scene = await createScene();
  addOnce(scene, action);
  return scene;
}

type Scene = Awaited<ReturnType<typeof createScene>>;

function addOnce(
  { faults }: Scene,
  action: Extract<Parameters<Scene['faults']['add']>[0], { on: 'delivery' }>['action'],
) {
  faults.add({ on: 'delivery', action, times: 1 });
}

describe('a fault of one attempt, seen by the receiver', () => {
  it('is a second call at the same time', async () => {
    const { sendAndAdvance, target } = await createSpoilt('duplicate');
    const delivery = await sendAndAdvance(0);
    expect(target.calls.map(({ body }) => body)).toEqual([target.calls[0]?.body, target.calls[0]?.body]);
    expect(delivery).toMatchObject({
      state: 'acknowledged',
      attempts: [
        { number: 1, duplicate: false, faults: ['duplicate'] },
        { number: 1, duplicate: true, outcome: 200, decision: 'decides nothing: a duplicate' },
      ],
    });
  });

  it('is an answer that gets lost', async () => {
    const { sendAndAdvance, target } = await createSpoilt('loseResponse');
    const delivery = await sendAndAdvance(60_000);
    expect(target.calls).toHaveLength(2);
    expect(delivery.attempts).toMatchObject([
      { outcome: 'reset', response: { status: 200, body: 'seen' }, faults: ['loseResponse'] },
      { outcome: 200, faults: [] },
    ]);
  });

  it('is an answer that comes too late', async () => {
    const { sendAndAdvance, target } = await createSpoilt('late');
    const delivery = await sendAndAdvance(60_000);
    expect(target.calls).toHaveLength(2);
    expect(delivery.attempts).toMatchObject([{ outcome: 'silent', tookMs: 20_000 }, { outcome: 200 }]);
  });

  it('is a body that breaks off', async () => {
    const { sendAndAdvance, target } = await createSpoilt('cut');
    const delivery = await sendAndAdvance(60_000);
    await target.hungUp[0];
    expect(storyOf(delivery)).toEqual([
      [0, 'reset'],
      [60_000, 200],
    ]);
    const [broken, whole] = target.calls;
    expect([broken?.whole, whole?.whole]).toEqual([false, true]);
    expect(broken?.body.length).toBeLessThan(Number(broken?.headers['content-length']));
  });

  it('is a connection that ends before the call', async () => {
    const { sendAndAdvance, target } = await createSpoilt('reset');
    const delivery = await sendAndAdvance(60_000);
    expect(storyOf(delivery)).toEqual([
      [0, 'reset'],
      [60_000, 200],
    ]);
    expect(target.calls).toMatchObject([{ whole: true }]);
  });

  it('is half of the JSON in a call that is whole', async () => {
    const { sendAndAdvance, target } = await createSpoilt('cutJson');
    target.answer(503, 200);
    const { attempts, body } = await sendAndAdvance(60_000);
    const [half, whole] = target.calls;
    expect(half).toMatchObject({ whole: true, headers: { 'content-length': String(half?.body.length) } });
    expect(() => JSON.parse(half?.body ?? '') as unknown).toThrow(SyntaxError);
    expect(JSON.parse(whole?.body ?? '')).toEqual(body);
    expect(attempts[0]?.request.body).toBe(half?.body);
  });

  it('is a wrong secret, or none', async () => {
    const scene = await createSpoilt('wrongSecret');
    addOnce(scene, 'noSecret');
    scene.target.answer(503);
    await scene.sendAndAdvance(180_000);
    const sent = scene.target.calls.map(({ headers }) => headers['x-api-key']);
    expect(sent).toEqual([`not-${SECRET}`, undefined, SECRET]);
  });

  it('is a body that comes slowly', async () => {
    const { machine, app, webhook, makeEvent, clock, deliveries, faults, target } = await createScene();
    faults.add({ on: 'delivery', action: { type: 'slowBody', ms: 3_000 } });
    const { id } = machine.send(app, webhook, makeEvent());
    await clock.advance(2_999);
    expect(deliveries.get(id)?.attempts).toEqual([]);
    expect(target.calls.filter(({ whole }) => whole)).toEqual([]);
    await clock.advance(1);
    expect(target.calls).toMatchObject([{ whole: true }]);
    expect(deliveries.get(id)).toMatchObject({ state: 'acknowledged', attempts: [{ tookMs: 3_000 }] });
    expect(JSON.parse(target.calls[0]?.body ?? '')).toEqual(deliveries.get(id)?.body);
  });

  it('is one of several aspects at once', async () => {
    const scene = await createSpoilt('loseResponse');
    addOnce(scene, 'wrongSecret');
    addOnce(scene, 'cut');
    const { attempts } = await scene.sendAndAdvance(60_000);
    expect(attempts.map(({ faults }) => faults)).toEqual([['loseResponse', 'wrongSecret'], ['cut']]);
  });
});

describe('a fault of a whole delivery, seen by the receiver', () => {
  it('is a first attempt that comes later, from which the times count', async () => {
    const { faults, sendAndAdvance, target, clock, deliveries } = await createScene([503, 200]);
    faults.add({ on: 'delivery', action: { type: 'delay', ms: 7_000 } });
    expect(await sendAndAdvance(6_999)).toMatchObject({ state: 'pending', attempts: [], faults: ['delay'] });
    expect(target.calls).toEqual([]);
    await clock.advance(60_001);
    const [delivery] = deliveries.list();
    expect(delivery?.attempts.map(({ atMs, afterMs }) => [atMs - delivery.createdAtMs, afterMs])).toEqual([
      [7_000, 0],
      [67_000, 60_000],
    ]);
  });

  it('is another order of two', async () => {
    const { faults, machine, app, webhook, makeEvent, clock, target } = await createScene();
    faults.add({ on: 'delivery', action: 'reorder' });
    for (const name of ['first', 'second', 'third', 'fourth']) {
      machine.send(app, webhook, makeEvent({ name }));
      await clock.advance(0);
    }
    const names = () => target.calls.map(({ body }) => (JSON.parse(body) as { name: string }).name);
    expect(names()).toEqual(['second', 'first', 'fourth', 'third']);
    machine.send(app, webhook, makeEvent({ name: 'last' }));
    await clock.advance(4_999);
    expect(names()).toHaveLength(4);
    await clock.advance(1);
    expect(names().at(-1)).toBe('last');
  });

  it('is a trigger that nobody knows, the same with each attempt', async () => {
    const { sendAndAdvance, target } = await createSpoilt('unknownTrigger');
    target.answer(503, 200);
    const { trigger, body } = await sendAndAdvance(60_000);
    expect([trigger, body['trigger']]).toEqual(['message:appUser', 'message:appUser:unlisted']);
    expect(target.calls.map((call) => JSON.parse(call.body) as unknown)).toEqual([body, body]);
    expect(parseEvent(body)).toMatchObject({ kind: 'unknown' });
  });

  it('is the event in the other version too', async () => {
    const { faults, machine, app, webhook, makeEvent, clock, target, deliveries } = await createScene();
    faults.add({ on: 'delivery', action: 'bothVersions' });
    const inOtherVersion = () => [{ trigger: 'message:appUser', body: { version: 'v1' } }];
    machine.send(app, webhook, { ...makeEvent(), inOtherVersion });
    await clock.advance(0);
    const seen = target.calls.map(({ body }) => (JSON.parse(body) as { version: string }).version);
    expect(new Set(seen)).toEqual(new Set(['v1', 'v1.1']));
    expect(seen).toHaveLength(2);
    expect(deliveries.list().map(({ version, webhookId }) => [version, webhookId])).toEqual([
      ['v1.1', webhook._id],
      ['v1', webhook._id],
    ]);
  });

  it('keeps a cancelled delivery that it holds back from ever being sent', async () => {
    const { faults, machine, sendAndAdvance, clock, target } = await createScene();
    faults.add({ on: 'delivery', action: 'delay', times: 1 });
    faults.add({ on: 'delivery', action: 'reorder', times: 1 });
    await sendAndAdvance(0);
    await sendAndAdvance(0);
    machine.cancelAll();
    expect(clock.pending()).toBe(0);
    await sendAndAdvance(10_000);
    expect(target.calls).toHaveLength(1);
  });
});
