import { OptionsError } from '../../errors/index.ts';
import type { ReceiverOptions, Router, WorkerOptions } from '../../index.ts';
import { hasMethods, readInteger, readOptions } from '../../options/index.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';

/** Options of `createHarness`. */
export interface HarnessOptions {
  /** The router under test. It may get more handlers later. */
  readonly router: Router;
  /** As `createReceiver` takes it. Default: one made secret. */
  readonly secrets?: ReceiverOptions['secrets'];
  /** The secret that `deliver` sends. Default: the first of `secrets`; required where that is a function. */
  readonly secret?: string;
  /** More options of the receiver. */
  readonly receiver?: Omit<ReceiverOptions, 'secrets' | 'queue' | 'logger' | 'clock'>;
  /** More options of the worker. The default `backoff` is the longest wait that the worker's own may choose: 1 s, 2 s, 4 s… up to 5 min. */
  readonly worker?: Omit<WorkerOptions, 'queue' | 'router' | 'logger' | 'clock'>;
  /** A clock that is shared with something else. Default: one of its own, which begins in November 2023. */
  readonly clock?: ManualClock;
  /**
   * How long `settle` gives each run of a handler in real time, in milliseconds, before it takes it for one that hangs and turns the clock on to
   * its time-out. Default: 200. A handler that has hung gets a quarter of it in its next runs. Raise it for handlers that do slow work for real.
   */
  readonly patienceMs?: number;
}

/** The options of a harness, checked and complete. */
export interface HarnessSettings extends Required<HarnessOptions> {
  /** In lower case. */
  readonly secretHeader: string;
}

const MADE_SECRET = 'a-secret-for-tests-only';

/** Checks the options of a harness and fills in the defaults. The parts check theirs. Throws an `OptionsError` for the first that is wrong. */
export function readHarnessOptions(options: HarnessOptions): HarnessSettings {
  readOptions(
    options,
    ['router', 'secrets', 'secret', 'receiver', 'worker', 'clock', 'patienceMs'],
    'createHarness',
  );
  const { router, receiver = {}, worker = {}, clock = createManualClock(), patienceMs = 200 } = options;
  const { secret = MADE_SECRET, secrets = secret } = options;
  if (!hasMethods(router, ['on', 'match', 'handlers'])) {
    throw new OptionsError('router must be a router, as createRouter makes one.');
  }
  if (!hasMethods(clock, ['now', 'schedule', 'advance', 'nextAt', 'pending', 'settleWith'])) {
    throw new OptionsError('clock must be a manual clock, as createManualClock makes one.');
  }
  checkOwn(receiver, 'receiver', ['secrets', 'queue', 'logger', 'clock']);
  checkOwn(worker, 'worker', ['queue', 'router', 'logger', 'clock']);
  return {
    router,
    secrets,
    secret: options.secret ?? firstOf(secrets),
    secretHeader: (receiver.secretHeader ?? 'x-api-key').toLowerCase(),
    receiver,
    worker,
    clock,
    patienceMs: readInteger(patienceMs, 'patienceMs'),
  };
}

/** What the harness gives to its parts itself must not be given a second time. */
function checkOwn(given: unknown, option: string, own: readonly string[]): void {
  if (typeof given !== 'object' || given === null)
    throw new OptionsError(`${option} must be an object of options.`);
  const taken = own.find((key) => key in given);
  if (taken !== undefined)
    throw new OptionsError(`${option}.${taken} is the harness's own: it cannot be given.`);
}

/** The secret to send where none is named. Whether the list is right is the receiver's to say. */
function firstOf(secrets: ReceiverOptions['secrets']): string {
  if (typeof secrets === 'function') {
    throw new OptionsError('secret is required where secrets is a function: it is what deliver sends.');
  }
  const [first] = [secrets].flat();
  return typeof first === 'object' ? first.secret : (first ?? '');
}
