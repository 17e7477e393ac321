import { judge, type Outcome, type Verdict } from '../../testing/sender/index.ts';

/** What follows from an attempt. */
export interface Decision {
  /** Missing when it is tried again. */
  readonly verdict: Verdict | undefined;
  /** Missing when it is not. */
  readonly nextAtMs?: number;
  readonly decision: string;
}

interface DecisionInput {
  readonly outcome: Outcome;
  readonly number: number;
  /** When the first attempt was made, and when this one ended. */
  readonly startedMs: number;
  readonly endedMs: number;
  readonly scheduleMs: readonly number[];
  readonly timeoutMs: number;
}

/** What the policy makes of an outcome, also in words. */
export function decide(input: DecisionInput): Decision {
  const { outcome, number, startedMs, endedMs, scheduleMs } = input;
  const verdict = judge(outcome);
  if (verdict === 'acknowledged') return { verdict, decision: `acknowledged: ${outcome} is a success` };
  if (verdict === 'ended') return { verdict, decision: `not tried again: ${outcome} is final` };
  const reason = describe(input);
  const dueMs = scheduleMs[number];
  if (dueMs === undefined)
    return { verdict: 'exhausted', decision: `not tried again, attempt ${number} was the last: ${reason}` };
  const nextAtMs = Math.max(startedMs + dueMs, endedMs);
  return {
    verdict,
    nextAtMs,
    decision: `tried again ${dueMs / 1_000} s after the first attempt: ${reason}`,
  };
}

function describe({ outcome, timeoutMs }: DecisionInput): string {
  if (outcome === 'refused') return 'no connection came about';
  if (outcome === 'reset') return 'the connection ended before the answer';
  if (outcome === 'silent') return `no answer within ${timeoutMs / 1_000} s`;
  return `${outcome} is neither a success nor final`;
}
