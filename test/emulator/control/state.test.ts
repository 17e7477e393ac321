import type express from 'express';
import { basicAuth, createClient } from '../../../src/client/index.ts';
import { createControl } from '../../../src/emulator/control/index.ts';
import { createEmulator } from '../../../src/emulator/index.ts';
import { createEmulatorClock } from '../../../src/emulator/time/index.ts';
import { closeAll, listen } from '../support/listen.ts';
import { createTestWorld } from '../support/test-world.ts';
import { startControl } from './support.ts';

const express4 = require('express4') as typeof express;

afterEach(closeAll);

describe('the state of the control', () => {
  it('has all that the page shows', async () => {
    const { call, emulator, url, subscribe, target } = await startControl();
    await subscribe();
    await call('POST', 'phones', { givenName: 'Ada' });
    emulator.user({ channel: 'telegram', userId: 'ada' }).say('hi');
    await emulator.idle();
    const { body } = await call('GET', 'state');
    expect(body).toMatchObject({
      app: { _id: emulator.appId },
      url,
      keyId: emulator.credentials.keyId,
      clock: { mode: 'manual' },
      channels: expect.arrayContaining(['web', 'telegram']),
      triggers: expect.arrayContaining(['message:appUser']),
      faultNames: { delivery: expect.arrayContaining(['cut']), api: expect.arrayContaining(['html']) },
      phones: [{ name: 'Ada' }],
      users: [{ userId: 'ada', clients: [{ platform: 'telegram' }] }],
      webhooks: [{ target, triggers: ['*'] }],
      deliveries: [{ trigger: 'message:appUser' }],
      faults: [],
    });
    expect(body['channels']).not.toContain('apn');
    expect(JSON.stringify(body)).not.toContain(emulator.credentials.secret);
  });

  it('holds the latest 300 deliveries', async () => {
    const { call, emulator, subscribe } = await startControl();
    await subscribe();
    const user = emulator.user({});
    for (let count = 0; count < 301; count++) user.say(`message ${count}`);
    const { body } = await call('GET', 'state');
    const deliveries = body['deliveries'] as { gist: string }[];
    expect([deliveries.length, deliveries[0]?.gist, deliveries.at(-1)?.gist]).toEqual([
      300,
      'message 1',
      'message 300',
    ]);
  });

  it('has calls of the API without their bodies, which are given one by one', async () => {
    const { call, url, emulator } = await startControl();
    await createClient({ auth: basicAuth(emulator.credentials), baseUrl: url }).appUsers.create({
      userId: 'ada',
    });
    const { body } = await call('GET', 'state');
    expect(body['calls']).toMatchObject([{ id: 1, method: 'POST', status: 201 }]);
    expect(JSON.stringify(body['calls'])).not.toContain('ada');
    expect((await call('GET', 'calls/1')).body).toMatchObject({ requestBody: '{"userId":"ada"}' });
    expect((await call('GET', 'calls/2')).status).toBe(404);
  });

  it('gets a webhook, whose target must be up', async () => {
    const { call, target, emulator } = await startControl();
    expect((await call('POST', 'seed', { webhooks: [{ target, triggers: ['*'] }] })).status).toBe(204);
    const wrong = await call('POST', 'seed', {
      webhooks: [{ target: 'http://127.0.0.1:1', triggers: ['*'] }],
    });
    expect([wrong.status, wrong.body]).toMatchObject([400, { error: { description: expect.any(String) } }]);
    expect((await call('GET', 'state')).body['webhooks']).toHaveLength(1);
    await emulator.idle();
  });

  it('is the same under Express 4', async () => {
    const emulator = createEmulator();
    const world = createTestWorld();
    const clock = createEmulatorClock('manual');
    world.state.apps.set(emulator.appId, { ...world.app, _id: emulator.appId });
    const { app, close } = createControl({ emulator, world, clock, express: express4 });
    const origin = await listen(express4().use('/_emulator', app));
    const post = (path: string, body?: object) =>
      fetch(`${origin}/_emulator/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    expect((await fetch(`${origin}/_emulator`)).url).toBe(`${origin}/_emulator/`);
    expect((await fetch(`${origin}/_emulator/page.css`)).status).toBe(200);
    expect((await post('phones')).status).toBe(200);
    expect((await post('faults', { on: 'delivery', action: 'nothing' })).status).toBe(400);
    expect((await post('phones/phone-9/read', {})).status).toBe(404);
    close();
    await emulator.close();
  });
});
