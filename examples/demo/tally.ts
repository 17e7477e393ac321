/** The columns of the summary. A delivery that was received is counted in exactly one of the next four. */
export const columns = ['received', 'handled', 'duplicates', 'refused', 'failed', 'retries', 'seen'] as const;

/** The name of a column. `seen` counts the handlers that returned; it is compared, and not printed. */
export type Column = (typeof columns)[number];

/** The numbers of one trigger. */
export type Row = Readonly<Record<Column, number>>;

/** What happened, or what should have. */
export interface Tally {
  /** By trigger, as the body says it. */
  readonly rows: Map<string, Record<Column, number>>;
  /** How often each answer was given: `200 queued`, `401 authentication_failed`. */
  readonly answers: Map<string, number>;
}

export function createTally(): Tally {
  return { rows: new Map(), answers: new Map() };
}

export function count(tally: Tally, trigger: string, column: Column, by = 1): void {
  const row = tally.rows.get(trigger) ?? emptyRow();
  row[column] += by;
  tally.rows.set(trigger, row);
}

export function countAnswer(tally: Tally, answer: string): void {
  tally.answers.set(answer, (tally.answers.get(answer) ?? 0) + 1);
}

/** The sums of all rows. */
export function totalOf({ rows }: Tally): Record<Column, number> {
  const total = emptyRow();
  for (const row of rows.values()) for (const column of columns) total[column] += row[column];
  return total;
}

/** A line for each number that is not what it should be; none when everything adds up. */
export function compare(expected: Tally, actual: Tally): string[] {
  const lines: string[] = [];
  for (const trigger of new Set([...expected.rows.keys(), ...actual.rows.keys()])) {
    const wanted = expected.rows.get(trigger) ?? emptyRow();
    const found = actual.rows.get(trigger) ?? emptyRow();
    for (const column of columns) {
      if (wanted[column] !== found[column])
        lines.push(`${trigger}: ${column} should be ${wanted[column]} and is ${found[column]}`);
    }
  }
  for (const answer of new Set([...expected.answers.keys(), ...actual.answers.keys()])) {
    const wanted = expected.answers.get(answer) ?? 0;
    const found = actual.answers.get(answer) ?? 0;
    if (wanted !== found) lines.push(`answer ${answer}: should be given ${wanted} times and was ${found}`);
  }
  return lines;
}

function emptyRow(): Record<Column, number> {
  return { received: 0, handled: 0, duplicates: 0, refused: 0, failed: 0, retries: 0, seen: 0 };
}
