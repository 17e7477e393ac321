import { triggers } from '../../events/index.ts';
import type { ApiCall } from '../api/index.ts';
import { channelNames, channelOf } from '../channels/index.ts';
import type { Emulator } from '../emulator.ts';
import { apiFaultNames, deliveryFaultNames } from '../faults/index.ts';
import type { EmulatorClock } from '../time/index.ts';
import type { AppRecord, UserRecord, World } from '../world/index.ts';
import type { Phones } from './phones.ts';
import { listDelivery } from './show-delivery.ts';
import { listPhone } from './show-phone.ts';

/** How many deliveries, calls and users the state shows: the latest. */
const MAX_LISTED = 300;

/** What the state is shown of. */
export interface StateSources {
  readonly emulator: Pick<Emulator, 'appId' | 'credentials' | 'deliveries' | 'calls' | 'faults'>;
  readonly world: World;
  readonly clock: EmulatorClock;
  readonly phones: Phones;
  readonly app: () => AppRecord;
}

/** The clock: the page goes on from there by itself. */
export function showClock({ emulator, world, clock }: StateSources): object {
  const { clock: setting } = world.settings;
  const due = emulator.deliveries.list({ state: 'pending' }).flatMap(({ nextAtMs }) => nextAtMs ?? []);
  return {
    mode: clock.mode,
    speed: clock.mode === 'manual' ? 0 : typeof setting === 'string' ? Number.parseFloat(setting) || 1 : 1,
    nowMs: clock.now(),
    nextAtMs: due.length === 0 ? undefined : Math.min(...due),
  };
}

/** All that the page shows, but for the bodies and what stands on the phones. */
export function showState(sources: StateSources): object {
  const { emulator, phones } = sources;
  const app = sources.app();
  return {
    app: { _id: app._id, name: app.name },
    url: sources.world.publicUrl,
    keyId: emulator.credentials.keyId,
    clock: showClock(sources),
    channels: channelNames.filter((name) => channelOf(name).kind !== 'push'),
    triggers,
    faultNames: { delivery: deliveryFaultNames, api: apiFaultNames },
    phones: phones.list().map(listPhone),
    users: [...app.users.values()].slice(-MAX_LISTED).map(listUser),
    webhooks: app.webhooks.map((webhook) => ({ ...webhook })),
    deliveries: emulator.deliveries.list().slice(-MAX_LISTED).map(listDelivery),
    calls: emulator.calls.list().slice(-MAX_LISTED).map(listCall),
    faults: emulator.faults.list(),
  };
}

/** The line of a call: without its bodies. */
export function listCall({ requestBody: _, answerBody: __, ...line }: ApiCall): object {
  return line;
}

function listUser({ _id, userId, givenName, surname, clients }: UserRecord): object {
  return {
    _id,
    userId,
    givenName,
    surname,
    clients: clients.map(({ platform, externalId, integrationId }) => ({
      platform,
      externalId,
      integrationId,
    })),
  };
}
