import type { Clock } from '../../clock.ts';
import type { FaultName } from './faults.ts';
import type { Outcome } from './policy.ts';
import { NoAnswerError, type OutgoingCall, type Transport } from './transport.ts';

/** How one call ended, as the service sees it, and what it does not see. */
export interface CallResult {
  readonly outcome: Outcome;
  /** How long the service waited, in milliseconds. */
  readonly tookMs: number;
  /** What the target answered and the service never heard: a fault kept it away. */
  readonly unheardStatus?: number;
  /** What broke the connection, if the kit did not. */
  readonly error?: unknown;
}

/** What a call needs of its sender. */
export interface CallSettings {
  readonly clock: Clock;
  /** The call is over when the clock has gone on by so much. */
  readonly timeoutMs: number;
  /** Told of each call, until its connection is closed. What it is told of does not reject. */
  readonly track: (work: Promise<unknown>) => void;
}

/** Makes one call, with its fault. An answer exactly at the limit is too late. Never rejects. */
export function makeCall(
  transport: Transport,
  call: OutgoingCall,
  fault: FaultName,
  { clock, timeoutMs, track }: CallSettings,
): Promise<CallResult> {
  return new Promise((resolve) => {
    const startedMs = clock.now();
    const abort = new AbortController();
    let unheard: Pick<CallResult, 'unheardStatus'> = {};

    const end = (outcome: Outcome, details: Omit<CallResult, 'outcome' | 'tookMs'> = {}) => {
      cancelLimit();
      resolve({ outcome, tookMs: clock.now() - startedMs, ...details });
    };
    const cancelLimit = clock.schedule(() => {
      end('silent', unheard);
      abort.abort();
    }, timeoutMs);
    const fail = (error: unknown) => {
      if (error instanceof NoAnswerError) end(error.failure, { error: error.cause });
      else end('reset', { error });
    };

    if (fault === 'cut') {
      track(transport.cut(call, abort.signal).then(() => end('reset'), fail));
      return;
    }
    const answered = transport.call(call, abort.signal).then(({ status }) => {
      if (fault === 'late') unheard = { unheardStatus: status };
      else if (fault === 'loseResponse') end('reset', { unheardStatus: status });
      else end(status);
    });
    track(answered.catch(fail));
  });
}
