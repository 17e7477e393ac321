import { randomUUID } from 'node:crypto';
import type { Finding } from '../../bullmq/index.ts';
import { describeError } from '../../logger.ts';
import { type Attempt, createSender, type Probe, type Sender } from '../../testing/index.ts';

/** Where the service's calls go. */
export interface Target {
  readonly url: string;
  readonly secret: string;
  /** Default: `x-api-key`. */
  readonly header?: string | undefined;
  /** So long an answer is waited for, in milliseconds. Default: 20,000, as the service does. Source: Part A, "Delivery policy". */
  readonly patienceMs?: number;
  /** An answer that takes longer says that something blocks, in milliseconds. Default: 2,000, as the receiver gives up on the queue after 1,800. */
  readonly slowMs?: number;
}

/** Above the 100 kB at which `express.json()` gives up by default, below the 1 MiB of the receiver. */
const LARGE_BYTES = 300_000;

/**
 * Makes the check of a target: it calls as the service does, and in the ways that must be refused. What the target stores are probes with a trigger of
 * ours, which reach `onUnknown`. Throws an `OptionsError` for what cannot be called.
 */
export function createTargetCheck(target: Target): () => Promise<Finding[]> {
  const { url, header, secret, patienceMs = 20_000, slowMs = 2_000 } = target;
  const createCaller = (given: string) =>
    createSender({ target: url, secret: given, header, scheduleMs: [0], timeoutMs: patienceMs });
  const caller = createCaller(secret);
  const stranger = createCaller(`wrong-${randomUUID()}`);
  return async () => {
    const right = await send(caller, 0);
    if (right.error !== undefined || right.outcome === 'silent') return [unreachable(right)];
    const head = await caller.probe();
    const wrong = await send(stranger, 0);
    const findings = [judgeHead(head), judgeWrongSecret(wrong), judgeProbe(right)];
    if (right.outcome !== 200) return [...findings, judgeTime([right, wrong], slowMs)];
    const large = await send(caller, LARGE_BYTES);
    return [...findings, judgeLarge(large), judgeTime([right, wrong, large], slowMs)];
  };
}

/** Sends a delivery that says what it is. Each has an id of its own, so that none is another's duplicate. */
async function send(sender: Sender, padding: number): Promise<Attempt> {
  const { attempts } = await sender.send({
    trigger: 'switchhook:probe',
    version: 'v1.1',
    probe: { id: randomUUID(), by: 'switchhook doctor' },
    ...(padding > 0 && { padding: 'x'.repeat(padding) }),
  });
  return attempts[0] as Attempt;
}

function shown({ outcome, tookMs, error }: Pick<Attempt, 'outcome' | 'tookMs' | 'error'>): string {
  if (outcome === 'silent') return `no answer within ${tookMs / 1_000} s`;
  if (typeof outcome === 'number') return String(outcome);
  const { code } = describeError(error);
  return `no answer (${code ?? outcome})`;
}

function unreachable(attempt: Attempt): Finding {
  return {
    check: 'target answers',
    verdict: 'bad',
    found: shown(attempt),
    advice: 'Start the app, and check the address, the port and what stands in front of it.',
  };
}

function judgeHead({ calls, good }: Probe): Finding {
  const check = 'HEAD, by which the service probes a target';
  const found = calls.map(({ at, outcome }) => (at === 'target' ? outcome : `${outcome} at /`)).join(', ');
  if (good && calls.length === 1) return { check, verdict: 'good', found };
  const advice = isRedirect(calls[0]?.outcome)
    ? 'The service follows no redirect: give the address that it leads to.'
    : 'Mount the receiver with app.use, so that it answers HEAD too, and check the path.';
  return { check, verdict: good ? 'doubtful' : 'bad', found, advice };
}

function judgeWrongSecret(attempt: Attempt): Finding {
  const { outcome } = attempt;
  const finding = { check: 'a wrong secret', found: shown(attempt) };
  if (outcome === 401) return { ...finding, verdict: 'good' };
  if (outcome === 503)
    return {
      ...finding,
      verdict: 'doubtful',
      advice: 'Right while rotationUntil lasts or the secrets are not loaded; else see receiver.health().',
    };
  const accepted = typeof outcome === 'number' && outcome >= 200 && outcome < 300;
  const advice = accepted
    ? 'Expected 401: anybody may send deliveries. Check that this address is the receiver, and that it answers itself.'
    : 'Expected 401: something in front of the receiver answers for it, or the path is wrong.';
  return { ...finding, verdict: 'bad', advice };
}

const adviceByStatus: Readonly<Record<string, string>> = {
  401: 'The secret given here is not the one that the receiver knows; with the right one, a proxy may drop its header.',
  403: 'Something in front of the receiver refuses the call. The service never calls again after a 403.',
  404: 'The receiver is not mounted at this path. The service never calls again after a 404.',
  503: 'The queue is away, slow or unfit, or the receiver is starting or stopping: see its log and health().',
};

function judgeProbe(attempt: Attempt): Finding {
  const check = 'a probe delivery';
  const { outcome } = attempt;
  if (outcome === 200) return { check, verdict: 'good', found: '200' };
  const advice = isRedirect(outcome)
    ? 'The service follows no redirect: give the address that it leads to.'
    : (adviceByStatus[outcome] ??
      'Expected 200: see the log of the receiver, and what stands in front of it.');
  return { check, verdict: 'bad', found: shown(attempt), advice };
}

function judgeLarge(attempt: Attempt): Finding {
  const finding = { check: `a body of ${LARGE_BYTES / 1_000} kB`, found: shown(attempt) };
  if (attempt.outcome === 200) return { ...finding, verdict: 'good' };
  const advice =
    'Something in front of the receiver has a lower limit: mount the receiver before express.json(), raise the limit of the proxy.';
  return { ...finding, verdict: 'doubtful', advice };
}

function judgeTime(attempts: readonly Attempt[], slowMs: number): Finding {
  const slowestMs = Math.max(...attempts.map(({ tookMs }) => tookMs));
  const finding = { check: 'time of the answers', found: `at most ${slowestMs} ms` };
  if (slowestMs < slowMs) return { ...finding, verdict: 'good' };
  const advice =
    'The service gives up after 20 s and calls again: look for what blocks the event loop, and how far Redis is.';
  return { ...finding, verdict: 'doubtful', advice };
}

function isRedirect(outcome: Attempt['outcome'] | undefined): boolean {
  return typeof outcome === 'number' && outcome >= 300 && outcome < 400;
}
