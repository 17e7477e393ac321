import type { Clock } from '../../clock.ts';
import type { FaultName } from './faults.ts';
import type { Outcome } from './policy.ts';
import {
  type Break,
  NoAnswerError,
  type OutgoingCall,
  type TargetAnswer,
  type Transport,
} from './transport.ts';

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
  /** Told of what the target answers, heard or not. */
  readonly onAnswer?: ((answer: TargetAnswer) => void) | undefined;
  /** Ends the call at once, as a `reset`. */
  readonly signal?: AbortSignal | undefined;
}

/** Makes one call, with its fault. An answer exactly at the limit is too late. Never rejects. */
export function makeCall(
  transport: Transport,
  call: OutgoingCall,
  fault: FaultName | Break,
  { clock, timeoutMs, track, onAnswer, signal }: CallSettings,
): Promise<CallResult> {
  return new Promise((resolve) => {
    const startedMs = clock.now();
    const abort = new AbortController();
    let unheard: Pick<CallResult, 'unheardStatus'> = {};

    const end = (outcome: Outcome, details: Omit<CallResult, 'outcome' | 'tookMs'> = {}) => {
      cancelLimit();
      signal?.removeEventListener('abort', stop);
      resolve({ outcome, tookMs: clock.now() - startedMs, ...details });
    };
    const cancelLimit = clock.schedule(() => {
      end('silent', unheard);
      abort.abort();
    }, timeoutMs);
    const stop = () => {
      end('reset', unheard);
      abort.abort();
    };
    signal?.addEventListener('abort', stop);
    const fail = (error: unknown) => {
      if (error instanceof NoAnswerError) end(error.failure, { error: error.cause });
      else end('reset', { error });
    };

    if (fault === 'cut' || fault === 'reset') {
      track(transport.cut(call, abort.signal, fault).then(() => end('reset'), fail));
      return;
    }
    const answered = transport.call(call, abort.signal).then((answer) => {
      const { status } = answer;
      onAnswer?.(answer);
      if (fault === 'late') unheard = { unheardStatus: status };
      else if (fault === 'loseResponse') end('reset', { unheardStatus: status });
      else end(status);
    });
    track(answered.catch(fail));
  });
}
