/** One call on its way to a target. */
export interface OutgoingCall {
  readonly method: 'POST' | 'HEAD';
  /** Another path than the webhook's; a target in process has none. */
  readonly path?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Awaited in the middle of the body: half is sent before, the rest after. A target in process gets the body whole. */
  readonly pause?: () => Promise<void>;
}

/** What a target answers. */
export interface TargetAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** When a connection is broken: in the middle of the body (`cut`), or before anything was sent (`reset`). */
export type Break = 'cut' | 'reset';

/** Brings calls to one target, each on a connection of its own. */
export interface Transport {
  /** True when no socket is used, so that only the clock is waited for. */
  readonly inProcess: boolean;
  /** Where the service looks whether a target is there: at the target, then at its bare domain. `undefined` is the target itself. */
  readonly probePaths: readonly (string | undefined)[];
  /** Rejects with a `NoAnswerError` when the connection fails, and soon after `signal` is aborted. */
  call(call: OutgoingCall, signal: AbortSignal): Promise<TargetAnswer>;
  /** Begins the call and breaks its connection. Resolves when it has ended. */
  cut(call: OutgoingCall, signal: AbortSignal, how: Break): Promise<void>;
  /** Resolves when no port is open any more. */
  closed(): Promise<void>;
}

/** The connection did not bring an answer. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly failure: 'refused' | 'reset';

  constructor(failure: 'refused' | 'reset', cause: unknown) {
    super(failure === 'refused' ? 'no connection came about' : 'the connection ended before the answer', {
      cause,
    });
    this.failure = failure;
  }
}
