import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FaultEvent } from './events.ts';
import type { Random } from './random.ts';

/** How one call ended: with a status, or without an answer. `silent`: none came in time. */
export type CallResult = { readonly status: number } | { readonly failure: 'refused' | 'reset' | 'silent' };

/** Makes one call with these bytes. Never rejects. */
export type Post = (body: string) => Promise<CallResult>;

/** One call of the service. */
export interface Call {
  readonly atMs: number;
  readonly tookMs: number;
  readonly result: CallResult;
  /** A call that the service's policy does not ask for: a deliberate duplicate. */
  readonly duplicate: boolean;
}

/**
 * What the service believes of a delivery: it was acknowledged, it was ended by a status that is never tried again, or its attempts are used
 * up.
 */
type Verdict = 'acknowledged' | 'ended' | 'exhausted';

/** A delivery with all that was answered. */
export interface SentDelivery {
  readonly event: FaultEvent;
  readonly calls: readonly Call[];
  readonly verdict: Verdict;
}

/** These statuses end a delivery for good. Source: Part A, "Delivery policy". */
export const finalStatuses: readonly number[] = [400, 401, 403, 404, 406];

/**
 * When the attempts are made, as shares of the window after the first. Source: Part A, "Delivery policy" (5 attempts in 15 minutes, growing gaps); the gaps
 * are inferred: 60, 120, 240 and 480 s fill the window.
 */
const attemptShares = [0, 60 / 900, 180 / 900, 420 / 900, 1];

/** Options of `createSender`. */
export interface SenderOptions {
  readonly post: Post;
  readonly random: Random;
  /** What the 15 minutes of the policy are compressed to, in milliseconds. */
  readonly windowMs: number;
  /** The share of deliveries with a deliberate duplicate. Default: 0.05. */
  readonly duplicates?: number;
  /** Told of each call. */
  readonly onCall?: (call: Call, event: FaultEvent) => void;
}

/** Sends deliveries as the service does. */
export interface Sender {
  /** Calls until the delivery is acknowledged, ended or given up, and until its duplicate is answered. Never rejects. */
  send(event: FaultEvent): Promise<SentDelivery>;
}

/** Makes a sender that follows the service's retry policy on a compressed schedule. */
export function createSender(options: SenderOptions): Sender {
  const { post, random, windowMs, duplicates = 0.05, onCall = () => {} } = options;

  async function call(event: FaultEvent, calls: Call[], duplicate: boolean): Promise<CallResult> {
    const atMs = Date.now();
    const result = await post(event.body);
    const made = { atMs, tookMs: Date.now() - atMs, result, duplicate };
    calls.push(made);
    onCall(made, event);
    return result;
  }

  async function attempt(event: FaultEvent, calls: Call[]): Promise<Verdict> {
    const sinceMs = Date.now();
    for (const share of attemptShares) {
      await wait(Math.max(0, sinceMs + share * windowMs - Date.now()));
      const result = await call(event, calls, false);
      if (isAcknowledged(result)) return 'acknowledged';
      if ('status' in result && finalStatuses.includes(result.status)) return 'ended';
    }
    return 'exhausted';
  }

  return {
    async send(event) {
      const calls: Call[] = [];
      const duplicate = random.chance(duplicates) ? random.pick(['at once', 'later'] as const) : undefined;
      const pauseMs = random.between(0.05, 0.2) * windowMs;
      const [verdict] = await Promise.all([
        attempt(event, calls),
        duplicate === 'at once' ? call(event, calls, true) : undefined,
      ]);
      if (duplicate === 'later') {
        await wait(pauseMs);
        await call(event, calls, true);
      }
      return { event, calls, verdict };
    },
  };
}

/** True for a 2xx. */
export function isAcknowledged(result: CallResult): boolean {
  return 'status' in result && result.status >= 200 && result.status < 300;
}

/**
 * Calls over HTTP, on a connection of its own each time: what a kept one would add, the race of its end with the next call, is no
 * fault of the receiver. `silenceMs` stands for the 20 seconds after which the service gives up.
 */
export function createPost(url: string, secret: string, silenceMs: number): Post {
  return (body) =>
    new Promise((resolve) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-api-key': secret,
      };
      const calling = request(url, { method: 'POST', agent: false, headers });
      const late = setTimeout(() => {
        resolve({ failure: 'silent' });
        calling.destroy();
      }, silenceMs);
      const settle = (result: CallResult) => {
        clearTimeout(late);
        resolve(result);
      };
      calling.on('error', (error: NodeJS.ErrnoException) =>
        settle({ failure: error.code === 'ECONNREFUSED' ? 'refused' : 'reset' }),
      );
      calling.on('response', (response) => {
        response.on('error', () => settle({ failure: 'reset' }));
        response.on('aborted', () => settle({ failure: 'reset' }));
        response.on('end', () => settle({ status: response.statusCode ?? 0 }));
        response.resume();
      });
      calling.end(body);
    });
}
