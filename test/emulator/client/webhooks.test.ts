import express from 'express';
import { webhookSecrets } from '../../../src/client/index.ts';
import { createMemoryQueue, createReceiver } from '../../../src/index.ts';
import { createManualClock } from '../../../src/testing/manual-clock.ts';
import { failureOf } from '../../client/support/client.ts';
import { closeAll, listen } from '../support/listen.ts';
import { endAll, start } from './support/start.ts';

afterEach(async () => {
  await endAll();
  await closeAll();
});

const silent = { debug() {}, info() {}, warn() {}, error() {} };

describe('webhooks.ensure at the emulator', () => {
  it('fails while nobody answers at the target, and creates the webhook once somebody does', async () => {
    const { makeClient } = await start({ probe: true });
    const { webhooks } = makeClient();
    const wanted = { target: 'http://127.0.0.1:9/hook', triggers: ['*'] } as const;
    expect(await failureOf(webhooks.ensure(wanted))).toMatchObject({ status: 400, code: 'bad_request' });
    expect(await webhooks.list()).toEqual([]);
    const target = await listen((_, response) => response.end());
    expect(await webhooks.ensure({ ...wanted, target })).toMatchObject({ action: 'created' });
  });

  it('finds and updates its webhook among the most that an app can have, and creates none beyond', async () => {
    const { makeClient } = await start();
    const { webhooks } = makeClient();
    const targetOf = (index: number) => `https://example.com/${index}`;
    for (let index = 0; index < 10; index++)
      await webhooks.create({ target: targetOf(index), triggers: ['postback'] });
    const before = await webhooks.list();
    const ensure = (index: number, trigger: string) =>
      webhooks.ensure({ target: targetOf(index), triggers: [trigger] });
    expect(await ensure(9, 'postback')).toEqual({ action: 'unchanged', webhook: before[9] });
    expect(await ensure(9, '*')).toMatchObject({ action: 'updated', webhook: { _id: before[9]?._id } });
    expect(await failureOf(ensure(10, 'postback'))).toMatchObject({ status: 400, code: 'bad_request' });
    expect((await webhooks.list()).slice(0, 9)).toEqual(before.slice(0, 9));
  });

  it('makes a webhook of whose first event nothing is lost, though the receiver does not know its secret yet', async () => {
    const clock = createManualClock();
    const { emulator, makeClient } = await start({ clock, probe: true });
    const client = makeClient();
    const queue = createMemoryQueue({ logger: silent });
    const receiver = createReceiver({ secrets: webhookSecrets(client), queue, clock, logger: silent });
    const target = await listen(express().use(receiver));
    // It asks for the secrets, and there are none.
    await fetch(target, { method: 'POST', headers: { 'x-api-key': 'of-nobody' }, body: '{}' });
    await client.webhooks.ensure({ target, triggers: ['message:appUser'] });
    emulator.user({}).say('hi');
    await emulator.deliveries.waitFor({ where: ({ attempts }) => attempts.length === 1 });
    await emulator.advance('1m');
    const { attempts } = await emulator.deliveries.waitFor({ state: 'acknowledged' });
    expect(attempts.map(({ response }) => response?.status)).toEqual([503, 200]);
    expect(await queue.counts()).toMatchObject({ waiting: 1 });
    await receiver.drain();
    await queue.close();
  });
});
