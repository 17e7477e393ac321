import { setTimeout as wait } from 'node:timers/promises';
import {
  type Attempt,
  createSender,
  type Random,
  type Target,
  type Verdict,
} from '../../src/testing/index.ts';
import type { FaultEvent } from './events.ts';

/** The 15 minutes of the service's policy in 15 seconds, in milliseconds after the first attempt. */
const SCHEDULE_MS = [0, 1_000, 3_000, 7_000, 15_000];

/** Stands for the 20 s after which the service gives up. Longer than any answer may take, so that a late one is seen as late. */
const SILENCE_MS = 5_000;

/** The share of deliveries with a deliberate duplicate. */
const DUPLICATES = 0.05;

/** A delivery of a run with all that was answered. */
export interface RunDelivery {
  readonly event: FaultEvent;
  readonly calls: readonly Attempt[];
  readonly verdict: Verdict;
}

/** Calls until the delivery is acknowledged, ended or given up, and until its duplicate is answered. */
export type RunSender = (event: FaultEvent) => Promise<RunDelivery>;

/** What a run's sender needs to know. */
export interface RunSenderOptions {
  readonly target: Target;
  readonly secret: string;
  readonly random: Random;
  readonly scheduleMs?: readonly number[];
}

/** Makes a sender that draws deliberate duplicates: one beside the first attempt, or one a while after the end of the delivery. */
export function createRunSender({
  target,
  secret,
  random,
  scheduleMs = SCHEDULE_MS,
}: RunSenderOptions): RunSender {
  const service = createSender({ target, secret, scheduleMs, timeoutMs: SILENCE_MS });
  const repeater = createSender({ target, secret, scheduleMs: [0], timeoutMs: SILENCE_MS });
  const windowMs = Number(scheduleMs.at(-1));
  return async (event) => {
    const body = Buffer.from(event.body);
    const duplicate = random.chance(DUPLICATES) ? random.pick(['at once', 'later'] as const) : undefined;
    const pauseMs = random.between(0.05, 0.2) * windowMs;
    const sent = await service.send(body, { faults: duplicate === 'at once' ? ['duplicate'] : [] });
    const calls = [...sent.attempts];
    if (duplicate === 'later') {
      await wait(pauseMs);
      const { attempts } = await repeater.send(body);
      calls.push(...attempts.map((attempt) => ({ ...attempt, duplicate: true })));
    }
    return { event, calls, verdict: sent.verdict };
  };
}
