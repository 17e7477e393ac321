// The service itself, on this machine: somebody writes, your handler answers through the API, and both sides see what they would see.
import { createMemoryQueue, createReceiver, createRouter, createServer, createWorker } from 'switchhook';
import { basicAuth, createClient } from 'switchhook/client';
import { createEmulator } from 'switchhook/emulator';

test('a person is answered once, although the first call is not heard of', async () => {
  const emulator = createEmulator({ clock: 'manual' });
  const client = createClient({ auth: basicAuth(emulator.credentials), baseUrl: await emulator.listen() });

  const router = createRouter().on('message:appUser', { name: 'greet' }, async (event, { delivery }) => {
    const { _id } = event.appUser;
    const options = { dedupeKey: delivery.key };
    await client.messages.create(_id, { role: 'appMaker', type: 'text', text: 'Hello!' }, options);
  });
  const queue = createMemoryQueue();
  const worker = createWorker({ queue, router });
  await worker.start();
  const secret = 'kT3vQ9xLm2Rz';
  const server = createServer(createReceiver({ secrets: secret, queue })).listen(4011, '127.0.0.1');
  await emulator.seed({ webhooks: [{ target: 'http://127.0.0.1:4011/', triggers: ['*'], secret }] });

  emulator.faults.add({ on: 'delivery', trigger: 'message:appUser', action: 'loseResponse', times: 1 });
  const ana = emulator.user({ channel: 'telegram', givenName: 'Ana' });
  ana.say('hi');
  expect((await ana.waitForMessage()).text).toBe('Hello!');

  await emulator.advance('15m');
  const [delivery] = emulator.deliveries.list({ trigger: 'message:appUser' });
  expect(delivery?.attempts.map(({ outcome }) => outcome)).toEqual(['reset', 200]);
  expect(delivery?.attempts.map(({ afterMs }) => afterMs)).toEqual([0, 60_000]);
  expect(ana.messages().map(({ text }) => text)).toEqual(['hi', 'Hello!']);

  server.close();
  await worker.close();
  await queue.close();
  await emulator.close();
});
