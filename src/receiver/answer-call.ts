import { randomUUID } from 'node:crypto';
import { DeliveryError, UnavailableError } from '../errors/index.ts';
import { logCall } from './call-log.ts';
import type { Settings } from './options.ts';
import { type Call, type Findings, type Receipt, receive } from './receive.ts';
import type { Releases } from './releases.ts';
import { type Answer, acknowledged, failed, probed, refused, withoutBody } from './respond.ts';

/** An answer, and what is to be done once it was written. */
export interface Reply {
  readonly answer: Answer;
  /** Gives the delivery's weak key back, where it has one. To be called when the answer was written; not when it could not be. Never rejects. */
  readonly release?: (() => Promise<void>) | undefined;
}

/** Answers a call: runs its stages, turns their outcome or error into an answer, and writes the line of the log. Never rejects. */
export type AnswerCall = (call: Call) => Promise<Reply>;

/** Makes the function that every host calls. `isDraining` is asked at the begin of each call. */
export function createAnswerCall(
  settings: Settings,
  releases: Releases,
  isDraining: () => boolean,
): AnswerCall {
  const { clock, logger } = settings;

  return async (call) => {
    const found: Findings = { startedAtMs: clock.now() };
    const finish = (answer: Answer, outcome: string, error?: unknown, correlationId?: string) => {
      const durationMs = clock.now() - found.startedAtMs;
      logCall(logger, found, { outcome, status: answer.status, durationMs, error, correlationId });
      return call.method === 'HEAD' ? withoutBody(answer) : answer;
    };
    try {
      if (isDraining()) throw new UnavailableError('draining', 'the receiver is shutting down');
      const receipt = await receive(call, found, settings, releases);
      return { answer: finish(answerTo(receipt), receipt.outcome), release: releaseOf(receipt, releases) };
    } catch (error) {
      if (isRefusal(error)) return { answer: finish(refused(error), error.code, error) };
      const correlationId = randomUUID();
      return { answer: finish(failed(correlationId), 'internal_error', error, correlationId) };
    }
  };
}

function answerTo({ outcome }: Receipt): Answer {
  return outcome === 'probed' ? probed() : acknowledged(outcome);
}

/** A strong key is kept for its window. */
function releaseOf(receipt: Receipt, releases: Releases): Reply['release'] {
  if (!('result' in receipt) || receipt.delivery.keyStrength === 'strong') return undefined;
  return () => releases.release(receipt.delivery, receipt.result);
}

/** True for the errors of our stages. An error of your `keyOf` that happens to have a `status` is none: its 404 would end the delivery. */
function isRefusal(error: unknown): error is DeliveryError {
  return error instanceof DeliveryError;
}
