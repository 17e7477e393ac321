import { inspect } from 'node:util';
import type { Harness } from '../harness/index.ts';

/** So much of an event is shown, in characters. */
const MAX_EVENT_LENGTH = 400;

/** So many lines of each kind are shown. */
const MAX_LINES = 10;

/** What a harness has done, for the message of an assertion that failed. */
export function describeHarness({ handled, runs, deadLetters, queue, logs }: Harness): string {
  const sections = [
    listed(
      'Handled',
      handled().map(({ trigger, attempts, event }) => `${trigger} (${attempts} runs) ${short(event)}`),
      'nothing',
    ),
    listed(
      'Runs that did not return',
      runs()
        .filter(({ outcome }) => outcome !== 'returned')
        .map(
          ({ trigger, handler, attempt, outcome, error }) =>
            `${trigger}, handler ${handler}, run ${attempt}: ${outcome}${error === undefined ? '' : ` with ${String(error)}`}`,
        ),
    ),
    listed(
      'Dead letters',
      deadLetters.map(({ delivery, reason, failures, issues }) => {
        const why = [
          ...failures.map(({ handler, error }) => `${handler}: ${error.message}`),
          ...issues.map(({ path, message }) => `${path}: ${message}`),
        ];
        return `${delivery.trigger}: ${reason} (${why.join('; ')})`;
      }),
    ),
    queue.length > 0
      ? `Still in the queue: ${queue.length}. Was harness.settle() called and awaited after the last delivery?`
      : '',
    listed(
      'Warnings and errors in the log',
      logs
        .filter(
          ({ level, message }) => level === 'warn' || level === 'error' || message.startsWith('no handler'),
        )
        .map(({ level, message, fields }) => `${level} ${message} ${short(fields)}`),
    ),
  ];
  return sections.filter((section) => section !== '').join('\n');
}

function listed(title: string, lines: readonly string[], none?: string): string {
  if (lines.length === 0) return none === undefined ? '' : `${title}: ${none}`;
  const more = lines.length > MAX_LINES ? [`  … and ${lines.length - MAX_LINES} more`] : [];
  return [`${title}:`, ...lines.slice(0, MAX_LINES).map((line) => `  ${line}`), ...more].join('\n');
}

/** A value in one line. */
function short(value: unknown): string {
  const text = inspect(value, { depth: 6, breakLength: Number.POSITIVE_INFINITY });
  return text.length > MAX_EVENT_LENGTH ? `${text.slice(0, MAX_EVENT_LENGTH)}…` : text;
}
