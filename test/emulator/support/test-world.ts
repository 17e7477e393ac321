import { createApp } from '../../../src/emulator/api/create-app.ts';
import { createWorld, type OwnWorld } from '../../../src/emulator/create-world.ts';
import { type EmulatorOptions, readEmulatorOptions } from '../../../src/emulator/options.ts';
import type { AppRecord, Happening } from '../../../src/emulator/world/index.ts';
import { createManualClock, type ManualClock } from '../../../src/testing/manual-clock.ts';

/** A world without HTTP: what happens is recorded in `happenings`, what comes later is run by `settle`. */
export interface TestWorld extends OwnWorld {
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
  const happenings: Happening[] = [];
  const later: (() => void)[] = [];
  const world = createWorld({
    settings,
    clock,
    publicUrl: () => settings.publicUrl ?? 'http://emulator.test',
    happen: (_, happening) => void happenings.push(happening),
    soon: (work) => void later.push(work),
  });
  return Object.assign(world, {
    clock,
    app: createApp(world, { name: 'Test' }),
    happenings,
    settle() {
      for (let work = later.shift(); work !== undefined; work = later.shift()) work();
    },
  });
}
