import type { ApiCall, RequestOptions, WithResponse } from '../api-call.ts';
import { DeadlineError, RateLimitError } from '../errors/index.ts';
import { waitBeforeRetry } from './backoff.ts';
import { type Lifetime, openLifetime, timeIsUp } from './lifetime.ts';
import { makeAttempt, type Outcome, type PreparedCall } from './make-attempt.ts';
import { TooLarge } from './prepare-body.ts';
import { MAX_RETRY_AFTER_MS } from './retry-after.ts';
import { isOpen, mayRepeat } from './retry-rules.ts';
import type { TransportSettings } from './settings.ts';

/** What the loop of attempts works with. */
interface Run {
  readonly settings: TransportSettings;
  readonly call: PreparedCall;
  readonly recover: ApiCall['recover'];
  readonly options: RequestOptions;
  readonly maxRetries: number;
  readonly life: Lifetime;
  /** Attempts begun so far. */
  attempts: number;
}

type Failed = Exclude<Outcome, { readonly answer: unknown }>;

/** Makes a call with its attempts and waits, within its deadline, and tells of its end when it fails. */
export async function runCall(
  settings: TransportSettings,
  call: PreparedCall,
  options: RequestOptions,
  recover: ApiCall['recover'],
): Promise<WithResponse<unknown>> {
  const { clock, watch } = settings;
  const { deadlineMs = settings.deadlineMs, maxRetries = settings.maxRetries } = options;
  const startedAtMs = clock.now();
  const life = openLifetime(clock, deadlineMs, [settings.signal, options.signal]);
  const run: Run = { settings, call, recover, options, maxRetries, life, attempts: 0 };
  try {
    return await makeAttempts(run);
  } catch (thrown) {
    const error = toError(run, thrown, deadlineMs);
    const { method, path } = call;
    watch.error({ method, path, attempt: run.attempts, error, durationMs: clock.now() - startedAtMs });
    throw error;
  } finally {
    life.close();
  }
}

async function makeAttempts(run: Run): Promise<WithResponse<unknown>> {
  const { settings, call, life } = run;
  let retries = 0;
  let renewed = false;
  for (;;) {
    if (life.signal.aborted) throw life.signal.reason;
    await passGate(run);
    run.attempts += 1;
    const outcome = await makeAttempt(settings, call, run.attempts, life);
    if ('answer' in outcome) return outcome.answer;

    if (outcome.failure === 'unauthorized' && !renewed && call.body.repeatable) {
      renewed = true;
      if (settings.auth.renew(outcome.authorization)) {
        tellRetry(run, outcome, 0);
        continue;
      }
    }
    const { retryAfterMs } = outcome;
    // For the other calls too, whether this one waits or not.
    if (outcome.failure === 'limited' && retryAfterMs !== undefined && retryAfterMs <= MAX_RETRY_AFTER_MS) {
      settings.gate.closeFor(retryAfterMs);
    }
    const lookUp = run.recover !== undefined && isOpen(outcome.failure);
    const isLast = retries >= run.maxRetries;
    if (!lookUp && (isLast || !canRepeat(call, outcome))) throw outcome.error;
    await pause(run, outcome, retries);
    if (lookUp) {
      const found = await lookForAnswer(run, outcome);
      if (found !== undefined) return found;
      if (isLast) throw outcome.error;
    }
    retries += 1;
  }
}

function canRepeat({ method, body }: PreparedCall, { failure }: Failed): boolean {
  return mayRepeat(failure, method) && (body.repeatable || failure === 'unsent');
}

/** Waits before another attempt, or throws the failure at once where the wait would be too long. */
async function pause(run: Run, outcome: Failed, retries: number): Promise<void> {
  const { settings, life } = run;
  const { failure, error, retryAfterMs } = outcome;
  const delayMs = retryAfterMs ?? waitBeforeRetry(retries, settings.random);
  if ((retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS || delayMs >= life.remainingMs()) throw error;
  tellRetry(run, outcome, delayMs);
  if (failure === 'limited') settings.gate.closeFor(delayMs);
  else await life.wait(delayMs);
}

function tellRetry({ settings, call, attempts }: Run, { error }: Failed, delayMs: number): void {
  const { method, path } = call;
  settings.watch.retry({ method, path, attempt: attempts, error, delayMs });
}

/** So long at most a call waits on behind the gate, in milliseconds: those that waited for it would all come at once. */
const SPREAD_MS = 500;

async function passGate({ settings, call, life, attempts }: Run): Promise<void> {
  const { gate, random } = settings;
  for (let waitMs = gate.waitMs(); waitMs > 0; waitMs = gate.waitMs()) {
    if (waitMs >= life.remainingMs()) {
      const { method, path } = call;
      const fields = { code: 'too_many_requests', method, path, attempts, retryable: true };
      const message = `${method} ${path} would wait longer for the service's limit than it has time`;
      throw new RateLimitError(message, fields, Math.ceil(waitMs));
    }
    await life.wait(waitMs + Math.floor(random() * SPREAD_MS));
  }
}

/** Asks whether the call was executed. When that cannot be found out either, the failure stands: another attempt could be one too many. */
async function lookForAnswer(run: Run, { error }: Failed): Promise<WithResponse<unknown> | undefined> {
  const { life, recover, options, attempts } = run;
  try {
    const deadlineMs = Math.max(1, Math.floor(life.remainingMs()));
    const found = await recover?.({ ...options, signal: life.signal, deadlineMs });
    return found && { ...found, attempts };
  } catch {
    if (life.signal.aborted) throw life.signal.reason;
    throw error;
  }
}

/** What is thrown, in the words of the API. */
function toError({ call, attempts }: Run, thrown: unknown, deadlineMs: number): unknown {
  const { method, path } = call;
  const fields = { method, path, attempts, retryable: false };
  if (thrown === timeIsUp) {
    const message = `${method} ${path} took longer than ${deadlineMs} ms`;
    return new DeadlineError(message, { ...fields, code: 'deadline_exceeded' });
  }
  return thrown instanceof TooLarge ? thrown.toError(method, path) : thrown;
}
