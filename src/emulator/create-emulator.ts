import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import express from 'express';
import { OptionsError } from '../errors/index.ts';
import { describeError } from '../logger.ts';
import { hasMethods } from '../options/index.ts';
import { createRandom } from '../testing/index.ts';
import { createApi, createApiLog, createApp, createKey, routes } from './api/index.ts';
import { serveAttachment } from './attachments/index.ts';
import { orderFailure } from './channels/index.ts';
import { createControl } from './control/index.ts';
import { createState, createWorld } from './create-world.ts';
import { createDeliveryMachine, passOnce } from './deliveries/index.ts';
import type { Emulator } from './emulator.ts';
import { createEndUser } from './end-user/index.ts';
import { createFaults } from './faults/index.ts';
import { setIntegrationStatus } from './integrations/index.ts';
import { createLater } from './later.ts';
import { type EmulatorOptions, readEmulatorOptions } from './options.ts';
import { fireTrigger, renderEvents } from './payloads/index.ts';
import { plantSeed, readSeed } from './seed.ts';
import { createEmulatorClock } from './time/index.ts';
import type { AppRecord, Happening } from './world/index.ts';

/**
 * Makes the service on this machine: its API with state, the webhooks that follow from what happens, the end user's side, a clock that can be turned, and
 * faults to order. It knows one app with a key. Throws an `OptionsError` for wrong options.
 *
 * ```ts
 * const emulator = createEmulator({ clock: 'manual' });
 * const client = createClient({ auth: basicAuth(emulator.credentials), baseUrl: await emulator.listen() });
 * await client.webhooks.ensure({ target: 'http://127.0.0.1:3000/webhooks/messaging', triggers: ['*'] });
 * emulator.user({ channel: 'telegram' }).say('hi');
 * await emulator.deliveries.waitFor({ trigger: 'message:appUser', state: 'acknowledged' });
 * ```
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const settings = readEmulatorOptions(options);
  const clock = createEmulatorClock(settings.clock);
  const faults = createFaults(createRandom(settings.seed));
  const log = createApiLog(settings.logSize);
  const later = createLater((error) =>
    settings.logger?.error({ error: describeError(error) }, 'work failed'),
  );
  const machine = createDeliveryMachine({ settings, clock, faults, state: () => world.state });
  const world = createWorld({ settings, clock, publicUrl: () => findUrl() ?? '', happen, soon: later.add });
  const api = createApi(world, { routes, faults, log, media: (path) => serveAttachment(world, path) });

  const first = createApp(world, { name: 'Emulated app' });
  const key = createKey(world, first, 'Emulated app');
  const accountKey = createKey(world, undefined, 'Account');
  const beginning = { app: structuredClone(first), keys: [key, accountKey] };

  const app = express();
  app.disable('x-powered-by');
  let server: Server | undefined;
  let closed = false;
  /** Where the first call found it, for one that is mounted. */
  let mountedAt: string | undefined;

  app.use((request, _response, next) => {
    const { host } = request.headers;
    if (host !== undefined) mountedAt ??= `${request.protocol}://${host}${request.baseUrl}`;
    next();
  });

  function happen(of: AppRecord, happening: Happening): void {
    if (!passOnce(of, happening)) return;
    for (const webhook of of.webhooks) {
      const other = { ...webhook, version: webhook.version === 'v1' ? 'v1.1' : 'v1' } as const;
      const inOtherVersion = () => renderEvents(world, of, other, happening);
      for (const event of renderEvents(world, of, webhook, happening))
        machine.send(of, webhook, { ...event, inOtherVersion });
    }
  }

  function findUrl(): string | undefined {
    const address = server?.address() as AddressInfo | null | undefined;
    return settings.publicUrl ?? (address ? `http://${nameHost(address)}:${address.port}` : mountedAt);
  }

  async function settle(): Promise<void> {
    await api.idle();
    await later.idle();
  }

  // A receiver that answers what it is sent calls the API, and goes on with what it gets: the clock waits for that as well.
  const stopWait = clock.settleWith(async () => {
    do {
      await settle();
      for (let turn = 0; turn < TURNS; turn++) await setImmediate();
    } while (api.pending() > 0 || later.pending());
  });

  async function idle(): Promise<void> {
    do {
      await settle();
      await machine.deliveries.idle();
    } while (api.pending() > 0 || later.pending() || machine.underWay() > 0);
  }

  function findFirst(): AppRecord {
    const found = world.state.apps.get(first._id);
    if (found === undefined)
      throw new OptionsError('The app of the emulator was deleted: reset() brings it back.');
    return found;
  }

  const emulator: Emulator = {
    app,
    get url() {
      const url = findUrl();
      if (url === undefined)
        throw new OptionsError('The emulator does not listen: call listen, or give publicUrl.');
      return url;
    },
    appId: first._id,
    credentials: { keyId: key._id, secret: key.secret },
    accountCredentials: { keyId: accountKey._id, secret: accountKey.secret },
    deliveries: machine.deliveries,
    faults,
    calls: log,
    channels: {
      fail: (failure) => orderFailure(findFirst(), failure),
      setStatus: (id, status, error) => setIntegrationStatus(findFirst(), id, status, error),
    },
    async listen(port = 0, host = '127.0.0.1') {
      if (closed) throw new OptionsError('The emulator is closed.');
      if (server !== undefined) throw new OptionsError('The emulator listens already.');
      const listening = createServer(app);
      server = listening;
      try {
        await new Promise<void>((resolve, reject) => {
          listening.once('error', reject).listen(port, host, () => {
            listening.off('error', reject);
            resolve();
          });
        });
      } catch (error) {
        server = undefined;
        throw error;
      }
      return findUrl() as string;
    },
    user: (given = {}) => createEndUser(world, findFirst(), given),
    trigger: (trigger, given = {}) =>
      fireTrigger(
        world,
        findFirst(),
        trigger,
        (webhook, event) => machine.send(findFirst(), webhook, event),
        given,
      ),
    async advance(time) {
      // The clock itself waits for calls to webhooks: one that is silent ends by no other hand than the clock's.
      await settle();
      await clock.advance(time);
      await settle();
      control.touch();
    },
    idle,
    snapshot: () => ({ state: structuredClone(world.state) }),
    restore({ state }) {
      if (!hasMethods(state?.apps, ['get', 'values']))
        throw new OptionsError('restore takes what snapshot() gave.');
      later.clear();
      machine.cancelAll();
      world.replaceState(structuredClone(state));
      control.touch();
    },
    reset() {
      later.clear();
      machine.forget();
      faults.clear();
      log.clear();
      const state = createState();
      state.apps.set(first._id, structuredClone(beginning.app));
      for (const each of beginning.keys) state.keys.set(each._id, each);
      world.replaceState(state);
      control.touch();
    },
    async seed(given) {
      const seed = typeof given === 'string' ? await readSeed(given) : given;
      await plantSeed(seed, findFirst(), world, routes);
      control.touch();
    },
    async close() {
      closed = true;
      later.clear();
      machine.close();
      stopWait();
      clock.close();
      control.close();
      const closing = server;
      server = undefined;
      if (closing === undefined) return;
      await new Promise((resolve) => {
        closing.close(resolve);
        closing.closeAllConnections();
      });
    },
  };
  const control = createControl({ emulator, world, clock });
  app.use('/_emulator', control.app);
  app.use(api.app);
  return emulator;
}

/** How often the event loop is turned for what an answer sets off, before it is seen whether calls of the API follow from it. */
const TURNS = 10;

/** A host as it stands in a URL; every address of the machine is reached by the one of the loopback. */
function nameHost({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1';
  return family === 'IPv6' ? `[${address}]` : address;
}
