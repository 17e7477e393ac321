import { type EmulatorOptions, readEmulatorOptions } from '../../../src/emulator/options.ts';
import {
  type AppRecord,
  createIds,
  type EmulatorState,
  type Happening,
  type World,
} from '../../../src/emulator/world/index.ts';
import { createManualClock, type ManualClock } from '../../../src/testing/manual-clock.ts';
import { createRandom } from '../../../src/testing/random.ts';

/** A world without HTTP: what happens is recorded in `happenings`, what comes later is run by `settle`. */
export interface TestWorld extends World {
  readonly clock: ManualClock;
  /** An app to work on. */
  readonly app: AppRecord;
  readonly happenings: Happening[];
  /** Runs what `soon` was given, and what that gives, until nothing is left. */
  settle(): void;
}

export function createTestWorld(options: EmulatorOptions = {}): TestWorld {
  const settings = readEmulatorOptions({ seed: 1, ...options });
  const clock = createManualClock();
  const random = createRandom(settings.seed);
  const ids = createIds(random, clock);
  const app: AppRecord = {
    _id: ids.timed(),
    appToken: 'token',
    name: 'Test',
    settings: {},
    metadata: {},
    users: new Map(),
    userIds: new Map(),
    webhooks: [],
    integrations: [],
    templates: [],
    menu: undefined,
    integrationMenus: new Map(),
    linkCodes: new Map(),
    authCodes: new Map(),
    deliveredOnce: new Set(),
    channelState: {
      failures: [],
      away: new Map(),
      inboxes: new Map(),
      notices: new Map(),
      profiles: new Map(),
    },
  };
  const state: EmulatorState = { apps: new Map([[app._id, app]]), keys: new Map(), attachments: new Map() };
  const happenings: Happening[] = [];
  const later: (() => void)[] = [];
  return {
    settings,
    state,
    clock,
    random,
    ids,
    publicUrl: 'http://emulator.test',
    app,
    happenings,
    happen: (_, happening) => void happenings.push(happening),
    soon: (work) => void later.push(work),
    settle() {
      for (let work = later.shift(); work !== undefined; work = later.shift()) work();
    },
  };
}
