import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { hasMethods } from '../../options/index.ts';
import type { ManualClock } from '../manual-clock.ts';

/** A clock that can be told to wait before it is turned on. */
type PatientClock = Clock & Pick<ManualClock, 'settleWith'>;

/** So long a manual clock stands still for an answer, in milliseconds of real time. */
const PATIENCE_MS = 2_000;

/** How often the event loop is turned after an answer, for what it sets off. */
const TURNS = 5;

/**
 * Makes the function that is told of calls over sockets. A manual clock waits for them before it is turned on: an answer takes real
 * time, and without that wait the clock would run past its limit. A call that takes longer than the patience is no longer waited for, so
 * that an app which never answers is silent on the clock as well. What it is told of may not reject.
 */
export function createAwaitAnswers(clock: Clock): (call: Promise<unknown>) => void {
  if (!isPatient(clock)) return () => {};
  const underWay = new Set<Promise<unknown>>();
  let release: (() => void) | undefined;
  const releaseWhenIdle = () => {
    if (underWay.size > 0) return;
    release?.();
    release = undefined;
  };
  const awaitAnswers = async () => {
    await orTooLong(Promise.all(underWay));
    // what hangs was waited for once
    underWay.clear();
    releaseWhenIdle();
    for (let turn = 0; turn < TURNS; turn++) await setImmediate();
  };
  return (call) => {
    underWay.add(call);
    release ??= clock.settleWith(awaitAnswers);
    void call.finally(() => {
      underWay.delete(call);
      releaseWhenIdle();
    });
  };
}

function isPatient(clock: Clock): clock is PatientClock {
  return hasMethods(clock, ['settleWith']);
}

/** Resolves when `work` does, at the latest when the patience is over. */
async function orTooLong(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([work, tooLong]);
  clearTimeout(timer);
}
