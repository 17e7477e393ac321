import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fc from 'fast-check';
import { basicAuth, createClient } from '../../../src/client/index.ts';
import { endAll, start } from './support/start.ts';

afterEach(endAll);

// Defects of other clients of this service, as what they would do to the state of the service.
describe('ids chosen by customers, at the emulator', () => {
  it('are the ids of users, whatever they hold', async () => {
    const { emulator, makeClient } = await start();
    const [short, full] = [makeClient(), makeClient({ appId: emulator.appId })];
    const anyId = fc
      .oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: 'grapheme-ascii', minLength: 1 }))
      .filter((id) => id !== '.' && id !== '..');
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyId, { minLength: 1, maxLength: 3 }), async (userIds) => {
        emulator.reset();
        for (const userId of userIds) await short.appUsers.create({ userId, givenName: `of ${userId}` });
        for (const userId of userIds)
          for (const client of [short, full])
            expect(await client.appUsers.get(userId)).toMatchObject({ userId, givenName: `of ${userId}` });
        await short.appUsers.delete(userIds[0] as string);
        for (const userId of userIds.slice(1)) await expect(full.appUsers.get(userId)).resolves.toBeDefined();
      }),
      { numRuns: 50 },
    );
  }, 30_000);

  it('cannot turn the deletion of one thing into that of another', async () => {
    const { makeClient } = await start();
    const client = makeClient();
    await client.appUsers.create({ userId: 'jane' });
    await client.messages.create('jane', { role: 'appMaker', type: 'text', text: 'Hello' });
    for (const id of ['../messages', 'a/b?c#d', '$&', '%2e%2e'])
      await expect(client.messages.delete('jane', id)).rejects.toMatchObject({ code: 'message_not_found' });
    await expect(client.webhooks.delete('../appusers/jane')).rejects.toMatchObject({
      code: 'webhook_not_found',
    });
    expect(await client.messages.list('jane').toArray()).toHaveLength(1);
  });

  it('are not split where a list of them is sent', async () => {
    const { makeClient } = await start();
    const client = makeClient();
    await client.appUsers.create({ userId: 'jane' });
    const { _id } = await client.integrations.create({ type: 'telegram', token: 't' });
    const ask = (...integrationIds: readonly string[]) =>
      client.appUsers.linkRequests.list('jane', { integrationIds });
    expect(await ask(_id, _id)).toHaveLength(2);
    await expect(ask(`${_id}&limit=1`)).rejects.toMatchObject({ code: 'integration_not_found' });
  });
});

describe('what is false, zero or empty, at the emulator', () => {
  it('arrives as it was given', async () => {
    const { makeClient } = await start();
    const client = makeClient();
    const target = 'https://example.com/hook';
    const webhook = await client.webhooks.create({ target, triggers: ['*'], includeClient: true });
    expect(await client.webhooks.update(webhook._id, { includeClient: false })).toEqual({
      ...webhook,
      includeClient: false,
    });
    await client.appUsers.create({
      userId: 'jane',
      email: 'jane@example.com',
      properties: { n: 1, gone: 'x' },
    });
    const properties = { n: 0, s: '', no: false, gone: null };
    const user = await client.appUsers.update('jane', { email: '', toBeRetained: false, properties });
    expect(user).toMatchObject({ email: '', toBeRetained: false });
    expect(user.properties).toEqual({ n: 0, s: '', no: false });
    const posted = await client.messages.create('jane', {
      role: 'appMaker',
      type: 'location',
      coordinates: { lat: 0, long: 0 },
    });
    expect(posted.message).toMatchObject({ coordinates: { lat: 0, long: 0 } });
    expect(
      await client.menu.update({
        items: [{ type: 'postback', text: 'a', payload: 'A' }],
        settings: { inputEnabled: false },
      }),
    ).toMatchObject({
      items: [{ payload: 'A' }],
      settings: { inputEnabled: false },
    });
  });
});

describe('a type of integration that nobody knows, at the emulator', () => {
  it('is created, answered and listed as any other', async () => {
    const { makeClient } = await start();
    const client = makeClient();
    const created = await client.integrations.create({ type: 'hologram', depth: 0 });
    expect(created).toMatchObject({ type: 'hologram', depth: 0 });
    expect(await client.integrations.get(created._id)).toEqual(created);
    expect(await client.integrations.list({ types: ['hologram'] }).toArray()).toEqual([created]);
  });
});

describe('an emulator below a path', () => {
  it('is called there by a base URL with that path, along its links too', async () => {
    const { emulator } = await start();
    const host = express().use('/sc', emulator.app);
    const server = createServer(host);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sc`;
    const client = createClient({ auth: basicAuth(emulator.credentials), baseUrl });
    await client.appUsers.create({ userId: 'jane' });
    for (let count = 0; count < 120; count++)
      await client.messages.create('jane', { role: 'appMaker', type: 'text', text: `${count}` });
    expect(await client.messages.list('jane', { after: 0 }).toArray()).toHaveLength(120);
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  });
});
