import { setImmediate } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import type { DeliveryRecord } from '../../src/emulator/index.ts';
import type { Version } from '../../src/index.ts';
import { createManualClock } from '../../src/testing/index.ts';
import { closeServers } from '../receiver/support.ts';
import { closeEmulators, startEmulator } from './support/start-emulator.ts';
import { closeReceivers, startReceiver } from './support/start-receiver.ts';

jest.setTimeout(30_000);

afterEach(async () => {
  await closeEmulators();
  await closeReceivers();
  await closeServers();
});

const triggers = ['message:appUser'] as const;

/** An emulator and a receiver on one clock that stands still, and somebody who writes. */
async function setUp() {
  const clock = createManualClock();
  const { emulator, client } = await startEmulator({ clock });
  const handled: { readonly text: string; readonly version: Version }[] = [];
  let downUntilMs = 0;
  let refusals = 0;
  /** Our own trouble: for a while, or with every third call of the next so many. */
  const fail: RequestHandler = (request, response, next) => {
    const isDown =
      request.method === 'POST' && (clock.now() < downUntilMs || (refusals > 0 && refusals-- % 3 === 0));
    if (isDown) response.status(503).end();
    else next();
  };
  const receiver = await startReceiver(client, {
    clock,
    before: fail,
    onEvent(event) {
      if (event.trigger !== 'message:appUser') throw new Error(`nobody asked for ${event.trigger}`);
      for (const message of event.messages)
        handled.push({ text: 'text' in message ? String(message.text) : '', version: event.version });
    },
  });
  const { target } = receiver;
  const person = emulator.user({ channel: 'telegram' });
  const said: string[] = [];
  return {
    emulator,
    client,
    receiver,
    handled,
    said,
    /** Says so many texts more, one after another. */
    async say(count: number) {
      for (let each = 0; each < count; each++) {
        said.push(`message ${said.length + 1}`);
        person.say(said.at(-1) ?? '');
        await emulator.advance('7s');
      }
    },
    sayAtOnce() {
      said.push(`message ${said.length + 1}`);
      person.say(said.at(-1) ?? '');
    },
    ensure: (apiVersion: Version) => client.webhooks.ensure({ target, triggers, apiVersion }),
    failFor: (ms: number) => {
      downUntilMs = clock.now() + ms;
      refusals = 0;
    },
    refuseEveryThirdOf: (calls: number) => {
      refusals = calls;
    },
  };
}

/** Which deliveries told of a text. */
function deliveriesOf(all: readonly DeliveryRecord[], text: string): readonly DeliveryRecord[] {
  return all.filter(({ body }) => JSON.stringify(body).includes(`"text":"${text}"`));
}

const timesOf = ({ attempts }: DeliveryRecord) => attempts.map(({ afterMs }) => afterMs);

describe('the upgrade of a webhook from v1 to v1.1', () => {
  it('loses no event and handles none twice, whatever fails on the way', async () => {
    const { emulator, client, receiver, handled, said, ...stage } = await setUp();
    const old = await stage.ensure('v1');
    await emulator.advance('1s');
    emulator.faults.add({ on: 'delivery', action: 'loseResponse', probability: 0.4, times: 3 });
    stage.refuseEveryThirdOf(60);
    await stage.say(4);

    // the new webhook is created while messages flow
    stage.sayAtOnce();
    const ensuring = stage.ensure('v1.1');
    stage.sayAtOnce();
    const { action, webhook } = await ensuring;
    expect([action, webhook.version]).toEqual(['created', 'v1.1']);
    stage.sayAtOnce();
    await stage.say(4);
    const both = said.at(-1) ?? '';
    expect(deliveriesOf(emulator.deliveries.list(), both).map(({ version }) => version)).toEqual([
      'v1',
      'v1.1',
    ]);

    // the receiver is down until just before the last attempt; what failed before has had its next ones
    await emulator.advance('7m');
    stage.failFor(899_999);
    stage.sayAtOnce();
    const outage = said.at(-1) ?? '';
    await emulator.advance('15m');
    const spoilt = deliveriesOf(emulator.deliveries.list(), outage);
    expect(spoilt.map(({ version, state }) => [version, state])).toEqual([
      ['v1', 'acknowledged'],
      ['v1.1', 'acknowledged'],
    ]);
    for (const delivery of spoilt) expect(timesOf(delivery)).toEqual([0, 60_000, 180_000, 420_000, 900_000]);

    // what the old webhook alone was told is over: the old version is ignored, then its webhook goes
    const before = said.length;
    receiver.deploy({ acceptVersions: ['v1.1'] });
    stage.refuseEveryThirdOf(30);
    await stage.say(4);
    await client.webhooks.delete(old.webhook._id);
    await stage.say(4);
    await emulator.advance('15m');
    await receiver.queue.drained();

    expect(handled.map(({ text }) => text).toSorted(byNumber)).toEqual(said);
    const versionsOf = (texts: readonly string[]) =>
      new Set(handled.filter(({ text }) => texts.includes(text)).map(({ version }) => version));
    expect(versionsOf(said.slice(0, 4))).toEqual(new Set(['v1']));
    expect(versionsOf(said.slice(before))).toEqual(new Set(['v1.1']));
    const all = emulator.deliveries.list();
    expect(all.map(({ state }) => state)).toEqual(all.map(() => 'acknowledged'));
    expect(deliveriesOf(all, said.at(-5) ?? '').map(({ version }) => version)).toEqual(['v1', 'v1.1']);
    expect(deliveriesOf(all, said.at(-1) ?? '').map(({ version }) => version)).toEqual(['v1.1']);
    // it was no easy way
    const retried = all.filter(({ attempts }) => attempts.length > 1);
    expect(retried.length).toBeGreaterThan(5);
    expect(all.flatMap(({ attempts }) => attempts).filter(({ faults }) => faults.length > 0)).toHaveLength(3);
    expect([receiver.unknown, receiver.refused()]).toEqual([[], []]);
  });

  it('loses no event that happens while the first webhook is created', async () => {
    const { emulator, receiver, handled, said, ...stage } = await setUp();
    let created = false;
    const ensuring = stage.ensure('v1.1').then(() => {
      created = true;
    });
    while (!created) {
      stage.sayAtOnce();
      await setImmediate();
    }
    await ensuring;
    stage.sayAtOnce();
    await emulator.advance('15m');
    await receiver.queue.drained();
    const all = emulator.deliveries.list();
    // from the first one that was told, all were
    const told = said.slice(-all.length);
    expect(all.length).toBeGreaterThan(0);
    expect(told.map((text) => deliveriesOf(all, text).length)).toEqual(told.map(() => 1));
    expect(handled.map(({ text }) => text).toSorted(byNumber)).toEqual(told);
  });
});

function byNumber(one: string, other: string): number {
  return Number(one.split(' ')[1]) - Number(other.split(' ')[1]);
}
