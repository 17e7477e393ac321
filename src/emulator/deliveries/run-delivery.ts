import type { Clock } from '../../clock.ts';
import {
  type Break,
  createAwaitAnswers,
  createTransport,
  type FaultName,
  followSchedule,
  makeCall,
  type Outcome,
  type TargetAnswer,
} from '../../testing/sender/index.ts';
import type { FaultDraw } from '../faults/index.ts';
import type { Settings } from '../options.ts';
import { decide } from './decide.ts';
import type { DeliveryLog } from './delivery-log.ts';
import { type AttemptPlan, planAttempt } from './plan-attempt.ts';
import { type AttemptRecord, type DeliveryEntry, toResponse } from './record.ts';

/** What deliveries run on. */
export interface RunnerDeps {
  readonly settings: Pick<Settings, 'scheduleMs' | 'timeoutMs'>;
  readonly clock: Clock;
  readonly faults: Pick<FaultDraw, 'drawAttempt'>;
  readonly log: DeliveryLog;
  /** Told of a delivery whose first attempt has ended. */
  readonly onFirstEnd: (entry: DeliveryEntry) => void;
}

/** Runs deliveries by the policy. */
export interface Runner {
  /** Makes the attempts. The first is under way when it returns. */
  run(entry: DeliveryEntry): void;
  /** Makes one more call, whatever the delivery's state, that decides nothing. */
  callOnce(entry: DeliveryEntry): Promise<AttemptRecord>;
  /** How many calls are under way. */
  underWay(): number;
  /** Resolves when none is. */
  idle(): Promise<void>;
}

/** One call as it ended. */
type Made = Pick<AttemptRecord, 'tookMs' | 'outcome' | 'faults' | 'request' | 'response' | 'error'>;

/** Makes a runner. */
export function createRunner({ settings, clock, faults, log, onFirstEnd }: RunnerDeps): Runner {
  const { scheduleMs, timeoutMs } = settings;
  const awaitAnswers = createAwaitAnswers(clock);
  const calls = new Set<Promise<unknown>>();

  function keep<Result>(work: Promise<Result>): Promise<Result> {
    calls.add(work);
    void work.finally(() => calls.delete(work));
    return work;
  }

  async function call(entry: DeliveryEntry, plan: AttemptPlan, fault: FaultName | Break): Promise<Made> {
    const { headers, body, pause } = plan;
    const request = { headers, ...(body !== entry.text && { body }) };
    const transport = openTransport(entry.record.target);
    if (transport === undefined)
      return { tookMs: 0, outcome: 'refused', faults: plan.faults, request, error: 'ERR_INVALID_URL' };
    let answer: TargetAnswer | undefined;
    const { tookMs, outcome, error } = await makeCall(
      transport,
      { method: 'POST', headers, body, ...(pause !== undefined && { pause: pause.begin }) },
      fault,
      {
        clock,
        timeoutMs,
        signal: entry.cancel.signal,
        // a manual clock must be turned on for the pause to end
        track: (work) =>
          pause === undefined ? awaitAnswers(work) : pause.over.then(() => awaitAnswers(work)),
        onAnswer: (given) => {
          answer = toResponse(given);
        },
      },
    );
    return {
      tookMs,
      outcome,
      faults: plan.faults,
      request,
      ...(answer !== undefined && { response: answer }),
      ...(error !== undefined && { error: readCode(error) }),
    };
  }

  async function attempt(
    entry: DeliveryEntry,
    number: number,
    atMs: number,
    startedMs: number,
  ): Promise<Outcome> {
    const { trigger, webhookId } = entry.record;
    const plan = planAttempt(entry, faults.drawAttempt(trigger, webhookId), clock);
    if (number > 1) log.change(entry, {});
    const [made, repeated] = await Promise.all([
      call(entry, plan, plan.fault),
      plan.fault === 'duplicate' ? call(entry, plan, 'none') : undefined,
    ]);
    const { outcome } = made;
    const time = { number, atMs, afterMs: atMs - startedMs };
    const { attempts, state } = entry.record;
    const cancelled = state !== 'pending';
    const { verdict, ...decided } = cancelled
      ? { verdict: state, decision: 'not tried again: the delivery was cancelled' }
      : decide({ outcome, number, startedMs, endedMs: clock.now(), scheduleMs, timeoutMs });
    const added: AttemptRecord[] = [{ ...time, duplicate: false, ...made, ...decided }];
    if (repeated !== undefined) added.push({ ...time, duplicate: true, ...repeated, decision: BESIDE });
    log.change(entry, {
      attempts: [...attempts, ...added],
      ...(verdict !== undefined && { state: verdict }),
      ...('nextAtMs' in decided && { nextAtMs: decided.nextAtMs }),
    });
    if (number === 1) onFirstEnd(entry);
    return outcome;
  }

  return {
    run(entry) {
      const startedMs = clock.now();
      const wait = createWait(clock, entry.cancel.signal);
      void followSchedule({ clock, scheduleMs, wait }, ({ number, atMs }) =>
        keep(attempt(entry, number, atMs, startedMs)),
      );
    },
    callOnce(entry) {
      const work = async () => {
        const atMs = clock.now();
        const made = await call(entry, planAttempt(entry, [], clock), 'none');
        const { attempts, nextAtMs } = entry.record;
        const afterMs = atMs - (attempts[0]?.atMs ?? atMs);
        const number = attempts.at(-1)?.number ?? 1;
        const beside: AttemptRecord = { number, atMs, afterMs, duplicate: true, ...made, decision: BESIDE };
        log.change(entry, { attempts: [...attempts, beside], ...(nextAtMs !== undefined && { nextAtMs }) });
        return beside;
      };
      return keep(work());
    },
    underWay: () => calls.size,
    async idle() {
      while (calls.size > 0) await Promise.all(calls);
    },
  };
}

const BESIDE = 'decides nothing: a duplicate';

/** Waits until the delivery is cancelled; then it never ends, and nothing holds it any more. */
function createWait(clock: Clock, signal: AbortSignal): (delayMs: number) => Promise<void> {
  return (delayMs) =>
    new Promise((resolve) => {
      if (signal.aborted) return;
      const cancelDue = clock.schedule(() => {
        signal.removeEventListener('abort', cancelDue);
        resolve();
      }, delayMs);
      signal.addEventListener('abort', cancelDue);
    });
}

/** The way to a target, or nothing for a text that is no URL: those of a restored state were not checked. */
function openTransport(target: string) {
  try {
    return createTransport(target, undefined);
  } catch {
    return undefined;
  }
}

/** What of an error may be shown: its code, else its kind. */
function readCode(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === 'string' ? code : String(name);
}
