import { setTimeout as wait } from 'node:timers/promises';
import type { Attempt, Random, Verdict } from '../../src/testing/index.ts';
import type { FaultEvent } from './events.ts';

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

/** Who plays the service in a run. */
export interface RunService {
  /** How long its attempts go on, in milliseconds after the first. */
  readonly windowMs: number;
  /** Delivers by the service's policy, with a duplicate beside the first attempt if it is told so. */
  deliver(
    body: string,
    duplicated: boolean,
  ): Promise<{
    readonly attempts: readonly Attempt[];
    readonly verdict: Verdict;
    /** Makes one more call with the same bytes. */
    readonly repeat: () => Promise<readonly Attempt[]>;
  }>;
}

/** Makes a sender that draws deliberate duplicates: one beside the first attempt, or one a while after the end of the delivery. */
export function createRunSender(service: RunService, random: Random): RunSender {
  return async (event) => {
    const duplicate = random.chance(DUPLICATES) ? random.pick(['at once', 'later'] as const) : undefined;
    const pauseMs = random.between(0.05, 0.2) * service.windowMs;
    const { attempts, verdict, repeat } = await service.deliver(event.body, duplicate === 'at once');
    const calls = [...attempts];
    if (duplicate === 'later') {
      await wait(pauseMs);
      calls.push(...(await repeat()).map((attempt) => ({ ...attempt, duplicate: true })));
    }
    return { event, calls, verdict };
  };
}
