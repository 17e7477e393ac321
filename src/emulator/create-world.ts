import type { Clock } from '../clock.ts';
import { createRandom } from '../testing/index.ts';
import type { Settings } from './options.ts';
import { createIds, type EmulatorState, type Happening, type World } from './world/index.ts';
import type { AppRecord } from './world/records.ts';

/** What a world asks of those around it. */
export interface WorldDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly publicUrl: () => string;
  readonly happen: (app: AppRecord, happening: Happening) => void;
  readonly soon: (work: () => void) => void;
}

/** A world, and the hand that turns it back. */
export interface OwnWorld extends World {
  /** Puts another state in the place of the one that was. */
  replaceState(state: EmulatorState): void;
}

/** Makes a world with nothing in it. */
export function createWorld({ settings, clock, publicUrl, happen, soon }: WorldDeps): OwnWorld {
  const random = createRandom(settings.seed);
  let state = createState();
  return {
    settings,
    clock,
    random,
    ids: createIds(random, clock),
    happen,
    soon,
    get state() {
      return state;
    },
    get publicUrl() {
      return publicUrl();
    },
    replaceState(next) {
      state = next;
    },
  };
}

/** A state with nothing in it. */
export function createState(): EmulatorState {
  return { apps: new Map(), keys: new Map(), attachments: new Map() };
}
