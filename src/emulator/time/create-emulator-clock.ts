import type { Clock } from '../../clock.ts';
import { OptionsError } from '../../errors/index.ts';
import { hasMethods } from '../../options/index.ts';
import { createManualClock } from '../../testing/index.ts';
import type { Settings } from '../options.ts';
import { createRunningClock } from './running-clock.ts';
import type { TurnableClock } from './turnable-clock.ts';

/** The time as the emulator sees it. */
export interface EmulatorClock extends TurnableClock {
  /** `manual`: it stands still but for `advance`. */
  readonly mode: 'real' | 'scaled' | 'manual';
  /** Cancels all that is scheduled, and takes no more. A clock that was given goes on for others. */
  close(): void;
}

/**
 * Makes the clock that `setting` asks for: real time, real time that runs faster, a manual clock (it starts where the kit's does, in November
 * 2023), or the one that was given. All can be turned on by `advance`; one that was given without that method rejects there with an
 * `OptionsError`.
 */
export function createEmulatorClock(setting: Settings['clock']): EmulatorClock {
  const { mode, clock } = readSource(setting);
  const cancels = new Set<() => void>();
  let closed = false;
  return {
    mode,
    now: () => clock.now(),
    schedule(run, delayMs) {
      if (closed) return () => {};
      const cancel = () => {
        cancels.delete(cancel);
        cancelDue();
      };
      const cancelDue = clock.schedule(() => {
        cancels.delete(cancel);
        run();
      }, delayMs);
      cancels.add(cancel);
      return cancel;
    },
    advance: (time) => clock.advance(time),
    settleWith: (wait) => clock.settleWith(wait),
    close() {
      closed = true;
      for (const cancel of cancels) cancel();
    },
  };
}

function readSource(setting: Settings['clock']): { mode: EmulatorClock['mode']; clock: TurnableClock } {
  if (setting === 'real') return { mode: 'real', clock: createRunningClock(1) };
  if (setting === 'manual') return { mode: 'manual', clock: createManualClock() };
  if (typeof setting === 'string')
    return { mode: 'scaled', clock: createRunningClock(Number.parseFloat(setting)) };
  if (isTurnable(setting)) return { mode: 'manual', clock: setting };
  return { mode: 'real', clock: makeTurnable(setting) };
}

function isTurnable(clock: Clock): clock is TurnableClock {
  return hasMethods(clock, ['advance', 'settleWith']);
}

/** A clock that only its owner can turn. */
function makeTurnable(clock: Clock): TurnableClock {
  return {
    now: () => clock.now(),
    schedule: (run, delayMs) => clock.schedule(run, delayMs),
    async advance() {
      throw new OptionsError('The clock that was given has no advance: turn it where it was made.');
    },
    settleWith: () => () => {},
  };
}
