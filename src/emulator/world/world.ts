import type { Clock } from '../../clock.ts';
import type { Random } from '../../testing/index.ts';
import type { Settings } from '../options.ts';
import type { Happening } from './happening.ts';
import type { Ids } from './ids.ts';
import type { AppRecord, EmulatorState } from './records.ts';

/** What every part of the emulator works on. */
export interface World {
  readonly settings: Settings;
  /** Another object after `restore` and `reset`: ask for it each time. */
  readonly state: EmulatorState;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  /** The address under which the emulator is reached from outside, without a slash at its end. */
  readonly publicUrl: string;
  /** Tells the webhooks of `app`, in their versions, and everybody who watches. The events are written before it returns, and sent at once. */
  happen(app: AppRecord, happening: Happening): void;
  /** Runs `work` after the call that is being answered: what the service does "later". `advance` and `idle` wait for it. */
  soon(work: () => void): void;
}
