import type { DeliveryRecord } from '../../../src/emulator/index.ts';
import type { Version } from '../../../src/events/index.ts';
import { createTarget } from '../deliveries/support.ts';
import { startEmulator } from './start-emulator.ts';

/** An emulator with a webhook of each version that is told of everything. */
export async function startTold() {
  const target = await createTarget(200);
  const { emulator, client } = await startEmulator({ probe: false, clock: 'manual' });
  const wanted = { target: target.url, triggers: ['*'] } as const;
  await client.webhooks.create(wanted);
  await client.withOptions({ apiVersion: 'v1' }).webhooks.create(wanted);
  let seen = 0;
  /** What was told since the last call. */
  const take = async (): Promise<DeliveryRecord[]> => {
    await emulator.idle();
    const all = emulator.deliveries.list();
    const told = all.slice(seen);
    seen = all.length;
    return told;
  };
  return {
    emulator,
    client,
    takeAll: take,
    async take(version: Version = 'v1.1'): Promise<string[]> {
      return (await take()).filter((one) => one.version === version).map(({ trigger }) => trigger);
    },
  };
}

/** What `startTold` gives. */
export type ToldStage = Awaited<ReturnType<typeof startTold>>;
