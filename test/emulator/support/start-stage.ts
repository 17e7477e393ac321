import { basicAuth, createClient } from '../../../src/client/index.ts';
import type { DeliveryRecord } from '../../../src/emulator/index.ts';
import { parseEvent } from '../../../src/events/index.ts';
import { createManualClock } from '../../../src/testing/index.ts';
import type { EffectStage } from './effects.ts';
import { startEmulator } from './start-emulator.ts';
import { startReceiver } from './start-receiver.ts';
import { findUnknownKeys } from './unknown-keys.ts';

/** An emulator whose app has webhooks of both versions, with and without what they can ask for, at a receiver. */
export async function startStage(): Promise<
  EffectStage & { readonly receiver: Awaited<ReturnType<typeof startReceiver>> }
> {
  const clock = createManualClock();
  const { emulator, client, url } = await startEmulator({ clock });
  const receiver = await startReceiver(client, { clock });
  for (const apiVersion of ['v1', 'v1.1'] as const) {
    const { webhooks } = createClient({ auth: basicAuth(emulator.credentials), baseUrl: url, apiVersion });
    for (const asked of [false, true]) {
      const fields = { includeClient: asked, includeFullAppUser: asked };
      await webhooks.create({ target: receiver.target, triggers: ['*', 'typing:appUser'], ...fields });
    }
  }
  // The receiver has found no webhooks at its start, and asks again after a second at the earliest.
  await emulator.advance('1s');
  return { emulator, client, receiver };
}

/** Every delivery reached the receiver, which knows its trigger and all that is in it. */
export async function checkDeliveries({
  emulator,
  receiver,
}: Awaited<ReturnType<typeof startStage>>): Promise<readonly DeliveryRecord[]> {
  await emulator.idle();
  await receiver.queue.drained();
  const deliveries = emulator.deliveries.list();
  for (const { trigger, version, body, state } of deliveries) {
    expect([trigger, version, state]).toEqual([trigger, version, 'acknowledged']);
    expect(parseEvent(body)).toMatchObject({ kind: 'known', event: { trigger, version } });
    expect([trigger, version, findUnknownKeys(body)]).toEqual([trigger, version, []]);
  }
  expect(receiver.unknown).toEqual([]);
  expect(receiver.refused()).toEqual([]);
  return deliveries;
}
