import type { PlannedCall } from './plan.ts';
import { callLine, colour } from './print.ts';
import type { Recorder } from './recorder.ts';
import { count, countAnswer } from './tally.ts';

/** What the calls need. */
export interface MakeCallsOptions {
  readonly url: string;
  readonly secret: string;
  readonly recorder: Recorder;
  /** The time limit. */
  readonly signal: AbortSignal;
}

/**
 * Makes the calls and prints a line for each. One after another, and each delivery to its end, so that what the handlers say stands beside
 * the call; the service calls at the same time, and does not wait.
 */
export async function makeCalls(calls: readonly PlannedCall[], options: MakeCallsOptions): Promise<void> {
  const { recorder, signal } = options;
  let queued = 0;
  let heading = '';
  for (const call of calls) {
    if (call.heading !== heading) console.log(`\n${colour('bold', call.heading)}`);
    heading = call.heading;
    const answer = await post(call, options);
    countAnswer(recorder.tally, answer);
    if (answer.startsWith('200')) count(recorder.tally, call.trigger, 'received');
    if (answer === '200 duplicate') count(recorder.tally, call.trigger, 'duplicates');
    if (answer === '200 queued') queued += 1;
    await recorder.whenEnded(queued, signal);
    const [first = call.note, ...others] = recorder.takeLines();
    console.log(callLine(call.label, answer, first));
    for (const text of others) console.log(callLine('', '', text));
    if (answer !== call.answer) console.log(colour('red', `  expected ${call.answer}`));
  }
}

/** Posts a body the way the service does. Gives the status with the outcome, or with the code of the error. */
async function post(call: PlannedCall, { url, secret, signal }: MakeCallsOptions): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': call.secret === 'right' ? secret : `${secret}-of-another-webhook`,
    },
    body: Buffer.from(call.body),
    signal,
  });
  const { outcome, error } = (await response.json()) as { outcome?: string; error?: string };
  return `${response.status} ${outcome ?? error}`;
}
