import type { Clock } from '../../clock.ts';
import type { ApiVersion } from '../api-call.ts';
import type { Auth } from '../auth/index.ts';
import type { Gate } from './gate.ts';
import type { Watch } from './watch.ts';

/** What the transport works with: the client's options after their check, with the defaults. */
export interface TransportSettings {
  /** With its path prefix, without a slash at the end. */
  readonly baseUrl: string;
  readonly auth: Auth;
  readonly appId: string | undefined;
  readonly apiVersion: ApiVersion;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
  readonly watch: Watch;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  /** Gives a number from 0 up to but not including 1. */
  readonly random: () => number;
  /** Shared by all clients of the same credentials at the same host. */
  readonly gate: Gate;
}
