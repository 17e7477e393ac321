import { styleText } from 'node:util';
import { type Row, type Tally, totalOf } from './tally.ts';

type Colour = Parameters<typeof styleText>[0];

/** Colours `text` on a terminal, and nowhere else: a file or a pipe gets plain text. */
export function colour(format: Colour, text: string): string {
  const { stdout } = process;
  return stdout.isTTY && stdout.hasColors() ? styleText(format, text) : text;
}

/** A line about a call. Further lines about it have no label and no answer. */
export function callLine(label: string, answer: string, text: string): string {
  const format: Colour = answer.startsWith('200') ? 'green' : 'yellow';
  return `  ${label.padEnd(34)} ${colour(format, answer.padEnd(13))}  ${readable(text)}`.trimEnd();
}

/** The columns that are printed, with what stands in them. */
const shown: readonly (readonly [string, (row: Row) => number])[] = [
  ['received', ({ received }) => received],
  ['handled', ({ handled }) => handled],
  ['duplicates', ({ duplicates }) => duplicates],
  ['refused', ({ refused }) => refused],
  ['dead letters', ({ refused, failed }) => refused + failed],
  ['retries', ({ retries }) => retries],
];

/** The summary as lines: a row for each trigger, the sums, and how often each answer was given. */
export function formatTally(tally: Tally): string[] {
  const rows = [...tally.rows].sort(([a], [b]) => a.localeCompare(b));
  const width = Math.max(...rows.map(([name]) => name.length), 7);
  const line = (name: string, cells: readonly (string | number)[]) =>
    name.padEnd(width) + cells.map((cell) => String(cell).padStart(14)).join('');
  const cellsOf = (row: Row) => shown.map(([, read]) => read(row) || '.');
  const header = line(
    'trigger',
    shown.map(([title]) => title),
  );
  return [
    colour('bold', header),
    ...rows.map(([name, row]) => line(name, cellsOf(row))),
    colour('bold', line('total', cellsOf(totalOf(tally)))),
    '',
    colour('bold', 'answers'),
    ...[...tally.answers]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([answer, times]) => `${String(times).padStart(5)} x ${answer}`),
  ];
}

/** No control characters, which might do something to a terminal, and not too long for a line. */
function readable(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, ' ');
  return plain.length > 70 ? `${plain.slice(0, 69)}…` : plain;
}
